import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import type { Definition } from "../../src/Definition.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { currencies } from "../../src/fields/currencies.ts"
import { nearest } from "../../src/values/nearest.ts"
import { checked, evaluate, faultsOf, formOf, oneOfEach } from "../support.ts"

const definitionOf = (members: JsonObject): Definition => checked(formOf({ fields: oneOfEach, ...members })).definition

describe("a definition", () => {
  it("a definition gets its defaults", () => {
    expect(
      checked(
        formOf({
          fields: [
            { slug: "a", type: "text" },
            { slug: "b", type: "number" },
            { slug: "c", type: "list", fields: [{ slug: "d", type: "choice", options: [{ value: "x" }] }] }
          ]
        })
      ).definition
    ).toEqual({
      formatVersion: 1,
      title: "A form",
      code: "T",
      timeZone: "UTC",
      reference: [
        { kind: "literal", text: "T-" },
        { kind: "sequence", width: 8 }
      ],
      constants: [],
      tables: [],
      fields: [
        { slug: "a", type: "text", label: "a", required: false, maxLength: 20_000, unique: false },
        { slug: "b", type: "number", label: "b", required: false, decimals: 6, unique: false },
        {
          slug: "c",
          type: "list",
          label: "c",
          required: false,
          maxItems: 200,
          unique: false,
          fields: [
            {
              slug: "d",
              type: "choice",
              label: "d",
              required: false,
              options: [{ value: "x", label: "x" }],
              unique: false
            }
          ]
        }
      ],
      sections: [],
      checks: [],
      outcomes: [],
      workflow: {
        initial: "submitted",
        states: ["submitted", "in_review", "approved", "rejected"],
        transitions: [
          { name: "review", from: "submitted", to: "in_review" },
          { name: "approve", from: "in_review", to: "approved" },
          { name: "reject", from: "in_review", to: "rejected" }
        ]
      },
      effects: []
    })
  })

  it("a definition keeps bounds as they were written, with numbers as decimals", () => {
    const { fields } = checked(
      formOf({
        fields: [
          { slug: "a", type: "number", min: 1e-6, max: "10.50" },
          { slug: "b", type: "money", currency: "GBP", min: -5 }
        ]
      })
    ).definition
    expect(fields).toMatchObject([{ min: "0.000001", max: "10.50" }, { min: "-5" }])
  })

  it("a definition can have a workflow, and its first state is the default initial one", () => {
    expect(
      definitionOf({
        workflow: {
          states: ["open", "closed"],
          transitions: [{ name: "close", from: "open", to: "closed", privilege: "form:write" }]
        }
      }).workflow
    ).toEqual({
      initial: "open",
      states: ["open", "closed"],
      transitions: [{ name: "close", from: "open", to: "closed", privilege: "form:write" }]
    })
    expect(
      definitionOf({ workflow: { initial: "submitted", states: [], transitions: [] } }).workflow.transitions
    ).toHaveLength(3)
    expect(faultsOf(formOf({ fields: oneOfEach, workflow: { states: ["draft", "open"], initial: "opne" } }))).toContain(
      "Did you mean `open`?"
    )
  })

  it("an effect keeps the members of its kind, and names such as `__proto__` are data in it", () => {
    const effects: Json = JSON.parse(
      '[{"id":"e","kind":"integration","method":"POST","url":"https://x","body":{"__proto__":{"a":1}}}]'
    )
    const [effect] = definitionOf({ effects }).effects
    expect(JSON.stringify(effect)).toBe(
      '{"id":"e","kind":"integration","on":"filed","settings":{"method":"POST","url":"https://x","body":{"__proto__":{"a":1}}}}'
    )
  })
})

