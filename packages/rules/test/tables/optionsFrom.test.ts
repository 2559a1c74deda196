/** Choices whose options stand in a table: as if they were written in the form, up to 100,000 of them. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compare } from "../../src/compare.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { exampleOf } from "../../src/describe/exampleOf.ts"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { checked, faultsOf, formOf, TODAY } from "../support.ts"

const options = { today: TODAY, draft: false }

const keys = [
  { name: "code", type: "text" },
  { name: "since", type: "integer", match: "from" }
]
const values = [
  { name: "name", type: "text" },
  { name: "fee", type: "number", decimals: 2 }
]
const rows: ReadonlyArray<ReadonlyArray<Json>> = [
  ["n", 1900, "North", "1.00"],
  ["s", 1900, "South", "2.00"],
  ["n", 1980, "North", "3.00"],
  ["*", "*", "Elsewhere", "9.00"]
]
const area: JsonObject = { keys, values, rows }

const from = (optionsFrom: Json, more: JsonObject = {}, table: JsonObject = area): JsonObject =>
  formOf({ tables: { area: table }, fields: [{ slug: "place", type: "choice", required: true, optionsFrom, ...more }] })

const written = (list: ReadonlyArray<JsonObject>): JsonObject =>
  formOf({ tables: { area }, fields: [{ slug: "place", type: "choice", required: true, options: list }] })

const labelled = { table: "area", value: "code", label: "name" }

describe("options of a table", () => {
  it("are the different texts of a column, in the order of the rows, with their labels", () => {
    const [bare, shown] = [checked(from("area.code")), checked(from(labelled))]
    expect(bare.definition.fields[0]).toMatchObject({
      options: [
        { value: "n", label: "n" },
        { value: "s", label: "s" }
      ],
      optionsFrom: { table: "area", value: "code" }
    })
    expect(shown.definition.fields[0]).toMatchObject({
      options: [
        { value: "n", label: "North" },
        { value: "s", label: "South" }
      ]
    })
  })

  it("law: they are what the same options are that stand in the form", () => {
    const cell = fc.constantFrom("a", "b", "c", "d d", "é", "it's", "__proto__")
    fc.assert(
      fc.property(fc.uniqueArray(cell, { minLength: 1 }), fc.jsonValue({ maxDepth: 1 }), cell, (codes, any, some) => {
        const table = {
          keys: [{ name: "code", type: "text" }],
          values: [{ name: "n", type: "integer" }],
          rows: codes.map((code, index) => [code, index])
        }
        const one = checked(from("area.code", {}, table))
        const other = checked(written(codes.map((value) => ({ value }))))
        expect(schemaOf(one)).toEqual(schemaOf(other))
        expect(compare(one, other)).toMatchObject({ breaking: false })
        for (const place of [some, JSON.parse(JSON.stringify(any)), codes[0] ?? ""]) {
          const wanted = compileClosures(other).evaluate({ place }, options)
          for (const run of [compileGenerated(one), compileClosures(one)])
            expect(run.evaluate({ place }, options)).toEqual(wanted)
          expect(runPortable(toPortable(one)).evaluate({ place }, options).problems).toEqual(wanted.problems)
        }
      }),
      { numRuns: 60 }
    )
  })

  it("are shown by their labels, and compared with as any choice", () => {
    const more = { checks: [{ id: "no", check: "place != 's'", message: "Not {place}" }] }
    const form = checked({ ...from(labelled), ...more })
    const [problem] = compileGenerated(form).evaluate({ place: "s" }, options).problems
    expect(problem?.message).toBe("Not South")
    expect(faultsOf({ ...from(labelled), checks: [{ id: "no", check: "place != 'x'", message: "No" }] })).toContain(
      "`place` has no option `'x'`."
    )
  })

  it("of rows and of several choices too", () => {
    const form = checked(
      formOf({
        tables: { area },
        fields: [
          { slug: "places", type: "choices", optionsFrom: "area.code" },
          { slug: "stays", type: "list", fields: [{ slug: "at", type: "choice", optionsFrom: labelled }] }
        ]
      })
    )
    const problems = (data: JsonObject): ReadonlyArray<string> =>
      compileGenerated(form)
        .evaluate(data, options)
        .problems.map(({ message }) => message)
    expect(problems({ places: ["n", "s"], stays: [{ at: "n" }] })).toEqual([])
    expect(problems({ places: ["x"], stays: [{ at: "y" }] })).toEqual([
      "places has no option “x”.",
      "at has no option “y”."
    ])
  })

  it("100,000 of them are checked, run, described and written in little", () => {
    const many = {
      keys: [{ name: "code", type: "text" }],
      values: [{ name: "name", type: "text" }],
      rows: Array.from({ length: 100_000 }, (_, index) => [`c${index}`, `Place ${index}`])
    }
    const form = checked(from(labelled, {}, many), { tableRows: 100_000 })
    const schema = schemaOf(form)
    expect(schema["properties"]).toMatchObject({
      place: { type: "string", maxLength: 6, $comment: "One of 100000 options, area.code, name." }
    })
    expect(JSON.stringify(schema).length).toBeLessThan(1_000)
    expect(exampleOf(form, TODAY)).toEqual({ place: "c0" })
    for (const run of [compileGenerated(form), compileClosures(form)]) {
      expect(run.evaluate({ place: "c99999" }, options).valid).toBe(true)
      expect(run.evaluate({ place: "c100000" }, options).problems[0]?.message).toBe("place has no option “c100000”.")
    }
    // The rows once, and no option beside them.
    expect(toPortable(form).length).toBeLessThan(JSON.stringify(many.rows).length + 4_000)
  })
})

describe("a comparison", () => {
  const without = { keys, values, rows: rows.filter(([code]) => code !== "s") }

  it("tells options that a table lost, which refuses callers, and those that it won", () => {
    const lost = compare(checked(from("area.code")), checked(from("area.code", {}, without)))
    expect(lost.breaking).toBe(true)
    expect(lost.changes.find(({ member }) => member === "options")).toMatchObject({
      name: "place",
      before: ["n", "s"],
      after: ["n"],
      why: "`place` has no option “s” any longer."
    })
    const won = compare(checked(from("area.code", {}, without)), checked(from("area.code")))
    expect(won.changes.find(({ member }) => member === "options")?.breaking).toBe(false)
  })

  it("names twenty of very many", () => {
    const table = (count: number) => ({
      keys: [{ name: "code", type: "text" }],
      values: [{ name: "n", type: "integer" }],
      rows: Array.from({ length: count }, (_, index) => [`c${index}`, 0])
    })
    const form = (count: number) => checked(from("area.code", {}, table(count)), { tableRows: 10_000 })
    const change = compare(form(3_000), form(2_000)).changes.find(({ member }) => member === "options")
    expect(change?.why).toMatch(/“c2000”, “c2001”.* and 980 more any longer\.$/u)
    expect(change?.after).toEqual([])
  })
})

describe("an author reads", () => {
  it.each<[Json, string]>([
    ["area", 'a table and its column, such as `"areas.code"`'],
    ["areas.code", "There is no table `areas`. Did you mean `area`?"],
    ["area.coed", "The table `area` has no column `coed`. Did you mean `code`?"],
    ["area.fee", "Options are texts, and `fee` of the table `area` is none."],
    [{ table: "area", value: "code", label: "fee" }, "Options are texts, and `fee` of the table `area` is none."],
    [{ table: "area" }, "A table's column needs a `value`"]
  ])("what is wrong with %j, once", (optionsFrom, sentence) => {
    const faults = faultsOf(from(optionsFrom, { visibleWhen: "1 == 1" }))
    expect(faults).toContain(sentence)
    expect(faults.match(/^\/fields/gmu)).toHaveLength(1)
  })

  it("that a choice has one of the two", () => {
    expect(faultsOf(from("area.code", { options: [{ value: "n" }] }))).toContain("Take out `options` or `optionsFrom`.")
    expect(faultsOf(formOf({ fields: [{ slug: "place", type: "choice" }] }))).toContain("needs `options`")
  })

  it("which text has two labels", () => {
    const table = { keys, values, rows: [...rows, ["s", 2000, "Sud", "1.00"]] }
    expect(faultsOf(from(labelled, {}, table))).toContain(
      "“s” stands in several rows of the table `area` with different labels, “South” and “Sud”. A choice shows one."
    )
  })

  it("that a column is empty, or has too long a text, or too many for several choices", () => {
    expect(faultsOf(from("area.code", {}, { keys, values, rows: [["*", "*", "x", 1]] }))).toContain(
      "no text in any row"
    )
    const long = { keys, values, rows: [["a", 1, "x".repeat(300), 1]] }
    expect(faultsOf(from("area.name", {}, long))).toContain("An option has 200 characters at most")
    const many = { keys, values, rows: Array.from({ length: 1_001 }, (_, index) => [`c${index}`, 1, "x", 1]) }
    expect(faultsOf(from("area.code", { type: "choices" }, many))).toContain("has 1000 options at most")
  })

  it("no fault of a rule with a choice whose table is broken", () => {
    const faults = faultsOf({
      ...from("area.code", {}, { keys, values, rows: [["n"]] }),
      checks: [{ id: "no", check: "place != 'x'", message: "No" }]
    })
    expect(faults.match(/^\//gmu)).toHaveLength(1)
  })
})
