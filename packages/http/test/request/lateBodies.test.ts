/** When a body is late: the steps of its time, and its bytes that are on this machine already (spec/http.md §1.8). */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterEach, vi } from "vitest"
import { exchange, read } from "../support/bodies.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A body that is waited for, 100 ms long, on a clock and an event loop that the test moves. */
const waiting = () => {
  let now = 1_000
  let made = 0
  const timers = new Map<number, () => void>()
  const immediates = new Map<number, () => void>()
  vi.spyOn(performance, "now").mockImplementation(() => now)
  vi.stubGlobal("setTimeout", (work: () => void, millis: number) => {
    assert.strictEqual(millis, 10)
    timers.set(++made, work)
    return made
  })
  vi.stubGlobal("setImmediate", (work: () => void) => {
    immediates.set(++made, work)
    return made
  })
  vi.stubGlobal("clearTimeout", (timer: number) => timers.delete(timer))
  vi.stubGlobal("clearImmediate", (immediate: number) => immediates.delete(immediate))
  const { made: one, request } = exchange()
  let outcome: unknown = "waits"
  Effect.runCallback(read(one, { millis: 100 }), {
    onExit: (exit) => {
      outcome = exit._tag === "Success" ? exit.value : exit
    }
  })
  const all = (due: Map<number, () => void>) => {
    const works = [...due.values()]
    due.clear()
    for (const work of works) work()
    return works.length
  }
  return {
    request,
    outcome: () => outcome,
    pass: (millis: number) => void (now += millis),
    tick: () => all(timers),
    turn: () => all(immediates),
    left: () => timers.size + immediates.size
  }
}

const timedOut = { _tag: "RequestTimedOut" }

/** Its ten steps, after which nothing has been decided. */
const spent = (body: ReturnType<typeof waiting>) => {
  for (let step = 0; step < 10; step++) {
    assert.strictEqual(body.turn(), 0)
    assert.strictEqual(body.tick(), 1)
  }
  assert.strictEqual(body.tick(), 0)
  assert.strictEqual(body.outcome(), "waits")
}

it("the time for a body is ten steps, one after the other, and two turns of the event loop", () => {
  const body = waiting()
  spent(body)
  assert.deepStrictEqual([body.turn(), body.outcome()], [1, "waits"])
  assert.strictEqual(body.turn(), 1)
  assert.deepInclude(body.outcome(), timedOut)
  assert.strictEqual(body.left(), 0)
})

it("while bytes come that are there already, it is read on, for three times its time at most", () => {
  for (const [passed, isRead] of [
    [299, true],
    [300, false]
  ] as const) {
    const body = waiting()
    body.pass(passed)
    spent(body)
    body.turn()
    body.request.emit("data", Buffer.from("["))
    body.turn()
    if (!isRead) assert.deepInclude(body.outcome(), timedOut)
    else {
      assert.strictEqual(body.outcome(), "waits")
      body.turn()
      body.turn()
      assert.deepInclude(body.outcome(), timedOut, "nothing more came")
    }
  }
})

it("a body that ends at any time is read, and nothing is left of the wait", () => {
  for (let steps = 0; steps <= 11; steps++) {
    const body = waiting()
    const before = body.request.listenerCount("data")
    body.request.emit("data", Buffer.from("[1,"))
    for (let step = 0; step < steps; step++) {
      if (step < 10) body.tick()
      else body.turn()
    }
    body.request.emit("data", Buffer.from("2]"))
    body.request.emit("end")
    assert.deepStrictEqual(body.outcome(), [1, 2], String(steps))
    assert.deepStrictEqual([body.left(), body.request.listenerCount("data")], [0, before - 1])
  }
})
