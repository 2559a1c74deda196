/** The try-out: what was filled in, below a definition that changes. */
import { readFileSync } from "node:fs"
import * as fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { loadParts } from "@formwork/rules/loading"
import { loadAnswers } from "../../../src/screens/author/engine/asking.ts"
import { Engine } from "../../../src/screens/author/engine/Engine.ts"
import { EngineClient, type EngineWorker } from "../../../src/screens/author/engine/EngineClient.ts"
import { repliesTo } from "../../../src/screens/author/engine/repliesTo.ts"
import { dateIn } from "../../../src/screens/author/engine/dateIn.ts"
import { tracedRules } from "../../../src/screens/author/tryOut/changedRules.ts"
import { TryOutStore } from "../../../src/screens/author/tryOut/TryOutStore.ts"
import { fieldRead, rulesOfField } from "../../../src/screens/author/tryOut/whyOf.ts"

const demo = (name: string): string =>
  readFileSync(new URL(`../../../../server/demo/${name}.json`, import.meta.url), "utf8")

const quote = demo("motor-quote")
const example = demo("motor-quote.example")

/** A worker that answers at once. */
const instant = (): EngineWorker => {
  const engine = new Engine(() => 0)
  let to: Parameters<EngineWorker["listen"]>[0] | undefined
  return {
    listen: (given) => {
      to = given
    },
    postMessage: (message) => {
      for (const reply of repliesTo(engine, structuredClone(message))) to?.said(structuredClone(reply))
    },
    terminate: () => undefined
  }
}

const opened = (text: string) => {
  const engine = new EngineClient(instant)
  const tryOut = new TryOutStore(engine, () => new Date("2026-03-02T23:30:00Z"))
  engine.define(text)
  tryOut.begin()
  return { engine, tryOut }
}

const codesIn = (engine: EngineClient): ReadonlyArray<string> =>
  (engine.getSnapshot().evaluated?.result.problems ?? []).map(({ code }) => code)

const changed = (text: string, from: string, to: string): string => {
  expect(text).toContain(from)
  return text.replace(from, to)
}

beforeAll(() => Promise.all([loadParts(), loadAnswers()]))

