/** Values between two rows of a table: laws, and what an author reads of them. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { checked, faultsOf, formOf, TODAY } from "../support.ts"

const options = { today: TODAY, draft: false }

interface Line {
  readonly at: number
  readonly value: number | null
}

/** What a form with these formulas computes of `x` and `area`: by both back ends, which have to agree. */
const computed = (table: JsonObject, formulas: Readonly<Record<string, string>>, decimals = 6) => {
  const form = checked(
    formOf({
      tables: { line: table },
      fields: [
        { slug: "x", type: "number", decimals: 4 },
        { slug: "area", type: "text" },
        { slug: "day", type: "date" },
        ...Object.entries(formulas).map(([slug, formula]) => ({ slug, type: "number", decimals, formula }))
      ]
    })
  )
  const [closures, generated] = [compileClosures(form), compileGenerated(form)]
  return (data: JsonObject): Readonly<Record<string, Json>> => {
    const { calculatedData } = generated.evaluate(data, options)
    expect(closures.evaluate(data, options).calculatedData).toEqual(calculatedData)
    return calculatedData
  }
}

const keys = [{ name: "at", type: "number", decimals: 2, match: "from" }]
const values = [{ name: "value", type: "number", decimals: 2 }]

const tableOf = (lines: ReadonlyArray<Line>): JsonObject => ({
  keys,
  values,
  rows: lines.map(({ at, value }) => [at / 100, value === null ? null : value / 100])
})

const both = {
  interpolated: "round(lookupInterpolated(line, 'value', x), 6)",
  found: "lookup(line, 'value', x)"
}

/** At hundredths, so that most keys fall between two rows. */
const lines = fc
  .uniqueArray(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 8 })
  .chain((ats) =>
    fc.tuple(
      ...ats
        .toSorted((a, b) => a - b)
        .map((at) => fc.integer({ min: -100_000, max: 100_000 }).map((value): Line => ({ at, value })))
    )
  )

describe("lookupInterpolated", () => {
  it("is at a row what lookup is there, and after the last one too; below the first both are missing", () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 500 }), (rows, beyond) => {
        const of = computed(tableOf(rows), both)
        for (const { at, value } of rows) {
          const { found, interpolated } = of({ x: at / 100 })
          expect(interpolated).toBe(found)
          expect(interpolated).toBe((value ?? 0) / 100)
        }
        const [first, last] = [rows[0], rows.at(-1)]
        expect(of({ x: ((last?.at ?? 0) + beyond) / 100 })["interpolated"]).toBe((last?.value ?? 0) / 100)
        expect(of({ x: ((first?.at ?? 0) - 1) / 100 })).toEqual({ interpolated: null, found: null })
      }),
      { numRuns: 60 }
    )
  })

  it("lies between its two rows, on the line through them", () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: -50_000, max: 50_000 }), (rows, tenThousandths) => {
        const x = tenThousandths / 10_000
        const { interpolated } = computed(tableOf(rows), both)({ x })
        const index = rows.findLastIndex(({ at }) => at * 100 <= tenThousandths)
        const [low, high] = [rows[index], rows[index + 1]]
        if (low === undefined || high === undefined) return
        // Exact: in whole numbers, rounded half away from zero at the sixth decimal.
        const [from, to] = [BigInt(low.at) * 100n, BigInt(high.at) * 100n]
        const [a, b] = [BigInt(low.value ?? 0), BigInt(high.value ?? 0)]
        const at = BigInt(tenThousandths)
        const [top, bottom] = [(a * (to - at) + b * (at - from)) * 10_000n, to - from]
        const size = top < 0n ? -top : top
        const millionths = (2n * size + bottom) / (2n * bottom)
        expect(interpolated).toBe(
          (top < 0n ? -1 : 1) * Number(millionths) === 0 ? 0 : (Number(millionths) / 1e6) * (top < 0n ? -1 : 1)
        )
      }),
      { numRuns: 200 }
    )
  })

  it("goes to the next row that is alike in the other keys, and keeps to the rows that name most", () => {
    const of = computed(
      {
        keys: [{ name: "area", type: "text" }, ...keys],
        values,
        rows: [
          ["north", 0, 10],
          ["south", 5, 99],
          ["north", 10, 20],
          ["*", 0, 1],
          ["*", 100, 2],
          ["*", "*", 7]
        ]
      },
      { got: "round(lookupInterpolated(line, 'value', area, x), 2)" }
    )
    expect(of({ area: "north", x: 5 })).toEqual({ got: 15 })
    expect(of({ area: "north", x: 50 })).toEqual({ got: 20 })
    expect(of({ area: "west", x: 50 })).toEqual({ got: 1.5 })
    expect(of({ area: "west", x: -1 })).toEqual({ got: 7 })
    expect(of({ x: 5 })).toEqual({ got: null })
  })

  it("is missing between two rows of which one has no value, and at that row", () => {
    const of = computed(
      tableOf([
        { at: 0, value: 100 },
        { at: 1_000, value: null },
        { at: 2_000, value: 300 }
      ]),
      both
    )
    const between = [0, 5, 10, 15, 20].map((x) => of({ x })["interpolated"])
    expect(between).toEqual([1, null, null, null, 3])
  })

  it("goes along dates by the day", () => {
    const of = computed(
      {
        keys: [{ name: "since", type: "date", match: "from" }],
        values,
        rows: [
          ["2026-01-01", 100],
          ["2026-01-31", 130]
        ]
      },
      { got: "round(lookupInterpolated(line, 'value', day), 2)" }
    )
    expect(of({ day: "2026-01-11" })).toEqual({ got: 110 })
    expect(of({ day: "2027-01-11" })).toEqual({ got: 130 })
    expect(of({ day: "2025-12-31" })).toEqual({ got: null })
  })

  it("is exact where a double is not", () => {
    const of = computed(
      {
        keys: [{ name: "at", type: "integer", match: "from" }],
        values: [{ name: "value", type: "number", decimals: 6 }],
        rows: [
          [0, "0"],
          ["900000000000000", "900000000.000001"]
        ]
      },
      { got: "round(lookupInterpolated(line, 'value', floor(x) * 100000000000), 6)" }
    )
    // 900000000.000001 × 4,500 / 9,000 is …000.0000005, which rounds away from zero.
    expect(of({ x: 4500 })).toEqual({ got: 450_000_000.000001 })
  })

  it("may be compared without rounding", () => {
    const of = computed(
      tableOf([
        { at: 0, value: 0 },
        { at: 300, value: 100 }
      ]),
      {
        got: "lookupInterpolated(line, 'value', x) == 1 / 3 ? 1 : 0"
      }
    )
    expect(of({ x: 1 })).toEqual({ got: 1 })
    expect(of({ x: 1.0001 })).toEqual({ got: 0 })
  })
})