describe("limits", () => {
  const fields = Array.from({ length: 4 }, (_, index) => ({ slug: `f${index}`, type: "integer", formula: "1 + 2" }))
  const failing = (definition: Json, limits: Parameters<typeof check>[1]) => faultsOf(definition, limits)

  it("a form exactly at a limit is accepted, and one beyond it is refused", () => {
    expect(failing(formOf({ fields }), { fields: 4 })).toBe("")
    expect(failing(formOf({ fields }), { fields: 3 })).toContain("at most 3 are allowed")
    expect(failing(formOf({ fields }), { rules: 4 })).toBe("")
    expect(failing(formOf({ fields }), { rules: 3 })).toContain("The form has 4 rules")
    expect(failing(formOf({ fields }), { nodes: 3 })).toBe("")
    expect(failing(formOf({ fields }), { nodes: 2 })).toContain("more than 2 parts")
    expect(failing(formOf({ fields }), { steps: 44 })).toBe("")
    expect(failing(formOf({ fields }), { steps: 43 })).toContain("take 44 steps, and 43 are allowed")
    const nested = (formula: string) => formOf({ fields: [{ slug: "f", type: "integer", formula }] })
    expect(failing(nested("((1))"), { depth: 3 })).toBe("")
    expect(failing(nested("(((1)))"), { depth: 3 })).toContain("more than 3 levels")
    const text = (maxLength: number) => formOf({ fields: [{ slug: "f", type: "text", maxLength }] })
    expect(failing(text(50), { characters: 50 })).toBe("")
    expect(failing(text(51), { characters: 50 })).toContain("a whole number from 1 to 50")
    const list = (maxItems: number) =>
      formOf({ fields: [{ slug: "f", type: "list", maxItems, fields: [{ slug: "g", type: "text" }] }] })
    expect(failing(list(5), { rows: 5, fields: 2 })).toBe("")
    expect(failing(list(6), { rows: 5 })).toContain("a whole number from 1 to 5")
    expect(failing(list(5), { fields: 1 })).toContain("The form has 2 fields, those of rows counted")
  })

  it("steps count every row of a list, and every character of a scanned text", () => {
    const form = (formula: string, maxItems: number) =>
      formOf({
        fields: [
          {
            slug: "rows",
            type: "list",
            maxItems,
            fields: [
              { slug: "x", type: "integer" },
              { slug: "t", type: "text", maxLength: 6400 }
            ]
          },
          { slug: "f", type: "integer", formula }
        ]
      })
    const steps = (formula: string, maxItems: number) => checked(form(formula, maxItems)).steps
    // six for each value of each row, eight for the limits of the result; sum, its list, and for each row the row itself and its field
    expect(steps("sum(rows, r, r.x)", 10)).toBe(10 * 2 * 6 + 8 + 1 + 1 + 10 * 2)
    expect(steps("sum(rows, r, r.x)", 100)).toBe(100 * 2 * 6 + 8 + 1 + 1 + 100 * 2)
    // length is a node more, and scans 6400 characters at 16 a step
    expect(steps("sum(rows, r, length(r.t))", 10)).toBe(10 * 2 * 6 + 8 + 1 + 1 + 10 * (1 + 1 + 1 + 400))
  })

  it("steps of a product grow with its digits", () => {
    const steps = (factors: number) =>
      checked(
        formOf({
          fields: [
            { slug: "a", type: "integer" },
            { slug: "f", type: "boolean", formula: `${Array.from({ length: factors }, () => "a").join(" * ")} > 0` }
          ]
        })
      ).steps
    expect(steps(4)).toBe(9)
    expect(steps(150)).toBeGreaterThan(75 * steps(4))
  })

  it("the limit of unknown names counts those of the whole payload, with all rows", () => {
    const form = formOf({ fields: [{ slug: "rows", type: "list", fields: [{ slug: "known", type: "text" }] }] })
    const row = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`know${index}`, 1]))
    const { problems, data, valid } = evaluate(form, { rows: Array.from({ length: 50 }, () => row) })
    expect(problems).toHaveLength(1_000)
    expect(problems.filter(({ message }) => message.includes("Did you mean"))).toHaveLength(10)
    expect(valid).toBe(false)
    expect(JSON.stringify(data)).toBe(JSON.stringify({ rows: Array.from({ length: 50 }, () => ({})) }))
  })

  it("an evaluation is exact even if a number does not fit a double", () => {
    const product = Array.from({ length: 60 }, () => "a").join(" * ")
    const form = formOf({
      fields: [
        { slug: "a", type: "integer" },
        { slug: "t", type: "text", maxLength: 20000, formula: `text(${product})` },
        { slug: "d", type: "date", formula: `addDays(date('2024-01-01'), ${product})` },
        { slug: "n", type: "integer", formula: product }
      ]
    })
    const { calculatedData, problems } = evaluate(form, { a: 999_999_999_999_999 })
    expect(calculatedData["t"]).toBe((999_999_999_999_999n ** 60n).toString())
    expect(calculatedData["d"]).toBeNull()
    expect(problems.map(({ code, field }) => `${code} ${field}`)).toEqual(["too_large n"])
  })
})

describe("the tables", () => {
  it("every currency has its number of decimals", () => {
    expect(["GBP", "EUR", "JPY", "KWD", "CLF", "UYW", "ISK", "BHD", "UGX"].map((code) => currencies.get(code))).toEqual(
      [2, 2, 0, 3, 4, 4, 0, 3, 0]
    )
    expect(["HRK", "gbp", "XXX", "constructor"].map((code) => currencies.has(code))).toEqual([
      false,
      false,
      false,
      false
    ])
    expect([...currencies.keys()].every((code) => /^[A-Z]{3}$/.test(code))).toBe(true)
  })

  it("the nearest name is found", () => {
    expect(nearest("premuim", ["premium", "discount"])).toBe("premium")
    expect(nearest("ab", ["ba", "xyz"])).toBe("ba")
    expect(nearest("cat", ["dog", "cab"])).toBe("cab")
    expect(nearest("cat", ["dog"])).toBeUndefined()
    expect(nearest("VehicleValue", ["vehiclevalu"])).toBe("vehiclevalu")
    expect(nearest("x".repeat(100), ["x".repeat(99)])).toBeUndefined()
  })
})

it("limits that are not set have their defaults", () => {
  expect(Result.isSuccess(check(formOf({ fields: oneOfEach }), {}))).toBe(true)
})
