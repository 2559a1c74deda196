import { readFileSync } from "node:fs"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { compile } from "../../src/compile.ts"
import { exampleOf } from "../../src/describe/exampleOf.ts"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import { shortestMatch } from "../../src/patterns/shortestMatch.ts"
import type { JsonObject } from "../../src/Json.ts"
import { read } from "../../src/patterns/pattern.ts"
import { useReader } from "../../src/patterns/PatternReader.ts"
import { re2 } from "../../src/patterns/re2.ts"
import { codePoints } from "../../src/values/text.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { patterns, texts } from "../patterns/patternArbitraries.ts"
import { checked, formOf, TODAY } from "../support.ts"
import { compileSchema, refusals } from "./validator.ts"

useReader(re2)

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

describe("an example of a form", () => {
  it("an example of any form is valid, by the form and by its schema", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const { checked: form } = formAt(number, 0)
        const example = exampleOf(form, TODAY)
        if (example === undefined) return
        expect(compile(form).evaluate(example, { today: TODAY, draft: false })).toMatchObject({
          valid: true,
          problems: [],
          data: example
        })
        expect(refusals(compileSchema(schemaOf(form)), example)).toBe("")
      }),
      { numRuns: 300, examples: [[1_154_677_318]] }
    )
  })

  it("an example is found for nearly every random form that accepts any of a hundred payloads", () => {
    let satisfiable = 0
    let found = 0
    for (let index = 0; index < 400; index += 1) {
      const { checked: form, definition } = formAt(20_261_121, index)
      const example = exampleOf(form, TODAY)
      const { evaluate } = compile(form)
      const isValid = (data: JsonObject): boolean => evaluate(data, { today: TODAY, draft: false }).valid
      const payloads = Array.from({ length: 100 }, (_, pair) => inputAt(index, pair, definition).data)
      if (example !== undefined) found += 1
      if (example !== undefined || [{}, ...payloads].some(isValid)) satisfiable += 1
    }
    expect(satisfiable).toBeGreaterThan(200)
    expect(found / satisfiable).toBeGreaterThanOrEqual(0.95)
  })

  it("an example of a form is the same each time", () => {
    const { checked: form } = formAt(11, 0)
    expect(exampleOf(form, TODAY)).toEqual(exampleOf(form, TODAY))
  })

  it.each(["motor-quote", "intake-score"])("an example of %s is found on any day", (name) => {
    const url = new URL(`../../../../apps/server/demo/${name}.json`, import.meta.url)
    const definition: JsonObject = JSON.parse(readFileSync(url, "utf8"))
    const form = checked(definition)
    for (const today of ["2025-01-01", "2026-11-21", "2028-02-29", "2060-06-30"]) {
      const example = exampleOf(form, today)
      if (example === undefined) throw new Error("there is none")
      expect(compile(form).evaluate(example, { today, draft: false }).problems).toEqual([])
    }
  })

  it.each<readonly [string, JsonObject]>([
    ["a check between two fields", { check: "until > from && until < addDays(from, 3)" }],
    ["a sum that has to come out", { check: "part + rest == 100" }],
    ["a pattern in a rule", { check: "matches(plate, '[A-Z]{2}[0-9]{2} [A-Z]{3}')" }],
    ["a part of a text that has to be there", { check: "extract(plate, '([0-9]{3})-[A-Z]+$') != null" }],
    ["something that has to be there", { check: "until != null && rest != null && plate != null" }]
  ])("comes through %s", (_, check) => {
    const fields = [
      { slug: "from", type: "date", required: true },
      { slug: "until", type: "date", required: true },
      { slug: "part", type: "integer", required: true, min: 0, max: 100 },
      { slug: "rest", type: "integer", required: true, min: 1, max: 99 },
      { slug: "plate", type: "text", required: true }
    ]
    const form = checked(formOf({ fields, checks: [{ id: "c", message: "no", ...check }] }))
    expect(exampleOf(form, TODAY)).toBeDefined()
  })

  it("a form that accepts no payload has no example", () => {
    const never = { fields: [{ slug: "a", type: "integer" }], checks: [{ id: "c", check: "false", message: "no" }] }
    expect(exampleOf(checked(formOf(never)), TODAY)).toBeUndefined()
    const short = { fields: [{ slug: "a", type: "email", maxLength: 3, required: true }] }
    expect(exampleOf(checked(formOf(short)), TODAY)).toBeUndefined()
  })
})

describe("a text made for a pattern", () => {
  it("a text made for a pattern is the shortest that matches", () => {
    let found = 0
    fc.assert(
      fc.property(patterns, texts, fc.nat({ max: 5 }), (source, text, least) => {
        const pattern = Result.getOrUndefined(read(source))
        if (pattern === undefined) return
        const made = shortestMatch(pattern, least, 40)
        if (made !== undefined) {
          found += 1
          expect(pattern.test(made)).toBe(true)
          expect(codePoints(made)).toBeGreaterThanOrEqual(least)
        }
        if (/\\b|\\B|\(\?m/.test(source) || !pattern.test(text) || codePoints(text) < least) return
        expect([source, text, made !== undefined && codePoints(made) <= codePoints(text)]).toEqual([source, text, true])
      }),
      { numRuns: 3_000 }
    )
    expect(found).toBeGreaterThan(1_000)
  })

  it.each([
    ["[A-Z]{2}[0-9]+", 0, "AB3"],
    ["(\\d{3}-)?\\d{4}", 5, "123-5678"],
    ["[^x]*", 3, "abc"]
  ])("of %s with at least %i characters is %s", (source, least, made) => {
    expect(shortestMatch(Result.getOrThrow(read(source)), least, 40)).toBe(made)
  })
})
