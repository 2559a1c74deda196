import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import type { Evaluation } from "../../src/Evaluation.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { form, payload, shuffled } from "../arbitraries.ts"
import { compiled, formOf, TODAY } from "../support.ts"

const run = (definition: JsonObject, data: JsonObject, draft = false): Evaluation =>
  compiled(definition).evaluate(data, { today: TODAY, draft })

const fieldsOf = (definition: JsonObject): ReadonlyArray<Json> =>
  Array.isArray(definition["fields"]) ? definition["fields"] : []

/** An evaluation without the order that follows the definition's. */
const unordered = ({ calculatedData, hiddenFields, problems, ...rest }: Evaluation) => ({
  ...rest,
  calculatedData: { ...calculatedData },
  hiddenFields: hiddenFields.toSorted(),
  problems: problems.map((one) => JSON.stringify(one)).toSorted()
})

describe("laws", () => {
  it("the order of fields never matters", () => {
    fc.assert(
      fc.property(
        form.chain((one) => fc.tuple(fc.constant(one), shuffled(fieldsOf(one)))),
        payload,
        ([one, fields], data) => {
          expect(unordered(run({ ...one, fields }, data))).toEqual(unordered(run(one, data)))
        }
      )
    )
  })

  it("evaluating twice gives the same bytes", () => {
    fc.assert(
      fc.property(form, payload, payload, (one, data, another) => {
        const ready = compiled(one)
        const first = JSON.stringify(ready.evaluate(data, { today: TODAY, draft: false }))
        ready.evaluate(another, { today: "2001-01-01", draft: true })
        expect(JSON.stringify(ready.evaluate(data, { today: TODAY, draft: false }))).toBe(first)
        expect(JSON.stringify(run(one, data))).toBe(first)
      })
    )
  })

  it("hiding a field equals leaving it out", () => {
    const hideable = fc.constantFrom("whole", "price", "note", "born", "cover", "extras", "drivers")
    fc.assert(
      fc.property(form, payload, hideable, (one, data, slug) => {
        const fields = fieldsOf(one).map((field) =>
          typeof field === "object" && field !== null && "slug" in field && field["slug"] === slug
            ? { ...field, visibleWhen: "false" }
            : field
        )
        const hidden = run({ ...one, fields }, data)
        const { [slug]: _, ...without } = data
        expect(run({ ...one, fields }, without)).toEqual(hidden)
        // Beside a form that shows it but gets nothing: the same, but that it is not required and is said to be hidden.
        const shown = run(one, without)
        expect({ ...hidden, hiddenFields: hidden.hiddenFields.filter((name) => name !== slug) }).toEqual({
          ...shown,
          problems: shown.problems.filter(({ code, field }) => !(code === "required" && field === slug)),
          valid: shown.problems.every(({ code, field }) => code === "required" && field === slug)
        })
      })
    )
  })

  it("a draft differs only in what is required", () => {
    fc.assert(
      fc.property(form, payload, (one, data) => {
        const full = run(one, data)
        const draft = run(one, data, true)
        const kept = full.problems.filter(({ code }) => code !== "required")
        expect(draft).toEqual({ ...full, problems: kept, valid: kept.length === 0 })
      })
    )
  })

  it("adding a field that nothing reads changes nothing else", () => {
    fc.assert(
      fc.property(form, payload, (one, data) => {
        const more = { ...one, fields: [{ slug: "zzz", type: "integer" }, ...fieldsOf(one)] }
        expect(run(more, data)).toEqual(run(one, data))
      })
    )
  })

  it("rules see a value with a problem of its own as not sent", () => {
    fc.assert(
      fc.property(form, payload, (one, data) => {
        const full = run(one, data)
        const bad = new Set(
          full.problems
            .filter(
              ({ code, field }) =>
                !["required", "min_items", "unique", "rule", "unknown_field"].includes(code) && !/[.[]/.test(field)
            )
            .map(({ field }) => field)
        )
        const without = Object.fromEntries(Object.entries(data).filter(([name]) => !bad.has(name)))
        const again = run(one, without)
        expect(again.calculatedData).toEqual(full.calculatedData)
        expect(again.outcomes).toEqual(full.outcomes)
        expect(again.hiddenFields).toEqual(full.hiddenFields)
      })
    )
  })

  it("every circle of fields is found and named, and no other form is faulted for one", () => {
    const size = 7
    const edge = fc.tuple(fc.integer({ min: 0, max: size - 1 }), fc.integer({ min: 0, max: size - 1 }), fc.boolean())
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 12 }), (edges) => {
        const reads = (from: number, hides: boolean) =>
          edges.filter(([a, _, h]) => a === from && h === hides).map(([_, b]) => `f${b}`)
        const fields = Array.from({ length: size }, (_, index) => ({
          slug: `f${index}`,
          type: "integer",
          formula: [...reads(index, false), "1"].join(" + "),
          visibleWhen: [...reads(index, true).map((slug) => `${slug} > 0`), "true"].join(" && ")
        }))
        // Independently: take away fields that read nothing left; a circle is what remains.
        let left = new Set(Array.from({ length: size }, (_, index) => index))
        for (let before = -1; before !== left.size;) {
          before = left.size
          left = new Set([...left].filter((from) => edges.some(([a, b]) => a === from && left.has(b))))
        }
        const result = check(formOf({ fields }))
        expect(Result.isFailure(result)).toBe(left.size > 0)
        if (Result.isSuccess(result)) return
        for (const { message } of result.failure) {
          const circle = message.slice(message.lastIndexOf(":") + 2, -1).split(" → ")
          expect(circle.length).toBeGreaterThan(1)
          expect(circle[0]).toBe(circle.at(-1))
          circle.slice(1).forEach((to, index) => {
            expect(edges.some(([a, b]) => `f${a}` === circle[index] && `f${b}` === to)).toBe(true)
          })
        }
      }),
      { numRuns: 300 }
    )
  })
})
