/** What an author types may be anything, at any moment: the functions of an editor answer, and never throw. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { references } from "../../src/authoring/references.ts"
import { rename } from "../../src/authoring/rename.ts"
import { typeAt } from "../../src/authoring/typeAt.ts"
import { valueAt } from "../../src/authoring/valueAt.ts"
import { check } from "../../src/check.ts"
import type { Json } from "../../src/Json.ts"
import { jsonValues } from "../jsonValues.ts"
import { formOf, TODAY } from "../support.ts"
import { wild } from "./typing.ts"

const askEverything = (definition: Json, pointer: string, offset: number): void => {
  const form = openForm(definition)
  expect(Result.isSuccess(form.checked)).toBe(Result.isSuccess(check(definition)))
  for (const place of new Set([pointer, ...[...form.sites.keys()].slice(0, 3)])) {
    const source = form.sites.get(place)?.source
    for (const one of completionsAt(form, place, offset)) {
      expect(one.range.start).toBeLessThanOrEqual(one.range.end)
      expect(one.range.end).toBeLessThanOrEqual(source?.length ?? 0)
      expect(one.caret).toBeLessThanOrEqual(one.text.length)
    }
    const part = typeAt(form, place, offset)
    const value = valueAt(form, place, offset, { drivers: [{}] }, { today: TODAY, draft: true })
    if (value !== undefined) expect(value.range).toEqual(part?.range)
  }
  for (const field of [pointer, "/fields/0", "/fields/1/fields/0/slug", ""]) {
    expect(Array.isArray(references(form, field))).toBe(true)
    expect(rename(form, field, "renamed")).toBeDefined()
  }
}

it("every question about a form with any faults has an answer", () => {
  fc.assert(
    fc.property(wild, ({ definition, offset, pointer }) => askEverything(definition, pointer, offset)),
    { numRuns: 120 }
  )
})

it("every question about JSON that is no form has an answer", () => {
  fc.assert(
    fc.property(jsonValues({ maxDepth: 4 }), fc.string(), fc.integer(), (json, pointer, offset) =>
      askEverything(json, pointer, offset)
    ),
    { numRuns: 300 }
  )
})

it("a place outside of the text, and one that is no number, has no answer", () => {
  const form = openForm(formOf({ fields: [{ slug: "a", type: "integer", formula: "1 + " }] }))
  for (const offset of [-1, 5, NaN, Infinity]) {
    expect(completionsAt(form, "/fields/0/formula", offset)).toEqual([])
    expect(typeAt(form, "/fields/0/formula", offset)).toBe(undefined)
  }
})

it("an expression at every limit is completed within its own size", () => {
  const deep = `${"(".repeat(60)}a`
  const long = Array.from({ length: 480 }, () => "a").join(" + ")
  for (const formula of [deep, `${long} + `, "a ? ".repeat(200), `'${"x".repeat(20_000)}`, "any(".repeat(300)]) {
    const form = openForm(
      formOf({
        fields: [
          { slug: "a", type: "integer" },
          { slug: "b", type: "integer", formula }
        ]
      })
    )
    for (const one of completionsAt(form, "/fields/1/formula", formula.length))
      expect(one.text.length).toBeGreaterThan(0)
  }
})
