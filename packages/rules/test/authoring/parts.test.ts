/** The laws of the part under the pointer: its type is what a computed field of its own needs, its value what that field has. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { openForm } from "../../src/authoring/openForm.ts"
import { type PartType, typeAt } from "../../src/authoring/typeAt.ts"
import { valueAt } from "../../src/authoring/valueAt.ts"
import { check } from "../../src/check.ts"
import type { JsonObject } from "../../src/Json.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { present } from "../present.ts"
import { compiled, formOf, oneOfEach, TODAY } from "../support.ts"
import { everywhere } from "./everywhere.ts"
import { isWhole, partsIn } from "./partsIn.ts"
import { type Rule, rulesIn } from "./rulesIn.ts"

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

const withField = (definition: JsonObject, field: JsonObject): JsonObject => {
  const { fields } = definition
  return { ...definition, fields: [...(Array.isArray(fields) ? fields : []), field] }
}

const fieldTypes = new Map([
  ["number", "number"],
  ["boolean", "boolean"],
  ["text", "longText"],
  ["date", "date"],
  ["time", "time"],
  ["datetime", "datetime"]
])

/** A computed field of its own for a part. */
const fieldOf = (source: string, { decimals, kind, range }: PartType): JsonObject => ({
  slug: "part_of_its_own",
  type: fieldTypes.get(kind) ?? "text",
  formula: source.slice(range.start, range.end),
  ...(decimals === undefined ? {} : { decimals })
})

/** What may have endless decimals, and is no value of a field. */
const dividing = new Set(["a division", "a value between two rows", "a power", "a product"])

const isScalar = ({ decimals = 0, kind, word }: PartType): boolean =>
  fieldTypes.has(kind) && decimals <= 15 && !dividing.has(word)

/** Rules of the form, not of rows, as those of checks and outcomes may be: a field of its own can read what they read. */
const formRules = (definition: JsonObject): ReadonlyArray<Rule> =>
  rulesIn(definition).filter(
    ({ pointer }) => !/\/fields\/\d+\/fields\//.test(pointer) && !/\/(?:checks|outcomes|effects)\//.test(pointer)
  )

it("a part has exactly the decimals of its type, and every other kind fits a field of that kind", () => {
  let seen = 0
  fc.assert(
    fc.property(seed, fc.nat(), (number, which) => {
      const { definition } = formAt(number, 0)
      const rules = formRules(definition)
      if (rules.length === 0) return
      const rule = present(rules[which % rules.length])
      for (const [, part] of partsIn(openForm(definition), rule)) {
        const field = fieldOf(rule.source, part)
        const result = check(withField(definition, field))
        const faults = Result.isFailure(result) ? result.failure.map(({ message }) => message) : []
        // Within a list function a part reads the function's row, or its option.
        if (
          !isScalar(part) ||
          faults.some((fault) => /There is no (?:row or )?field|`rowNumber\(\)` stands/.test(fault))
        )
          continue
        seen += 1
        expect([field["formula"], faults]).toEqual([field["formula"], []])
        if (part.decimals === undefined || part.decimals === 0) continue
        const fewer = check(withField(definition, { ...field, decimals: part.decimals - 1 }))
        expect([field["formula"], Result.isFailure(fewer)]).toEqual([field["formula"], true])
      }
    }),
    { numRuns: 40 }
  )
  expect(seen).toBeGreaterThan(100)
})

it("a part has the value that a computed field of its own has", () => {
  let seen = 0
  fc.assert(
    fc.property(seed, fc.nat(), (number, which) => {
      const { definition } = formAt(number, 0)
      const rules = formRules(definition)
      if (rules.length === 0) return
      const rule = present(rules[which % rules.length])
      const form = openForm(definition)
      for (const [offset, part] of partsIn(form, rule)) {
        const own = withField(definition, fieldOf(rule.source, part))
        if (!isScalar(part) || Result.isFailure(check(own))) continue
        for (const pair of [0, 1]) {
          const { data, options } = inputAt(number, pair, definition)
          const { calculatedData, problems } = compiled(own).evaluate(data, options)
          if (problems.some(({ field }) => field === "part_of_its_own")) continue // too large for a field
          const found = present(valueAt(form, rule.pointer, offset, data, options))
          const value = calculatedData["part_of_its_own"] ?? null
          expect([found.range, part.kind, found.isOfEachRow]).toEqual([part.range, part.kind, false])
          seen += 1
          expect([
            rule.source,
            part.range,
            part.kind === "number" && found.value !== null ? Number(found.value) : found.value
          ]).toEqual([rule.source, part.range, value])
        }
      }
    }),
    { numRuns: 25 }
  )
  expect(seen).toBeGreaterThan(100)
})

it("a whole rule has the value that the explanation of the evaluation gives for it, in each row", () => {
  let seen = 0
  fc.assert(
    fc.property(seed, (number) => {
      const { checked: sound, definition } = formAt(number, 0)
      const form = openForm(definition)
      const { data, options } = inputAt(number, 0, definition)
      const places = new Map(
        rulesIn(definition).map((rule) => [
          rule.pointer,
          partsIn(form, rule).find(([, part]) => isWhole(part, rule.source))?.[0]
        ])
      )
      expect(sound.fields.length).toBeGreaterThan(0)
      for (const { gave, pointer, row } of compiled(definition).explain(data, options).trace) {
        const offset = places.get(pointer)
        if (offset === undefined) continue
        const found = present(
          valueAt(form, pointer, offset, data, { ...options, ...(row === undefined ? {} : { row }) })
        )
        // A value that its own field refuses is missing for others.
        if (pointer.endsWith("/formula") && gave === null) continue
        seen += 1
        const isNumber = found.kind === "number" && found.value !== null
        expect([pointer, row, isNumber ? Number(found.value) : found.value]).toEqual([
          pointer,
          row,
          isNumber ? Number(gave) : gave
        ])
      }
    }),
    { numRuns: 25 }
  )
  expect(seen).toBeGreaterThan(50)
})

