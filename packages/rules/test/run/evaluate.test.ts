import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../src/Json.ts"
import { codes, compiled, evaluate, formOf, oneOfEach, TODAY } from "../support.ts"

const options = [
  { value: "a", label: "A" },
  { value: "b", label: "B" }
]

describe("computed fields", () => {
  it("a computed field gives an exact value, written like its type", () => {
    const fields = [
      { slug: "m", type: "money", currency: "GBP", formula: "123.4" },
      { slug: "y", type: "money", currency: "JPY", formula: "123" },
      { slug: "n", type: "number", formula: "-0.000001" },
      { slug: "i", type: "integer", formula: "7" },
      { slug: "t", type: "text", formula: "'x' + text(i)" },
      { slug: "c", type: "choice", options, formula: "i > 5 ? 'b' : 'a'" },
      { slug: "x", type: "money", currency: "GBP", formula: "1 * gone" },
      { slug: "gone", type: "integer" }
    ]
    expect(JSON.stringify(evaluate(formOf({ fields }), {}).calculatedData)).toBe(
      '{"m":"123.40","y":"123","n":-0.000001,"i":7,"t":"x7","c":"b","x":null}'
    )
  })

  it("a computed field that was sent is ignored: it is not used, not stored and not a problem", () => {
    const computed = { slug: "i", type: "integer", formula: "7" }
    const form = formOf({ fields: [computed, { slug: "rows", type: "list", fields: [computed] }] })
    const { calculatedData, data, valid } = evaluate(form, { i: "nonsense", rows: [{ i: 1 }] })
    expect({ calculatedData, data, valid }).toEqual({
      valid: true,
      calculatedData: { i: 7, rows: [{ i: 7 }] },
      data: { rows: [{}] }
    })
  })

  it("a computed value is checked against its field's constraints", () => {
    const fields = [
      { slug: "a", type: "integer" },
      { slug: "b", type: "integer", formula: "a * 1000000", max: 5_000_000 },
      { slug: "c", type: "text", maxLength: 3, formula: "text(a) + '!!!'" },
      { slug: "d", type: "integer", formula: "a * 1000000000 * 1000000" },
      { slug: "e", type: "boolean", formula: "b == null && d == null" }
    ]
    const evaluation = evaluate(formOf({ fields }), { a: 9 })
    expect(codes(evaluation)).toEqual(["max b", "max_length c", "too_large d"])
    expect(evaluation.calculatedData).toEqual({ b: null, c: null, d: null, e: true })
  })
})

describe("visibility", () => {
  const fields = [
    { slug: "show", type: "boolean" },
    { slug: "a", type: "integer", visibleWhen: "show", required: true },
    { slug: "sum", type: "integer", formula: "coalesce(a, 0) + 1" },
    { slug: "twice", type: "integer", visibleWhen: "show", formula: "2" },
    {
      slug: "rows",
      type: "list",
      visibleWhen: "show",
      fields: [
        { slug: "x", type: "integer" },
        { slug: "y", type: "integer", visibleWhen: "x > 1" },
        { slug: "z", type: "integer", formula: "x + coalesce(y, 0)" }
      ]
    }
  ]
  const form = formOf({
    fields,
    checks: [
      { id: "c", field: "a", check: "false", message: "m" },
      { id: "d", field: "rows.y", check: "y < 5", message: "row {x}" }
    ]
  })

  it("a field whose `visibleWhen` is not true is missing for rules, unchecked and not stored", () => {
    for (const show of [false, null, "nonsense"]) {
      const { calculatedData, data, hiddenFields, problems } = evaluate(form, { show, a: "rubbish", rows: "rubbish" })
      expect(calculatedData).toEqual({ sum: 1 })
      expect(hiddenFields).toEqual(["a", "twice", "rows"])
      expect(data).toEqual({ show })
      expect(problems.map(({ code }) => code)).toEqual(show === "nonsense" ? ["type"] : [])
    }
  })

  it("a field can be hidden in single rows, and its checks are skipped there", () => {
    const evaluation = evaluate(form, { show: true, a: 1, rows: [{ x: 1, y: 9 }, { x: 2, y: 9 }, {}] })
    expect(evaluation.hiddenFields).toEqual(["rows[0].y", "rows[2].y"])
    expect(evaluation.calculatedData).toEqual({ sum: 2, twice: 2, rows: [{ z: 1 }, { z: 11 }, { z: null }] })
    expect(evaluation.data).toEqual({ show: true, a: 1, rows: [{ x: 1 }, { x: 2, y: 9 }, {}] })
    expect(evaluation.problems).toEqual([
      { code: "rule", field: "a", pointer: "/data/a", message: "m" },
      { code: "rule", field: "rows[1].y", pointer: "/data/rows/1/y", message: "row 2" }
    ])
  })

  it("a list that is missing has no rows of computed values", () => {
    expect(evaluate(form, { show: true, a: 1 }).calculatedData).toEqual({ sum: 2, twice: 2, rows: [] })
  })
})

