/** Which rules of a form no payload reaches. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { coveringInSlices, type Coverage } from "../../src/cases/coverage.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { finish } from "../../src/values/Slices.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { checked, formOf, TODAY } from "../support.ts"

const coverageOf = (definition: Json, payloads: ReadonlyArray<readonly [JsonObject, string]>): Coverage => {
  const covering = finish(coveringInSlices(definition))
  if (Result.isFailure(covering)) throw new Error(JSON.stringify(covering.failure))
  for (const [data, today] of payloads) covering.success.run(data, today)
  return covering.success.coverage()
}

const unreached = (definition: Json, ...payloads: ReadonlyArray<JsonObject>): ReadonlyArray<string> =>
  coverageOf(
    definition,
    payloads.map((data) => [data, TODAY])
  ).unreached.map(({ never, pointer, range, text }) =>
    text === undefined ? `${pointer} ${never}` : `${pointer} ${never} ${text} ${range?.start}`
  )

/** What the trace of a rule says that it did; a check that is not known did nothing. */
const sideOf = (pointer: string, gave: Json): string => {
  if (pointer.endsWith("/formula")) return gave === null ? "" : "given"
  return gave === null && pointer.endsWith("/check") ? "" : String(gave === true)
}

const roof = formOf({
  fields: [
    { slug: "area", type: "integer" },
    { slug: "flat", type: "boolean" },
    { slug: "pitch", type: "integer", visibleWhen: "flat == false", requiredWhen: "area > 10" },
    { slug: "price", type: "integer", formula: "area * (flat ? 38 : pitch > 45 ? 60 : 42)" },
    { slug: "note", type: "integer", visibleWhen: "area > 99", formula: "area" }
  ],
  checks: [{ id: "steep", field: "pitch", check: "pitch < 80", message: "Steep" }],
  outcomes: [{ id: "survey", severity: "info", when: "area > 150", message: "Survey" }]
})