describe("an author reads", () => {
  const form = (
    formula: string,
    table: JsonObject = tableOf([
      { at: 0, value: 0 },
      { at: 300, value: 100 }
    ])
  ) =>
    formOf({
      tables: { line: table },
      fields: [
        { slug: "x", type: "integer" },
        { slug: "got", type: "number", formula }
      ]
    })

  it("which row it began at", () => {
    const { trace } = compileGenerated(checked(form("round(lookupInterpolated(line, 'value', x), 2)"))).explain(
      { x: 1 },
      options
    )
    expect(trace.map(({ words }) => words)).toEqual(["got is 0.33: x is 1; and row of line is 1."])
  })

  it.each([
    [
      "lookupInterpolated(line, 'value', x)",
      "may have endless decimals, so it is rounded at once: `round(lookupInterpolated(line, 'value', x), 2)`."
    ],
    [
      "round(lookupInterpolated(line), 2)",
      "is written `lookupInterpolated(table, 'column', key, …)`; here one value stands in its parentheses."
    ],
    [
      "round(lookupInterpolated(line, 'value', x, x), 2)",
      "`lookupInterpolated(line, 'column', at)`; here 2 keys stand."
    ],
    [
      "round(interpolate(line, 'value', x), 2)",
      "Between two rows of a table goes `round(lookupInterpolated(table, 'column', key), 2)`."
    ]
  ])("what is wrong with %s", (formula, sentence) => {
    expect(faultsOf(form(formula))).toContain(sentence)
  })

  it("that a text has nothing between, and a table without ranges neither", () => {
    const rows = [["a", "b"]]
    const texts = { keys: [{ name: "k", type: "text" }], values: [{ name: "value", type: "text" }], rows }
    expect(faultsOf(form("round(lookupInterpolated(line, 'value', 'a'), 2)", texts))).toContain(
      "`lookupInterpolated` works on numbers; `value` of the table `line` is none. Use `lookup`."
    )
    const exact = { ...tableOf([{ at: 0, value: 1 }]), keys: [{ name: "at", type: "number", decimals: 2 }] }
    expect(faultsOf(form("round(lookupInterpolated(line, 'value', x), 2)", exact))).toContain(
      'goes along the one key that begins ranges (`"match": "from"`); the table `line` has none.'
    )
  })
})