describe("lists", () => {
  const form = formOf({
    fields: [
      {
        slug: "rows",
        type: "list",
        maxItems: 3,
        minItems: 2,
        unique: true,
        fields: [
          { slug: "k", type: "text", unique: true },
          { slug: "n", type: "number" }
        ]
      },
      { slug: "count", type: "integer", formula: "size(rows)" }
    ]
  })

  it("the rows of a list that is too long are not looked at", () => {
    const evaluation = evaluate(form, { rows: [{ k: 1 }, { k: 1 }, { k: 1 }, { k: 1 }] })
    expect(codes(evaluation)).toEqual(["max_items rows"])
    expect(evaluation.calculatedData).toEqual({ count: 0 })
  })

  it("a list that is not a list, and a row that is not an object, have the problem `type`", () => {
    expect(codes(evaluate(form, { rows: { 0: {} } }))).toEqual(["type rows"])
    expect(evaluate(form, { rows: [{}, 3] }).problems).toEqual([
      { code: "type", field: "rows[1]", pointer: "/data/rows/1", message: "A row of rows has to be an object." }
    ])
    expect(codes(evaluate(form, { rows: [null, [], {}] }))).toEqual(["type rows[0]", "type rows[1]"])
  })

  it("a row that is there twice, and a value that is there twice, have the problem `unique`", () => {
    expect(codes(evaluate(form, { rows: [{ k: "a" }, { k: "b" }, { k: "a", n: 1 }] }))).toEqual(["unique rows[2].k"])
    expect(codes(evaluate(form, { rows: [{ n: 1 }, { n: 1.0 }, { n: 2 }] }))).toEqual(["unique rows[1]"])
    expect(codes(evaluate(form, { rows: [{ k: "a" }] }))).toEqual(["min_items rows"])
  })

  it("rows are compared by their values, not by how the values are written", () => {
    const row = (members: JsonObject) => ({
      price: "1.50",
      at: "09:30",
      moment: "2026-01-01T00:00:00Z",
      extras: ["a", "b"],
      note: "x",
      ...members
    })
    const unique = formOf({
      fields: [
        {
          slug: "rows",
          type: "list",
          unique: true,
          fields: [
            { slug: "price", type: "money", currency: "GBP" },
            { slug: "at", type: "time" },
            { slug: "moment", type: "datetime" },
            { slug: "extras", type: "choices", options: [{ value: "a" }, { value: "b" }] },
            { slug: "note", type: "text" }
          ]
        }
      ]
    })
    const repeats = (members: JsonObject) => codes(evaluate(unique, { rows: [row({}), row(members)] }))
    const alike = [
      {},
      { price: 1.5 },
      { at: "09:30:00" },
      { moment: "2026-01-01T01:00:00+01:00" },
      { extras: ["b", "a"] }
    ]
    for (const members of alike) expect([members, repeats(members)]).toEqual([members, ["unique rows[1]"]])
    const different = [{ price: null }, { extras: ["a"] }, { extras: [] }, { note: "X" }, { note: "x " }]
    for (const members of different) expect([members, repeats(members)]).toEqual([members, []])
    expect(codes(evaluate(unique, { rows: [row({ at: null }), row({ at: null })] }))).toEqual(["unique rows[1]"])
  })
})

