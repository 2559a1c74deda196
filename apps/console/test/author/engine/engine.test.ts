/** The engine in the page and the engine of the server. */
import * as fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { loadParts } from "@formwork/rules/loading"
import { compile } from "@formwork/rules/compile"
import { lenient, resultOf } from "@formwork/rules/Evaluation"
import type { JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { readJson } from "@formwork/rules/readJson"
import { formAt, inputAt } from "../../../../../packages/rules/test/fuzz/pairs.ts"
import { readFileSync } from "node:fs"
import { loadAnswers } from "../../../src/screens/author/engine/asking.ts"
import { Engine } from "../../../src/screens/author/engine/Engine.ts"
import { damagedForm } from "./damaged.ts"

const demo = (name: string): string =>
  readFileSync(new URL(`../../../../server/demo/${name}.json`, import.meta.url), "utf8")

const quote = demo("motor-quote")
const example = demo("motor-quote.example")
const today = "2026-03-02"

/** A payload as the server reads it. */
const received = (text: string): JsonObject => {
  const read = readJson(text)
  if (read._tag === "Failure" || !isObject(read.success)) throw new TypeError(text)
  return read.success
}

const opened = (text: string): Engine => {
  const engine = new Engine(() => 0)
  engine.define(1, text)
  engine.prepare()
  return engine
}

beforeAll(() => Promise.all([loadParts(), loadAnswers()]))

describe("the engine in the page", () => {
  it("a payload gives what the server's engine gives, result and trace", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 50 }), (seed, index) => {
        const { checked, definition } = formAt(seed, index)
        const server = compile(checked)
        const engine = opened(JSON.stringify(definition))
        for (let pair = 0; pair < 5; pair += 1) {
          const { data, options } = inputAt(seed, pair, definition)
          const text = JSON.stringify(data)
          const page = engine.evaluate({ kind: "payload", edition: pair + 1, data: text, ...options })
          const { trace, ...complete } = server.explain(received(text), { ...options, draft: false })
          const { missing, ...filling } = lenient(complete)
          expect(JSON.stringify(page?.result)).toBe(JSON.stringify(resultOf(options.draft ? filling : complete)))
          expect(page?.missing).toEqual(missing)
          expect(page?.trace).toEqual(trace.map((rule) => ({ ...rule, inForm: rule.pointer })))
        }
      }),
      { numRuns: 60 }
    )
  })

  it("numerals stay as they were typed", () => {
    const engine = opened(
      '{"title":"A","code":"A","fields":[{"slug":"fee","type":"number","decimals":2,"max":12345678901234567890},{"slug":"pay","type":"number"}]}'
    )
    expect(engine.checked()?.faults.map(({ pointer }) => pointer)).toEqual(["/fields/0/max"])
    const data = '{"pay": 0.10000000000000000555}'
    const given = engine.evaluate({ kind: "payload", edition: 1, data, today, draft: false })
    expect(given?.result.problems.map(({ code }) => code)).toEqual(["decimals"])
  })

  it("the demo's quote costs what its check says, and names its three heaviest rules", () => {
    const engine = opened(quote)
    const steps = engine.checked()?.steps
    const rules = steps?.heaviest.map(({ steps: own }) => own) ?? []
    expect(rules.length).toBe(3)
    expect(rules.toSorted((a, b) => b - a)).toEqual(rules)
    expect(steps?.total).toBeGreaterThan(rules.reduce((sum, own) => sum + own, 0))
  })

  it("the trace goes on with a fault, and its pointers are those of the text", () => {
    const engine = opened(
      quote
        .replace('"min(noClaimsYears, 10)"', '""')
        .replace('"formula": "round((basePremium', '"formula": "round((basPremium')
    )
    expect(engine.checked()?.faults.length).toBe(1)
    const prepared = engine.prepare()
    expect(prepared.leftOut.map(({ member, name }) => [name, member])).toEqual([["taxPremium", "formula"]])
    const given = engine.evaluate({ kind: "payload", edition: 1, data: example, today, draft: true })
    const definition = JSON.parse(quote)
    for (const { expression, pointer } of given?.trace ?? []) {
      const written: unknown = pointer
        .split("/")
        .slice(1)
        .reduce<unknown>((value, token) => Reflect.get(Object(value), token), definition)
      expect(expression).toBe(written)
    }
    expect(given?.trace.length).toBeGreaterThan(10)
  })

  it("effects are rendered as they would be sent, with a reference number of the form's pattern", () => {
    const given = opened(quote).evaluate({ kind: "payload", edition: 1, data: example, today, draft: false })
    const [thank, document] = given?.effects ?? []
    expect(thank?.content).toMatchObject({
      kind: "notification",
      to: ["ada@example.com"],
      subject: "Your motor quote MQ-2026-000001"
    })
    expect(document?.content).toMatchObject({ kind: "document", title: "Motor quote MQ-2026-000001" })
  })

  it("an effect is shown in the language that its form says, also after a change of the form", () => {
    const form = {
      languages: ["en", "de"],
      title: { en: "Membership", de: "Mitgliedschaft" },
      code: "M",
      fields: [
        { slug: "tongue", type: "text" },
        { slug: "price", type: "money", currency: "EUR", label: { en: "Price", de: "Preis" } }
      ],
      effects: [
        {
          id: "offer",
          kind: "document",
          language: "tongue",
          title: { en: "{$formTitle}", de: "{$formTitle}" },
          blocks: [{ fields: ["price"] }]
        }
      ]
    }
    const engine = opened(JSON.stringify(form))
    const shown = (tongue: string) => {
      const data = JSON.stringify({ tongue, price: 1234 })
      const given = engine.evaluate({ kind: "payload", edition: 1, data, today, draft: false })
      return given?.effects.map(({ content }) => content)
    }
    const document = (language: string, title: string, label: string, value: string) => [
      { kind: "document", language, title, fileName: "offer.pdf", blocks: [{ fields: [{ label, value }] }] }
    ]
    expect(shown("en")).toEqual(document("en", "Membership", "Price", "EUR 1234.00"))
    expect(shown("de")).toEqual(document("de", "Mitgliedschaft", "Preis", "EUR 1.234,00"))
    engine.define(2, JSON.stringify({ ...form, title: { en: "Club", de: "Verein" } }))
    engine.prepare()
    expect(shown("de")).toEqual(document("de", "Verein", "Preis", "EUR 1.234,00"))
  })

  it("the definition answers questions about types and values", () => {
    const engine = opened(quote)
    engine.evaluate({ kind: "payload", edition: 1, data: example, today, draft: true })
    const premium = JSON.parse(quote).fields.findIndex(({ slug }: { readonly slug: string }) => slug === "premium")
    const asked = { pointer: `/fields/${premium}/formula`, offset: 2 }
    expect(engine.answer({ ask: "typeAt", ...asked })).toMatchObject({ kind: "number", currency: "GBP" })
    expect(engine.answer({ ask: "valueAt", ...asked })).toMatchObject({ kind: "number" })
    expect(engine.answer({ ask: "completionsAt", ...asked })).toContainEqual(
      expect.objectContaining({ text: "taxPremium" })
    )
  })

  it("an example is found without generated code, and the form accepts it", () => {
    const engine = opened(quote)
    const found = engine.answer({ ask: "exampleOf", today })
    const given = engine.evaluate({ kind: "payload", edition: 1, data: String(found), today, draft: false })
    expect(given?.result.valid).toBe(true)
  })

  it("the form that ran goes on while the text is not JSON, and while no field is left", () => {
    const engine = opened(quote)
    for (const [index, text] of ["{", '{"title":"A","code":"A","fields":[]}'].entries()) {
      engine.define(index + 2, text)
      expect(engine.prepare()).toMatchObject({ edition: index + 2, runs: 1 })
      expect(engine.evaluate({ kind: "payload", edition: index + 1, data: example, today, draft: true })?.runs).toBe(1)
    }
  })

  it("whatever is typed and sent, the engine answers", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 8 }),
        fc.string(),
        (seed, places, odd) => {
          const engine = opened(JSON.stringify(damagedForm(seed, places)))
          engine.evaluate({ kind: "payload", edition: 1, data: odd, today: odd, draft: true })
          engine.evaluate({ kind: "payload", edition: 2, data: "{}", today, draft: false })
          for (const pointer of [odd, "/fields/0/formula", "/fields/1"]) {
            engine.answer({ ask: "completionsAt", pointer, offset: 1 })
            engine.answer({ ask: "typeAt", pointer, offset: 1 })
            engine.answer({ ask: "valueAt", pointer, offset: 1 })
            engine.answer({ ask: "references", pointer })
            engine.answer({ ask: "rename", pointer, slug: odd })
          }
          engine.define(2, odd)
          engine.prepare()
        }
      )
    )
  })
})
