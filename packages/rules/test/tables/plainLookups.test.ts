/** Lookups by one key that every row names, of columns with and without gaps: generated code gives what the closures give, and both what stands in the rows. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import type { Json, JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { byVersionKey } from "../../src/tables/references.ts"
import { checked, formOf, TODAY } from "../support.ts"
import { ready } from "./ready.ts"

const options = { today: TODAY, draft: false }

const keys = {
  text: {
    column: { name: "key", type: "text" },
    field: { type: "text" },
    cells: fc.constantFrom("a", "b", "", "a longer one", "€")
  },
  integer: {
    column: { name: "key", type: "integer" },
    field: { type: "integer" },
    cells: fc.integer({ min: -3, max: 5 })
  },
  ranges: {
    column: { name: "key", type: "integer", match: "from" },
    field: { type: "integer" },
    cells: fc.integer({ min: -3, max: 5 })
  }
} as const

/** Whole numbers of a column with decimals are counted in another unit than others. */
const amounts = fc.oneof(
  fc.integer({ min: -9, max: 9 }),
  fc.integer({ min: -999, max: 999 }).map((cents) => cents / 100)
)

const gaps = <A>(cells: fc.Arbitrary<A>, hasGaps: boolean): fc.Arbitrary<A | null> =>
  hasGaps ? fc.option(cells, { freq: 3 }) : cells

const cases = fc
  .tuple(fc.constantFrom<keyof typeof keys>("text", "integer", "ranges"), fc.boolean(), fc.boolean())
  .chain(([kind, hasGaps, areWhole]) => {
    const cells: fc.Arbitrary<string | number> = keys[kind].cells
    const row = fc.tuple(
      cells,
      gaps(areWhole ? fc.integer({ min: -9, max: 9 }) : amounts, hasGaps),
      gaps(fc.constantFrom("", "x", "yes"), hasGaps),
      gaps(fc.constantFrom("2024-02-29", "1999-12-31"), hasGaps)
    )
    return fc.record({
      kind: fc.constant(kind),
      rows: fc.uniqueArray(row, { selector: ([key]) => key, minLength: 1, maxLength: 8 }),
      sought: fc.array(fc.option(cells, { nil: undefined }), { minLength: 4, maxLength: 8 })
    })
  })

const columns = [
  ["amount", { type: "number", decimals: 2 }],
  ["words", { type: "text" }],
  ["day", { type: "date" }]
] as const

const fieldsOf = (kind: keyof typeof keys): ReadonlyArray<JsonObject> => [
  { slug: "key", ...keys[kind].field },
  ...columns.map(([slug, type]) => ({ slug, ...type, formula: `lookup(t, '${slug}', key)` })),
  { slug: "twice", type: "number", decimals: 2, formula: "2 * coalesce(lookup(t, 'amount', key), 7)" }
]

/** The same form with a table of its own, and with one of its organisation that was made ready. */
const formsOf = (kind: keyof typeof keys, rows: ReadonlyArray<ReadonlyArray<Json>>) => {
  const table = { keys: [keys[kind].column], values: columns.map(([name, type]) => ({ name, ...type })), rows }
  const fields = fieldsOf(kind)
  return [
    checked(formOf({ tables: { t: table }, fields })),
    checked(formOf({ tables: { t: "t" }, fields }), {}, { tables: byVersionKey([ready("t", table)]) })
  ]
}

it("law: what the rows have, by both back ends", () => {
  fc.assert(
    fc.property(cases, ({ kind, rows, sought }) => {
      const forms = formsOf(kind, rows).map((form) => [compileClosures(form), compileGenerated(form)])
      for (const key of sought) {
        const data = key === undefined ? {} : { key }
        const given = forms.flat().map((form) => form.evaluate(data, options).calculatedData)
        const met = rows.filter(([own]) => (kind === "ranges" ? Number(own) <= Number(key ?? NaN) : own === key))
        const [, amount = null, words = null, day = null] = met.toSorted(([a], [b]) => Number(b) - Number(a))[0] ?? []
        const expected = { amount, words, day, twice: 2 * (amount ?? 7) }
        expect(given).toEqual([expected, expected, expected, expected])
      }
    }),
    { numRuns: 300 }
  )
})
