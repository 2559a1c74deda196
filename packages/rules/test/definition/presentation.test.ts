/** What a definition says for those who show its fields: kept, checked, and seen by no rule. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compare } from "../../src/compare.ts"
import { exampleOf } from "../../src/describe/exampleOf.ts"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import { compile } from "../../src/compile.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { fillable } from "../../src/run/fillable.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { checked, codes, evaluate, faultsOf, formOf, TODAY } from "../support.ts"

const form = (...fields: ReadonlyArray<JsonObject>): JsonObject => formOf({ fields })

const area = {
  slug: "area",
  type: "number",
  decimals: 1,
  hint: "Outer walls",
  placeholder: "120.5",
  unit: "m²",
  default: 100,
  max: 500,
  "x-width": "half"
}

describe("what is shown of a field", () => {
  it("is kept in the definition, with the default as the field's values are written", () => {
    const { fields } = checked(
      form(
        area,
        { slug: "fee", type: "money", currency: "GBP", default: 12, readOnly: true },
        { slug: "b", type: "text" }
      )
    ).definition
    expect(fields).toMatchObject([
      { hint: "Outer walls", placeholder: "120.5", unit: "m²", default: 100, extensions: { "x-width": "half" } },
      { default: "12.00", readOnly: true },
      { slug: "b" }
    ])
    expect(Object.keys(fields[2] ?? {})).toEqual(["slug", "label", "required", "type", "maxLength", "unique"])
  })

  it("changes no evaluation: a default is not filled in, and a field that is only read is sent like any other", () => {
    const definition = form({ ...area, required: true }, { slug: "ref", type: "text", readOnly: true })
    expect(codes(evaluate(definition, {}))).toEqual(["required area"])
    expect(evaluate(definition, { area: 5, ref: "A1" })).toMatchObject({ valid: true, data: { area: 5, ref: "A1" } })
  })

  it("stands in the schema: the default as a keyword, what else a caller wants to know in x-formwork", () => {
    const premium = { slug: "premium", type: "number", formula: "area * 2", unit: "€", hint: "A year" }
    const schema = schemaOf(checked(form({ ...area, readOnly: true }, premium)))
    expect(schema["properties"]).toMatchObject({
      area: {
        default: 100,
        "x-formwork": { type: "number", unit: "m²", hint: "Outer walls", readOnly: true }
      },
      premium: { readOnly: true, "x-formwork": { computed: true, unit: "€", hint: "A year" } }
    })
    expect(JSON.stringify(schema)).not.toContain("x-width")
    expect(JSON.stringify(schema)).not.toContain("120.5")
  })

  it("an example begins with the default", () => {
    const found = exampleOf(checked(form({ ...area, required: true })), TODAY)
    expect(found).toEqual({ area: 100 })
  })

  it.each<readonly [string, JsonObject, string]>([
    ["a unit of a text", { type: "text", unit: "m" }, "has no `unit`; it belongs to `integer`, `number`, `money`"],
    ["a placeholder of a tick", { type: "boolean", placeholder: "x" }, "has no `placeholder`; it belongs to `text`"],
    [
      "a default of a list",
      { type: "list", default: [], fields: [{ slug: "b", type: "text" }] },
      "A field of type `list` has no `default`; it belongs to"
    ],
    [
      "a default of another type",
      { type: "integer", default: "soon" },
      "The text `soon` is no value to begin with, because it would be refused: a has to be a whole number."
    ],
    ["a default that breaks a limit", { type: "integer", max: 5, default: 6 }, "a is more than 5."],
    ["a default that does not match", { type: "text", pattern: "[A-Z]+", default: "abc" }, "does not have the form"],
    ["a default that is no option", { type: "choice", options: [{ value: "x" }], default: "y" }, "has no option “y”"],
    ["a default of null", { type: "text", default: null }, "`null` is no value to begin with"],
    ["an empty default", { type: "text", default: "" }, "A field begins empty anyway."],
    ["a default in braces", { type: "text", default: {} }, "is no value to begin with"],
    ["a default of a computed field", { type: "integer", formula: "1", default: 2 }, "so it has no `default`"],
    ["a computed field that is only read", { type: "integer", formula: "1", readOnly: true }, "is only read anyway"],
    ["an empty hint", { type: "text", hint: "" }, "`hint` is empty"]
  ])("%s is a fault", (_, field, said) => {
    expect(faultsOf(form({ slug: "a", ...field }))).toContain(said)
  })

  it("the default of a choice is one of its table's options", () => {
    const withTable = (value: string) =>
      formOf({
        tables: {
          zones: {
            keys: [{ name: "code", type: "text" }],
            values: [{ name: "name", type: "text" }],
            rows: [["de", "Germany"]]
          }
        },
        fields: [{ slug: "zone", type: "choice", optionsFrom: "zones.code", default: value }]
      })
    expect(faultsOf(withTable("de"))).toBe("")
    expect(faultsOf(withTable("xx"))).toContain("has no option “xx”")
  })

  it("the default of every type is a value of the type, and one in a row has its row's pointer", () => {
    const good: ReadonlyArray<JsonObject> = [
      { type: "text", default: "a" },
      { type: "longText", default: "a\nb" },
      { type: "email", default: "a@b.co" },
      { type: "url", default: "https://a.co" },
      { type: "phone", default: "020 7946 0018" },
      { type: "integer", default: 0 },
      { type: "money", currency: "JPY", default: "5" },
      { type: "boolean", default: false },
      { type: "date", default: "2026-01-31" },
      { type: "time", default: "09:30" },
      { type: "datetime", default: "2026-01-31T09:30:00Z" },
      { type: "choices", options: [{ value: "x" }, { value: "y" }], default: ["y"] }
    ]
    expect(faultsOf(form(...good.map((field, index) => ({ slug: `f${index}`, ...field }))))).toBe("")
    const inRow = form({ slug: "rows", type: "list", fields: [{ slug: "n", type: "integer", default: "x" }] })
    expect(faultsOf(inRow)).toContain("/fields/0/fields/0/default")
  })
})

describe("extension members", () => {
  const everywhere = formOf({
    "x-theme": { dark: true, list: [1, "two", null] },
    fields: [
      { slug: "a", type: "choice", "x-columns": 2, options: [{ value: "x", "x-icon": "car" }, { value: "y" }] },
      { slug: "rows", type: "list", fields: [{ slug: "b", type: "text", "x-b": "in a row" }] }
    ],
    checks: [{ id: "c", check: "a == 'x'", message: "m", "x-tone": "soft" }],
    outcomes: [{ id: "o", severity: "info", when: "a == 'x'", message: "m", "x-color": "#fff" }]
  })

  it("are kept at the form, its fields, options, checks and outcomes as they were written", () => {
    const { checks, extensions, fields, outcomes } = checked(everywhere).definition
    expect(extensions).toEqual({ "x-theme": { dark: true, list: [1, "two", null] } })
    expect(fields).toMatchObject([
      { extensions: { "x-columns": 2 }, options: [{ value: "x", extensions: { "x-icon": "car" } }, { value: "y" }] },
      { fields: [{ extensions: { "x-b": "in a row" } }] }
    ])
    expect([checks, outcomes]).toMatchObject([
      [{ extensions: { "x-tone": "soft" } }],
      [{ extensions: { "x-color": "#fff" } }]
    ])
  })

  it("of any names and values reach a page that runs the form", () => {
    const value = fc.jsonValue({ maxDepth: 3 }).map((json): Json => JSON.parse(JSON.stringify(json)))
    const names = fc.constantFrom("x-a", "x-b-c", "x-optionsFrom", "x-constant")
    const inner = fc.constantFrom<Json>(
      { $bigint: "no number" },
      { $pattern: "(" },
      { optionsFrom: 1 },
      { constant: "c", extensions: 2 },
      { $json: "{" },
      { $map: [] }
    )
    fc.assert(
      fc.property(fc.dictionary(names, fc.oneof(value, inner)), (extensions) => {
        const form = checked(formOf({ ...extensions, fields: [{ slug: "a", type: "text", ...extensions }] }))
        for (const run of [fillable(form), runPortable(toPortable(form))]) {
          expect(run.extensions).toEqual(extensions)
          expect(run.fields[0]?.field.extensions ?? {}).toEqual(extensions)
        }
      })
    )
  })

  it.each<readonly [string, JsonObject, string]>([
    ["a name of one sign", { "x-": 1 }, "An extension member is called `x-`"],
    ["a name with a capital first", { "x-A": 1 }, "An extension member is called `x-`"],
    ["a long value", { "x-a": "v".repeat(5_000) }, "has 5002 characters as JSON; at most 4000 are kept"],
    [
      "too many",
      Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`x-a${at}`, 1])),
      "There are 21 `x-` members"
    ],
    ["deep ones", { "x-a": JSON.parse(`${"[".repeat(12)}${"]".repeat(12)}`) }, "at most 10 deep"],
    ["a broken character", { "x-a": { b: "\ud800" } }, "broken character"]
  ])("%s is a fault", (_, members, said) => {
    expect(faultsOf(form({ slug: "a", type: "text", ...members }))).toContain(said)
  })

  it("a form keeps so many characters of them", () => {
    const fields = Array.from({ length: 30 }, (_, at) => ({ slug: `f${at}`, type: "text", "x-a": "v".repeat(3_900) }))
    expect(faultsOf(form(...fields))).toContain("have at most 100,000 characters")
    expect(faultsOf(form(...fields.slice(0, 25)))).toBe("")
  })

  it("have no place at a workflow, a table or an effect", () => {
    expect(faultsOf(formOf({ fields: [{ slug: "a", type: "text" }], workflow: { "x-a": 1 } }))).toContain("x-a")
  })

  it("a nested value of many brackets is no danger to the stack", () => {
    const deep: JsonObject = JSON.parse(`{"x-a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`)
    expect(faultsOf(form({ slug: "a", type: "text", ...deep }))).toContain("at most 10 deep")
  })
})

it("whatever changes of what is shown breaks no caller, and is listed", () => {
  const before = checked(form(area, { slug: "c", type: "choice", options: [{ value: "x", "x-icon": "a" }] }))
  const after = checked(
    formOf({
      "x-theme": "dark",
      fields: [
        { slug: "area", type: "number", decimals: 1, max: 500, readOnly: true, default: 7, "x-width": "full" },
        { slug: "c", type: "choice", options: [{ value: "x", "x-icon": "b" }] }
      ]
    })
  )
  const { breaking, changes } = compare(before, after)
  expect(breaking).toBe(false)
  expect(changes.map(({ member, name }) => `${name} ${member}`)).toEqual([
    " x-theme",
    "area hint",
    "area placeholder",
    "area unit",
    "area default",
    "area readOnly",
    "area x-width",
    "c options"
  ])
})

it("no rule and no back end sees what is only shown: the evaluation of a random form stays as it is", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const { definition } = formAt(seed, 0)
      const fields: ReadonlyArray<JsonObject> = JSON.parse(JSON.stringify(definition["fields"]))
      const shown = fields.map((field) => ({ ...field, hint: "h", "x-a": [seed] }))
      const [one, other] = [compile(checked(definition)), compile(checked({ ...definition, fields: shown }))]
      const { data, options } = inputAt(seed, 0, definition)
      expect(other.evaluate(data, options)).toEqual(one.evaluate(data, options))
    }),
    { numRuns: 60 }
  )
})
