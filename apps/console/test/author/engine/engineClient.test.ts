/** Editions between the page and its worker. */
import * as fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { loadParts } from "@formwork/rules/loading"
import { loadAnswers } from "../../../src/screens/author/engine/asking.ts"
import { Engine } from "../../../src/screens/author/engine/Engine.ts"
import { EngineClient, type EngineState, type EngineWorker } from "../../../src/screens/author/engine/EngineClient.ts"
import { Inbox } from "../../../src/screens/author/engine/Inbox.ts"
import type { FromWorker, ToWorker } from "../../../src/screens/author/engine/Protocol.ts"
import { repliesTo } from "../../../src/screens/author/engine/repliesTo.ts"
import { twoFields } from "./twoFields.ts"

/** A worker whose every step is made by the test. Messages are cloned, as between threads. */
class SteppedWorker implements EngineWorker {
  isEnded = false
  readonly done: Array<ToWorker> = []
  #to: Parameters<EngineWorker["listen"]>[0] | undefined
  readonly #engine = new Engine(() => 0)
  readonly #inbox = new Inbox()
  readonly #replies: Array<FromWorker> = []

  postMessage(message: ToWorker): void {
    this.#inbox.put(structuredClone(message))
  }

  listen(to: Parameters<EngineWorker["listen"]>[0]): void {
    this.#to = to
  }

  terminate(): void {
    this.isEnded = true
  }

  work(): boolean {
    const message = this.#inbox.take()
    if (message === undefined) return false
    this.done.push(message)
    this.#replies.push(...[...repliesTo(this.#engine, message)].map((reply) => structuredClone(reply)))
    return true
  }

  say(): boolean {
    const data = this.#replies.shift()
    if (data !== undefined && !this.isEnded) this.#to?.said(data)
    return data !== undefined
  }

  die(): void {
    this.#to?.died()
  }
}

interface World {
  readonly client: EngineClient
  readonly worker: () => SteppedWorker | undefined
  readonly workers: ReadonlyArray<SteppedWorker>
  readonly settle: () => void
}

const world = (): World => {
  const workers: Array<SteppedWorker> = []
  const client = new EngineClient(() => {
    const worker = new SteppedWorker()
    workers.push(worker)
    return worker
  })
  const worker = (): SteppedWorker | undefined => workers.at(-1)
  const settle = (): void => {
    while (worker()?.work() === true || worker()?.say() === true);
  }
  return { client, worker, workers, settle }
}

const texts = [twoFields("one + 1"), twoFields("one + 2"), twoFields("one +"), "{"]
const today = "2026-03-02"

const editionsOf = ({ checked, evaluated, prepared }: EngineState): ReadonlyArray<number> => [
  checked?.edition ?? 0,
  prepared?.edition ?? 0,
  prepared?.runs ?? 0,
  evaluated?.edition ?? 0
]

type Step = "define" | "evaluate" | "work" | "say" | "die"

beforeAll(() => Promise.all([loadParts(), loadAnswers()]))