describe("unknown names", () => {
  const form = formOf({
    fields: [
      { slug: "price", type: "integer" },
      { slug: "rows", type: "list", fields: [{ slug: "age", type: "integer" }] },
      { slug: "constructor", type: "integer" }
    ]
  })

  it("an unknown name is a problem with the nearest known name, comes after all others, and is not stored", () => {
    const evaluation = evaluate(
      form,
      JSON.parse('{"pricee":1,"__proto__":{"price":1},"a/b~c":1,"rows":[{"agee":1,"age":"x"}]}')
    )
    expect(evaluation.problems).toEqual([
      { code: "type", field: "rows[0].age", pointer: "/data/rows/0/age", message: "age has to be a whole number." },
      {
        code: "unknown_field",
        field: "rows[0].agee",
        pointer: "/data/rows/0/agee",
        message: "There is no field “agee”. Did you mean age?"
      },
      {
        code: "unknown_field",
        field: "pricee",
        pointer: "/data/pricee",
        message: "There is no field “pricee”. Did you mean price?"
      },
      {
        code: "unknown_field",
        field: "__proto__",
        pointer: "/data/__proto__",
        message: "There is no field “__proto__”."
      },
      { code: "unknown_field", field: "a/b~c", pointer: "/data/a~1b~0c", message: "There is no field “a/b~c”." }
    ])
    expect(evaluation.data).toEqual({ rows: [{ age: "x" }] })
  })

  it("the first ten unknown names get a suggestion", () => {
    const data = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`price${index % 10}${index > 9 ? "x" : ""}`, 1])
    )
    const hints = evaluate(form, data).problems.filter(({ message }) => message.includes("Did you mean price?"))
    expect(hints).toHaveLength(10)
  })

  it("names that every JavaScript object has can be fields of a form", () => {
    const fields = ["constructor", "toString", "valueOf", "hasOwnProperty", "length"].map((slug) => ({
      slug,
      type: "integer"
    }))
    const odd = formOf({
      fields: [...fields, { slug: "sum", type: "integer", formula: "constructor + toString + coalesce(valueOf, 5)" }]
    })
    expect(evaluate(odd, { constructor: 1, toString: 2 })).toMatchObject({ valid: true, calculatedData: { sum: 8 } })
    expect(evaluate(odd, {}).calculatedData).toEqual({ sum: null })
    expect(JSON.stringify(evaluate(odd, { constructor: 1, toString: 2 }).data)).toBe('{"constructor":1,"toString":2}')
  })
})

it("a list or choices with `minItems` is required, except in a draft; an empty one has too few items", () => {
  const form = formOf({
    fields: [
      { slug: "shown", type: "boolean" },
      { slug: "rows", type: "list", minItems: 1, visibleWhen: "shown", fields: [{ slug: "a", type: "text" }] },
      { slug: "picks", type: "choices", options, minItems: 1 },
      { slug: "free", type: "list", fields: [{ slug: "a", type: "text" }] }
    ]
  })
  expect(codes(evaluate(form, { shown: true }))).toEqual(["required rows", "required picks"])
  expect(codes(evaluate(form, { shown: true, rows: null, picks: null }))).toEqual(["required rows", "required picks"])
  expect(codes(evaluate(form, { shown: false, picks: ["a"] }))).toEqual([])
  expect(codes(evaluate(form, { shown: true, rows: [], picks: [] }))).toEqual(["min_items rows", "min_items picks"])
  expect(codes(evaluate(form, { shown: true }, true))).toEqual([])
})

it("a form is compiled once and evaluates many payloads", () => {
  const form = compiled(formOf({ fields: oneOfEach }))
  const data = Object.freeze({ whole: 1, drivers: Object.freeze([Object.freeze({ age: 1 })]) })
  const first = form.evaluate(data, { today: TODAY, draft: false })
  form.evaluate({ whole: "x" }, { today: "1999-01-01", draft: true })
  expect(form.evaluate(data, { today: TODAY, draft: false })).toEqual(first)
})

it("the data to store without a hidden value is made once, and is a member like any other in a copy and in JSON", () => {
  const form = formOf({
    fields: [
      { slug: "shown", type: "boolean" },
      { slug: "a", type: "text", visibleWhen: "shown" }
    ]
  })
  const evaluation = evaluate(form, { a: "hidden", shown: false })
  expect(evaluation.data).toEqual({ shown: false })
  expect(evaluation.data).toBe(evaluation.data)
  expect({ ...evaluation }.data).toBe(evaluation.data)
  expect(Object.keys(evaluation)).toEqual(Object.keys(evaluate(form, { shown: false })))
  expect(JSON.parse(JSON.stringify(evaluation))).toEqual(evaluate(form, { shown: false }))
})