describe("the try-out", () => {
  it("what is filled in gives what the engine gives, and counts what is missing", () => {
    const { engine, tryOut } = opened(quote)
    expect(engine.getSnapshot().evaluated?.missing.length).toBeGreaterThan(5)
    expect(codesIn(engine)).not.toContain("required")
    expect(tryOut.setPayload(example)).toBeUndefined()
    expect(engine.getSnapshot().evaluated?.missing).toEqual([])
    expect(engine.getSnapshot().evaluated?.result.calculatedData).toMatchObject({ youngDrivers: 0 })
  })

  it("as a complete payload, what is missing is wrong", () => {
    const { engine, tryOut } = opened(quote)
    tryOut.setComplete(true)
    expect(codesIn(engine)).toContain("required")
    expect(tryOut.getSnapshot().session?.form.attempted).toBe(true)
    tryOut.setComplete(false)
    expect(tryOut.getSnapshot().session?.form.attempted).toBe(false)
    expect(codesIn(engine)).not.toContain("required")
  })

  it("what was filled in stays while the definition changes, and while it has faults", () => {
    const { engine, tryOut } = opened(quote)
    tryOut.setPayload(example)
    const premium = engine.getSnapshot().evaluated?.result.calculatedData["premium"]
    engine.define(changed(quote, '"basePremium + extrasPremium + taxPremium"', '"basePremium + extrasPremium +"'))
    expect(engine.getSnapshot().prepared?.leftOut.map(({ name }) => name)).toEqual(["premium"])
    expect(engine.getSnapshot().evaluated?.result.calculatedData).not.toHaveProperty("premium")
    expect(engine.getSnapshot().evaluated?.result.calculatedData).toHaveProperty("basePremium")
    engine.define(
      changed(quote, '"basePremium + extrasPremium + taxPremium"', '"basePremium + extrasPremium + taxPremium + 1"')
    )
    expect(Number(engine.getSnapshot().evaluated?.result.calculatedData["premium"])).toBeCloseTo(Number(premium) + 1)
  })

  it("whatever becomes of the definition, the form shows what it shows when it is opened with the last one", () => {
    const changes: ReadonlyArray<readonly [string, string]> = [
      ['"basePremium + extrasPremium + taxPremium"', '"basePremium + extrasPremium +"'],
      ['"basePremium + extrasPremium + taxPremium"', '"basePremium * 2"'],
      ['"type": "email", "label": "E-mail address"', '"type": "text", "label": "Mail"'],
      ['"slug": "vehicleValue"', '"slug": "worth"'],
      ['"timeZone": "Europe/London"', '"timeZone": "Asia/Tokyo"'],
      ["min(noClaimsYears, 10)", "min(noClaimsYears, 1)"]
    ]
    for (const [from] of changes) expect(quote).toContain(from)
    const texts = fc
      .subarray([...changes])
      .map((made) => made.reduce((text, [from, to]) => text.replace(from, to), quote))
    fc.assert(
      fc.property(fc.array(fc.oneof(texts, fc.constant("{")), { minLength: 1, maxLength: 5 }), texts, (steps, last) => {
        const { engine, tryOut } = opened(quote)
        tryOut.setPayload(example)
        tryOut.setToday("2026-03-03")
        for (const text of [...steps, last]) engine.define(text)
        const fresh = opened(last)
        fresh.tryOut.setPayload(example)
        fresh.tryOut.setToday("2026-03-03")
        const [session, other] = [tryOut.getSnapshot().session, fresh.tryOut.getSnapshot().session]
        expect(session?.payloadJson()).toBe(other?.payloadJson())
        expect(session?.fields).toEqual(other?.fields)
        expect(session?.filling).toEqual(other?.filling)
        expect(engine.getSnapshot().evaluated?.trace).toEqual(fresh.engine.getSnapshot().evaluated?.trace)
        expect(engine.getSnapshot().evaluated?.result).toEqual(fresh.engine.getSnapshot().evaluated?.result)
      }),
      { numRuns: 30 }
    )
  })

  it("what the worker gives for an older payload is not shown for the newest one", () => {
    const engine = new Engine(() => 0)
    const replies: Array<Parameters<Parameters<EngineWorker["listen"]>[0]["said"]>[0]> = []
    let to: Parameters<EngineWorker["listen"]>[0] | undefined
    const client = new EngineClient(() => ({
      listen: (given) => {
        to = given
      },
      postMessage: (message) => void replies.push(...repliesTo(engine, message)),
      terminate: () => undefined
    }))
    const say = (): void => {
      for (let said = replies.shift(); said !== undefined; said = replies.shift()) to?.said(structuredClone(said))
    }
    const tryOut = new TryOutStore(client, () => new Date("2026-03-02T23:30:00Z"))
    client.define(quote)
    tryOut.begin()
    say()
    tryOut.setPayload(example)
    say()
    client.define(changed(quote, '"basePremium + extrasPremium + taxPremium"', '"basePremium * 2"'))
    tryOut.setPayload(changed(example, '"breakdown": true', '"breakdown": false'))
    say()
    const fresh = opened(changed(quote, '"basePremium + extrasPremium + taxPremium"', '"basePremium * 2"'))
    fresh.tryOut.setPayload(changed(example, '"breakdown": true', '"breakdown": false'))
    expect(tryOut.getSnapshot().session?.filling).toEqual(fresh.tryOut.getSnapshot().session?.filling)
  })

  it("a definition that shows the same fields keeps the session, and the views of fields that did not change", () => {
    const { engine, tryOut } = opened(quote)
    tryOut.setPayload(example)
    const { session } = tryOut.getSnapshot()
    const [value, premium] = [session?.view("/vehicleValue"), session?.view("/premium")]
    engine.define(changed(quote, '"basePremium + extrasPremium + taxPremium"', '"basePremium"'))
    expect(tryOut.getSnapshot().session).toBe(session)
    expect(session?.view("/vehicleValue")).toBe(value)
    expect(session?.view("/premium")).not.toBe(premium)
  })

  it("a payload that is not a JSON object is refused, and the one before stays", () => {
    const { tryOut } = opened(quote)
    tryOut.setPayload('{"vehicleValue":"18500.00"}')
    expect(tryOut.setPayload("{")).toEqual({ kind: "broken", broken: { reason: "brace", offset: 1, line: 1 } })
    expect(tryOut.setPayload("[]")).toEqual({ kind: "notObject" })
    expect(JSON.parse(tryOut.getSnapshot().payload)).toEqual({ vehicleValue: "18500.00" })
  })

  it("today is the date in the form's time zone, until another one is set", () => {
    expect(dateIn("Europe/Berlin", new Date("2026-03-02T23:30:00Z"))).toBe("2026-03-03")
    const { engine, tryOut } = opened(quote)
    expect(tryOut.getSnapshot().today).toBe("2026-03-02")
    tryOut.setPayload(example)
    tryOut.setToday("2100-01-01")
    const drivers: unknown = engine.getSnapshot().evaluated?.result.calculatedData["drivers"]
    expect(JSON.stringify(drivers)).toContain('"age":115')
  })

  it("an example fills the form, and the form accepts it", async () => {
    const { engine, tryOut } = opened(quote)
    expect(await tryOut.fill()).toBe(true)
    tryOut.setComplete(true)
    expect(engine.getSnapshot().evaluated?.result.valid).toBe(true)
  })

  it("the fields of the session say why, in the form that runs", () => {
    const { tryOut } = opened(
      changed(quote, '"type": "email", "label": "E-mail address"', '"type": "emale", "label": "E-mail address"')
    )
    tryOut.setPayload(example)
    const why = tryOut.getSnapshot().session?.view("/premium")?.why() ?? []
    expect(why.map(({ words }) => words.slice(0, 10))).toEqual(["premium is"])
  })
})

describe("the trace", () => {
  it("of two evaluations shows what changed, with what was there before", () => {
    const { engine, tryOut } = opened(quote)
    tryOut.setPayload(example)
    tryOut.setPayload(changed(example, '"breakdown": true', '"breakdown": false'))
    const { before, checked, evaluated } = engine.getSnapshot()
    const traced = tracedRules(evaluated?.trace ?? [], before?.trace).filter(({ isChanged }) => isChanged)
    const names = traced.map(
      ({ rule }) => checked?.names.find(({ pointer }) => rule.pointer.startsWith(`${pointer}/`))?.name
    )
    expect(new Set(names)).toEqual(new Set(["extrasPremium", "taxPremium", "premium"]))
    for (const { before: old, rule } of traced) if (old !== undefined) expect(old).not.toEqual(rule.gave)
  })

  it("leads from each name that a rule reads to the field that it names", () => {
    const { engine, tryOut } = opened(quote)
    tryOut.setPayload(example)
    const { checked, evaluated } = engine.getSnapshot()
    const names = checked?.names ?? []
    const trace = evaluated?.trace ?? []
    for (const rule of trace)
      for (const { name } of rule.read)
        if (name !== "today") expect([name, fieldRead(names, rule, name) === undefined]).toEqual([name, false])
    const premium = names.find(({ name }) => name === "premium")
    const [why] = rulesOfField(trace, premium?.pointer ?? "")
    expect(why?.read.map(({ name }) => name)).toEqual(["basePremium", "extrasPremium", "taxPremium"])
  })
})