describe("the page and its worker", () => {
  it("editions never go back, and the last text and payload are shown in the end", () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom<Step>("define", "evaluate", "work", "say", "say", "work", "die"), fc.nat(3)),
      { maxLength: 60 }
    )
    fc.assert(
      fc.property(steps, (made) => {
        const { client, settle, worker } = world()
        let shown = editionsOf(client.getSnapshot())
        client.subscribe(() => {
          const next = editionsOf(client.getSnapshot())
          for (const [index, edition] of next.entries()) expect(edition).toBeGreaterThanOrEqual(shown[index] ?? 0)
          shown = next
        })
        for (const [step, value] of made) {
          if (step === "define") client.define(texts[value] ?? "")
          if (step === "evaluate") client.evaluate({ data: `{"one":${value}}`, today, draft: true })
          if (step === "work") worker()?.work()
          if (step === "say") worker()?.say()
          if (step === "die") worker()?.die()
        }
        client.define(twoFields("one + 7"))
        client.evaluate({ data: '{"one":5}', today, draft: false })
        settle()
        const { checked, evaluated, isChecking, prepared } = client.getSnapshot()
        expect(checked?.faults).toEqual([])
        expect(isChecking).toBe(false)
        expect(prepared?.runs).toBe(checked?.edition)
        expect(evaluated?.result.calculatedData).toEqual({ two: 12 })
      }),
      { numRuns: 300 }
    )
  })

  it("the form that runs stays when a worker dies and the text cannot run, until one does", () => {
    const { client, settle, worker } = world()
    client.define(twoFields("one + 1"))
    settle()
    const form = client.getSnapshot().prepared?.form
    expect(form?.title).toBe("A")
    client.define("{")
    settle()
    worker()?.die()
    settle()
    expect(client.getSnapshot().prepared).toMatchObject({ edition: 2, runs: 1, form })
    client.define(twoFields("one + 2"))
    client.evaluate({ data: '{"one":5}', today, draft: false })
    settle()
    expect(client.getSnapshot().prepared).toMatchObject({ edition: 3, runs: 3 })
    expect(client.getSnapshot().evaluated?.result.calculatedData).toEqual({ two: 7 })
  })

  it("a newer text overtakes an older one that has not begun", () => {
    const { client, settle, worker } = world()
    for (const text of texts) client.define(text)
    client.define(twoFields("one * 3"))
    settle()
    expect(worker()?.done.map(({ kind }) => kind)).toEqual(["definition"])
    expect(client.getSnapshot().checked?.edition).toBe(5)
  })

  it("what the check says about an older text is not taken for the newest one", () => {
    const { client, settle, worker } = world()
    client.define(twoFields("one +"))
    worker()?.work()
    client.define(twoFields("one + 1"))
    worker()?.say()
    expect(client.getSnapshot()).toMatchObject({ isChecking: true, checked: undefined })
    settle()
    expect(client.getSnapshot()).toMatchObject({ isChecking: false, checked: { faults: [] } })
  })

  it("a worker that died is started again with the same text and payload", () => {
    const { client, settle, worker, workers } = world()
    client.define(twoFields("one + 1"))
    client.evaluate({ data: '{"one":1}', today, draft: true })
    settle()
    worker()?.die()
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
    client.define(twoFields("one + 2"))
    settle()
    expect(client.getSnapshot().evaluated?.result.calculatedData).toEqual({ two: 3 })
    client.evaluate({ data: '{"one":2}', today, draft: true })
    settle()
    expect(client.getSnapshot().evaluated?.result.calculatedData).toEqual({ two: 4 })
  })

  it("a worker that dies three times on one text rests until the text changes", () => {
    const { client, settle, worker, workers } = world()
    client.define(twoFields("one + 1"))
    for (let death = 0; death < 3; death += 1) worker()?.die()
    expect([workers.length, client.getSnapshot().isDead]).toEqual([3, true])
    client.define(twoFields("one + 2"))
    settle()
    expect([workers.length, client.getSnapshot().isDead]).toEqual([4, false])
    expect(client.getSnapshot().checked?.faults).toEqual([])
  })

  it("a question is answered about the newest text, and a question that ended the worker has no answer", async () => {
    const { client, settle, worker } = world()
    client.define(twoFields("one + 1"))
    const asked = client.ask("references", { pointer: "/fields/0" })
    settle()
    expect(await asked).toEqual([{ pointer: "/fields/1/formula", range: { start: 0, end: 3 } }])
    const lost = client.ask("references", { pointer: "/fields/0" })
    worker()?.die()
    expect(await lost).toBeUndefined()
  })

  it("the older form goes on, and is marked, while the newest text is not JSON", () => {
    const { client, settle } = world()
    client.define(twoFields("one + 1"))
    client.evaluate({ data: '{"one":1}', today, draft: true })
    settle()
    const { prepared } = client.getSnapshot()
    client.define("{")
    settle()
    const after = client.getSnapshot()
    expect(after.checked?.unread).toBe("The definition is not valid JSON: it ends too early, at line 1, column 2.")
    expect([after.prepared?.edition, after.prepared?.runs]).toEqual([2, 1])
    expect(after.prepared?.form).toBe(prepared?.form)
    expect(after.evaluated?.result.calculatedData).toEqual({ two: 2 })
  })
})
