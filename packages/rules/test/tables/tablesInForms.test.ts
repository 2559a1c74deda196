/** Tables in a form: explained, compared, proposed, portable, and how much memory they keep. */
import { describe, expect, it } from "vitest"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { rename } from "../../src/authoring/rename.ts"
import { compare } from "../../src/compare.ts"
import { compileCondition } from "../../src/compileCondition.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { checked, formOf, TODAY } from "../support.ts"

const options = { today: TODAY, draft: false }

const keys = [
  { name: "region", type: "text" },
  { name: "built", type: "integer", match: "from" }
]
const values = [
  { name: "rate", type: "number", decimals: 4 },
  { name: "insured", type: "boolean" }
]
const rows: ReadonlyArray<ReadonlyArray<Json>> = [
  ["north", 1900, "0.0120", true],
  ["north", 1980, "0.0095", true],
  ["*", "*", "0.0150", false]
]

const homes = (area: JsonObject = { keys, values, rows }, more: JsonObject = {}): JsonObject =>
  formOf({
    tables: { area },
    fields: [
      { slug: "region", type: "text", maxLength: 20 },
      { slug: "built", type: "integer" },
      { slug: "rate", type: "number", decimals: 4, formula: "lookup(area, 'rate', region, built)" }
    ],
    checks: [{ id: "insured", check: "lookup(area, 'insured', region, built)", message: "We do not insure there" }],
    ...more
  })

describe("a table in a form", () => {
  it("shows in a trace which row was found", () => {
    const { trace } = compileGenerated(checked(homes())).explain({ region: "north", built: 1985 }, options)
    expect(trace.map(({ words }) => words)).toEqual([
      'rate is 0.0095: region is "north"; built is 1985; and row of area is 2.',
      'the check insured holds: region is "north"; built is 1985; and row of area is 2.'
    ])
  })

  it("that changes is compared by its rows, and is breaking through the rules that can refuse", () => {
    const { breaking, changes } = compare(
      checked(homes()),
      checked(homes({ keys, values, rows: [rows[0] ?? [], ["north", "1980", 0.0085, true], rows[2] ?? []] }))
    )
    expect(changes.map(({ member, name, subject }) => [subject, name, member])).toEqual([
      ["table", "area", "rows"],
      ["field", "rate", "formula"],
      ["check", "insured", "check"]
    ])
    expect(changes[0]).toMatchObject({
      before: [["north", 1980, "0.0095", true]],
      after: [["north", 1980, "0.0085", true]]
    })
    expect(breaking).toBe(true)
  })

  it("written otherwise is the same table", () => {
    const other = {
      keys,
      values,
      rows: [
        ["north", "1900", 0.012, true],
        ["north", 1980, 0.0095, true],
        ["*", "*", 0.015, false]
      ]
    }
    expect(compare(checked(homes()), checked(homes(other)))).toEqual({ breaking: false, changes: [] })
  })

  it("whose columns change, or that is added or taken away, is told", () => {
    const without = formOf({ fields: [{ slug: "region", type: "text" }] })
    const withOne = { ...without, tables: { area: { keys, values, rows } } }
    expect(compare(checked(without), checked(withOne)).changes).toEqual([
      { subject: "table", name: "area", change: "added", breaking: false }
    ])
    expect(compare(checked(withOne), checked(without)).changes).toEqual([
      { subject: "table", name: "area", change: "removed", breaking: false }
    ])
    const wider = {
      ...without,
      tables: { area: { keys, values: values.slice(0, 1), rows: rows.map((row) => row.slice(0, 3)) } }
    }
    expect(compare(checked(withOne), checked(wider)).changes.map(({ member }) => member)).toEqual(["values"])
  })

  it("is proposed to its author, and then its columns", () => {
    const proposed = (formula: string) => {
      const form = openForm(
        homes(undefined, { outcomes: [{ id: "o", severity: "info", when: formula, message: "m" }] })
      )
      return completionsAt(
        form,
        "/outcomes/0/when",
        formula.indexOf("^") < 0 ? formula.length - 1 : formula.indexOf("^")
      )
        .filter(({ kind }) => kind === "table")
        .map(({ text }) => text)
    }
    expect(proposed("lookup()")).toEqual(["area"])
    expect(proposed("lookup(area, )")).toEqual(["'rate'", "'insured'"])
    expect(proposed("lookup(area, 'rate', )")).toEqual([])
  })

  it("keeps its name: no field can be renamed to it, and renaming a field leaves the table alone", () => {
    const form = openForm(homes())
    expect(rename(form, "/fields/0", "area")).toMatchObject({ _tag: "Failure" })
    const renamed = rename(form, "/fields/0", "place")
    expect(renamed).toMatchObject({ _tag: "Success" })
    expect(JSON.stringify(renamed)).toContain("lookup(area, 'rate', place, built)")
  })

  it("is looked up in a page and in a condition over stored values as in an evaluation", () => {
    const form = checked(homes())
    const data = { region: "south", built: 2000 }
    const evaluation = compileClosures(form).evaluate(data, options)
    expect(evaluation.calculatedData).toEqual({ rate: 0.015 })
    expect(runPortable(toPortable(form)).evaluate(data, options)).toMatchObject({ calculatedData: { rate: 0.015 } })
    const condition = compileCondition(form, "!lookup(area, 'insured', region, built)")
    expect(
      condition._tag === "Success" && condition.success.holds({ data, calculatedData: { rate: 0.015 } }, TODAY)
    ).toBe(true)
  })

  it("counts in what a form keeps, and in what its rules cost", () => {
    const many = Array.from({ length: 1_000 }, (_, at) => [`r${at}`, at, "1.0000", true])
    const [small, large] = [checked(homes()), checked(homes({ keys, values, rows: many }))]
    expect(compileGenerated(large).bytes - compileGenerated(small).bytes).toBeGreaterThan(100_000)
    const open = {
      keys,
      values,
      rows: [...many.slice(0, 3), ["*", 5, 1, true], ["x", "*", 1, true], ["x", 5, 1, true]]
    }
    expect(checked(homes(open)).steps - small.steps).toBe(2 * 8)
  })
})