const at = (text: string, type: JsonObject = { type: "number", decimals: 15 }) => {
  const source = text.replace("|_", "")
  const form = openForm(formOf({ fields: [...oneOfEach, { slug: "out", ...type, formula: source }] }))
  return { form, source, offset: text.indexOf("|_"), pointer: "/fields/12/formula" }
}

const typeOf = (text: string, type?: JsonObject) => {
  const { form, offset, pointer, source } = at(text, type)
  const found = typeAt(form, pointer, offset)
  return found && { part: source.slice(found.range.start, found.range.end), ...found, range: undefined }
}

const valueOf = (text: string, data: JsonObject) => {
  const { form, offset, pointer } = at(text)
  return valueAt(form, pointer, offset, data, { today: TODAY, draft: true })
}

it("the part at an operator is the operation, at a name the field", () => {
  expect(typeOf("round(pri|_ce * 1.5, 2)")).toEqual({
    part: "price",
    kind: "number",
    word: "an amount of money",
    decimals: 2,
    currency: "GBP",
    steps: 1
  })
  expect(typeOf("round(price |_* 1.5, 2)")).toEqual({
    part: "price * 1.5",
    kind: "number",
    word: "a number",
    decimals: 3,
    currency: "GBP",
    steps: 3
  })
  expect(typeOf("round(price / |_ whole, 2)")).toEqual({
    part: "price /  whole",
    kind: "number",
    word: "a division",
    currency: "GBP",
    steps: 3
  })
  expect(typeOf("cov|_er == 'comp' ? 1 : 2")).toMatchObject({ kind: "text", options: ["comp", "tpo"] })
})

it("an amount keeps its currency through sums, factors and functions, and a ratio of two has none", () => {
  const currencies = new Map([
    ["price |_+ 5", "GBP"],
    ["-|_price", "GBP"],
    ["round|_(price * amount, 2)", "GBP"],
    ["sum|_(drivers, d, d.fee * 2)", "GBP"],
    ["sum|_(map(drivers, d, d.fee))", "GBP"],
    ["sum(drivers, d, d.f|_ee)", "GBP"],
    ["max|_(price, coalesce(price, 1))", "GBP"],
    ["flag |_? price : 0", "GBP"],
    ["convert|_(price, 'EUR', amount)", "EUR"],
    ["mod|_(price, 5)", "GBP"],
    ["trunc|_(price / 3, 2)", "GBP"],
    ["round|_(price / price, 2)", undefined],
    ["price |_* price", undefined],
    ["sum|_(drivers, d, d.age)", undefined],
    ["whole |_+ 1", undefined],
    ["price |_> 3 ? 1 : 0", undefined]
  ])
  for (const [text, currency] of currencies) expect([text, typeOf(text)?.currency]).toEqual([text, currency])
})

it("a part that a list function asks of each row counts for every row, and has a value for each", () => {
  expect(typeOf("count(drivers, d, d.a|_ge > 3)")?.steps).toBe(10)
  const data = { drivers: [{ age: 30 }, {}, { age: 2 }], whole: 7 }
  expect(valueOf("count(drivers, d, d.a|_ge > 3)", data)).toEqual({
    range: { start: 18, end: 23 },
    kind: "number",
    value: ["30", null, "2"],
    isOfEachRow: true
  })
  expect(valueOf("count(drivers, d, d.age |_> 3)", data)?.value).toEqual([true, null, false])
  expect(valueOf("count(dri|_vers, d, d.age > 3)", data)).toMatchObject({ kind: "rows", value: 3, isOfEachRow: false })
  expect(valueOf("size(filter|_(drivers, d, d.age > 3))", data)?.value).toBe(1)
  expect(valueOf("sum(map|_(drivers, d, d.age))", data)).toMatchObject({ kind: "values", value: ["30", null, "2"] })
  expect(valueOf("round(whole |_/ 3, 2)", data)?.value).toBe("2.333333333333333333")
})

it("names in messages, templates and settings have types and values", () => {
  const form = openForm(everywhere)
  const data = { value: "200.00", cover: "comp", drivers: [{ name: "Ada", age: 30, ncd: 0 }, { name: "Bo" }] }
  const value = (pointer: string, offset: number, row?: number) =>
    valueAt(form, pointer, offset, data, { today: TODAY, draft: true, ...(row === undefined ? {} : { row }) })?.value
  expect(typeAt(form, "/outcomes/0/message", 15)).toMatchObject({ word: "an amount of money", currency: "GBP" })
  expect(value("/outcomes/0/message", 15)).toBe("200.00")
  expect(value("/effects/1/blocks/4/table/columns/1", 0)).toEqual(["30", null])
  expect(value("/checks/1/message", 2)).toBe("Ada")
  expect(value("/checks/1/message", 2, 0)).toBe("Ada")
  expect(value("/checks/1/message", 2, 1)).toBe("Bo")
  expect(value("/checks/1/message", 2, 2)).toBe(undefined)
  expect(value("/checks/0/check", 3)).toBe("8.50")
  expect(value("/title", 3)).toBe(undefined)
})

it("in a rule that cannot be parsed yet a name has its type, and nothing has a value", () => {
  const { form, offset, pointer } = at("round(pri|_ce *")
  expect(typeAt(form, pointer, offset)).toMatchObject({ word: "an amount of money", currency: "GBP" })
  expect(valueAt(form, pointer, offset, {}, { today: TODAY, draft: true })).toBe(undefined)
})