describe("the rules that no case reaches", () => {
  it("are all of them without a case, and none once each has been on both sides", () => {
    expect(unreached(roof)).toEqual([
      "/fields/2/visibleWhen true",
      "/fields/2/visibleWhen false",
      "/fields/2/requiredWhen true",
      "/fields/2/requiredWhen false",
      "/fields/3/formula given",
      "/fields/3/formula chosen 38 15",
      "/fields/3/formula chosen pitch > 45 ? 60 : 42 20",
      "/fields/3/formula chosen 60 33",
      "/fields/3/formula chosen 42 38",
      "/fields/4/visibleWhen true",
      "/fields/4/visibleWhen false",
      "/fields/4/formula given",
      "/checks/0/check true",
      "/checks/0/check false",
      "/outcomes/0/when true",
      "/outcomes/0/when false"
    ])
    expect(
      unreached(
        roof,
        { area: 200, flat: true },
        { area: 5, flat: false, pitch: 50 },
        { area: 50, flat: false, pitch: 20 },
        { area: 50, flat: false, pitch: 90 }
      )
    ).toEqual([])
  })

  it("are not reached by the rules of hidden fields, nor by what is not known", () => {
    expect(unreached(roof, { area: 5 })).toEqual([
      "/fields/2/visibleWhen true",
      "/fields/2/requiredWhen true",
      "/fields/2/requiredWhen false",
      "/fields/3/formula given",
      "/fields/3/formula chosen 38 15",
      "/fields/3/formula chosen pitch > 45 ? 60 : 42 20",
      "/fields/3/formula chosen 60 33",
      "/fields/3/formula chosen 42 38",
      "/fields/4/visibleWhen true",
      "/fields/4/formula given",
      "/checks/0/check true",
      "/checks/0/check false",
      "/outcomes/0/when true"
    ])
  })

  it("are looked for behind what decides: `&&`, `||`, `coalesce`, and in each row", () => {
    const form = formOf({
      fields: [
        { slug: "a", type: "integer" },
        { slug: "rows", type: "list", fields: [{ slug: "n", type: "integer" }] },
        { slug: "first", type: "integer", formula: "coalesce(a, a == null ? 1 : 2)" },
        { slug: "most", type: "integer", formula: "sum(rows, r, r.n > 3 ? 1 : 0)" }
      ],
      outcomes: [{ id: "o", severity: "info", when: "a > 1 && (a > 5 ? true : false)", message: "o" }]
    })
    expect(unreached(form, { a: 1, rows: [{ n: 1 }] })).toEqual([
      "/fields/2/formula chosen 1 24",
      "/fields/2/formula chosen 2 28",
      "/fields/3/formula chosen 1 23",
      "/outcomes/0/when true",
      "/outcomes/0/when chosen true 18",
      "/outcomes/0/when chosen false 25"
    ])
    expect(unreached(form, { rows: [{ n: 9 }, { n: 1 }] }, { a: 2 }, { a: 6 })).toEqual([
      "/fields/2/formula chosen 2 28"
    ])
  })

  it("are rows of tables too, each once, however many lookups there are", () => {
    const form = formOf({
      tables: {
        area: {
          keys: [{ name: "region", type: "text" }],
          values: [{ name: "rate", type: "integer" }],
          rows: [
            ["north", 1],
            ["south", 2],
            ["*", 3]
          ]
        }
      },
      fields: [
        { slug: "region", type: "text", maxLength: 20 },
        { slug: "one", type: "integer", formula: "lookup(area, 'rate', region)" },
        { slug: "two", type: "integer", formula: "lookup(area, 'rate', region) + 1" }
      ]
    })
    const found = (...regions: ReadonlyArray<string>) =>
      coverageOf(
        form,
        regions.map((region) => [{ region }, TODAY])
      )
    expect(found("south")).toMatchObject({
      parts: 2,
      reached: 2,
      unreached: [],
      tables: [
        {
          table: "area",
          rows: 3,
          found: 1,
          unfound: [
            { row: 1, keys: ["north"] },
            { row: 3, keys: ["*"] }
          ]
        }
      ]
    })
    expect(found("south", "west", "north").tables).toEqual([{ table: "area", rows: 3, found: 3, unfound: [] }])
  })

  it("hide behind no table: rules are listed whatever the rows are, and of those the first twenty by their keys", () => {
    const form = formOf({
      tables: {
        rates: {
          keys: [
            { name: "region", type: "text" },
            { name: "from", type: "date", match: "from" },
            { name: "size", type: "number", decimals: 2 }
          ],
          values: [{ name: "rate", type: "integer" }],
          rows: Array.from({ length: 2_000 }, (_, index) => [`r${index}`, "2026-01-31", "1.50", index])
        }
      },
      fields: [
        { slug: "region", type: "text", maxLength: 20 },
        { slug: "rate", type: "integer", formula: "lookup(rates, 'rate', region, date('2026-02-01'), 1.5)" }
      ],
      outcomes: [{ id: "high", severity: "info", when: "rate > 1000", message: "High" }]
    })
    const { parts, tables, unreached: missed } = coverageOf(form, [[{ region: "r1" }, TODAY]])
    expect({ parts, missed: missed.map(({ never, pointer }) => `${pointer} ${never}`) }).toEqual({
      parts: 3,
      missed: ["/outcomes/0/when true"]
    })
    expect(tables.map(({ found, rows, unfound }) => [found, rows, unfound.length])).toEqual([[1, 2_000, 20]])
    expect(tables[0]?.unfound.slice(0, 2)).toEqual([
      { row: 1, keys: ["r0", "2026-01-31", "1.50"] },
      { row: 3, keys: ["r2", "2026-01-31", "1.50"] }
    ])
  })

  it("do not ask for what no payload does: a field that is required just while it is shown", () => {
    const form = (requiredWhen: string) =>
      formOf({
        fields: [
          { slug: "flat", type: "boolean" },
          { slug: "pitch", type: "integer", visibleWhen: "flat == false", requiredWhen }
        ]
      })
    const cases = [{ flat: false }, { flat: true }]
    expect(unreached(form(" flat == false"), ...cases)).toEqual([])
    expect(unreached(form("flat == false"))).toEqual([
      "/fields/1/visibleWhen true",
      "/fields/1/visibleWhen false",
      "/fields/1/requiredWhen true"
    ])
    expect(unreached(form("false == flat"), ...cases)).toEqual(["/fields/1/requiredWhen false"])
  })

  it("agree with the trace of the same evaluations", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const { definition } = formAt(seed, 0)
        const form = compileClosures(checked(definition))
        const inputs = [0, 1, 2].map((pair) => inputAt(seed, pair, definition))
        const seen = new Set<string>()
        for (const { data, options } of inputs)
          for (const { gave, pointer } of form.explain(data, { ...options, draft: false }).trace)
            seen.add(`${pointer} ${sideOf(pointer, gave)}`)
        const { unreached: missed } = coverageOf(
          definition,
          inputs.map(({ data, options }) => [data, options.today])
        )
        const rules = missed.filter(({ never }) => never !== "chosen")
        for (const { never, pointer } of rules) expect(seen).not.toContain(`${pointer} ${never}`)
        // A value that breaks a bound of its field is given too, and the trace has none.
        const all = coverageOf(definition, []).unreached.filter(({ never }) => never === "true" || never === "false")
        const missing = new Set(rules.map(({ never, pointer }) => `${pointer} ${never}`))
        for (const { never, pointer } of all)
          if (!missing.has(`${pointer} ${never}`)) expect(seen).toContain(`${pointer} ${never}`)
      }),
      { numRuns: 150 }
    )
  })
})
