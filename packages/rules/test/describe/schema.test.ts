import { readFileSync } from "node:fs"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { CheckedForm } from "../../src/tree/CheckedForm.ts"
import { compile } from "../../src/compile.ts"
import { resultSchemaOf } from "../../src/describe/resultSchemaOf.ts"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import type { JsonObject } from "../../src/Json.ts"
import { withUsedConstants } from "../fuzz/constants.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { checked, formOf, TODAY } from "../support.ts"
import { compileSchema, refusals } from "./validator.ts"

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const PAYLOADS = 40

/** Problems that the schema is said to leave out, by code: the types of field that it leaves them out of. */
const left: { readonly [code: string]: ReadonlyArray<string> } = {
  min: ["date", "time", "datetime", "money"],
  max: ["date", "time", "datetime", "money"],
  decimals: ["number", "money"],
  too_large: ["money"],
  type: ["date", "datetime"], // the year 0000, more than nine decimals of a second
  pattern: ["email", "url"],
  unique: ["list", "text", "integer", "number", "money", "date", "time", "datetime", "choice", "file"],
  storable: ["text", "longText"]
}

const typeAt = ({ fields }: CheckedForm, path: string): string | undefined => {
  const [, slug = path, row] = /^(.+)\[\d+\](?:\.(.+))?$/.exec(path) ?? []
  const field = fields.find((one) => one.field.slug === slug)
  return (row === undefined ? field : field?.rows.find((one) => one.field.slug === row))?.field.type
}

describe("the schema of a form", () => {
  it("the schema accepts what is stored of every valid payload, and the payload itself if no hidden field was sent", () => {
    let valid = 0
    fc.assert(
      fc.property(seed, (number) => {
        const { checked: form, definition } = formAt(number, 0)
        const validate = compileSchema(schemaOf(form))
        const { evaluate } = compile(form)
        for (let pair = 0; pair < PAYLOADS; pair += 1) {
          const { data, options } = inputAt(number, pair, definition)
          const evaluation = evaluate(data, { ...options, draft: false })
          if (!evaluation.valid) continue
          valid += 1
          expect(refusals(validate, evaluation.data)).toBe("")
          if (evaluation.hiddenFields.length === 0) expect(refusals(validate, data)).toBe("")
        }
      }),
      { numRuns: 400 }
    )
    expect(valid).toBeGreaterThan(500)
  })

  it("the schema of a form without rules accepts exactly the valid payloads, except for what it is documented to leave out", () => {
    let both = 0
    fc.assert(
      fc.property(seed, (number) => {
        const { definition } = formAt(number, 0)
        const plain = withUsedConstants(
          JSON.parse(
            JSON.stringify({ ...definition, checks: [], outcomes: [], effects: [] }, (name, value) =>
              ["visibleWhen", "requiredWhen", "formula", "internal", "when", "messages"].includes(name)
                ? undefined
                : value
            )
          )
        )
        const form = checked(plain)
        const validate = compileSchema(schemaOf(form))
        const { evaluate } = compile(form)
        for (let pair = 0; pair < PAYLOADS; pair += 1) {
          const { data } = inputAt(number, pair, plain)
          const evaluation = evaluate(data, { today: TODAY, draft: false })
          if (evaluation.valid) expect(refusals(validate, data)).toBe("")
          const refused = evaluation.problems.filter(
            ({ code, field }) => left[code]?.includes(typeAt(form, field) ?? "") !== true
          )
          // The validator does not notice `__proto__` twice among strings.
          if (refused.length === 0 || JSON.stringify(data).includes("__proto__")) continue
          both += 1
          expect(refusals(validate, data), `${JSON.stringify(refused)} of ${JSON.stringify(data)}`).not.toBe("")
        }
      }),
      { numRuns: 150 }
    )
    expect(both).toBeGreaterThan(200)
  })
})

it("rows that are sent alike may be unique by what is computed of their place, and the schema lets them", () => {
  const listOf = (formula: string) =>
    formOf({
      fields: [
        {
          slug: "rows",
          type: "list",
          unique: true,
          fields: [
            { slug: "a", type: "integer" },
            { slug: "b", type: "integer", formula }
          ]
        }
      ]
    })
  const rows = [{ a: 1 }, { a: 1 }]
  for (const [formula, isByPlace] of [
    ["a * 2", false],
    ["rowNumber()", true],
    ["coalesce(previous(b), 0) + a", true]
  ] as const) {
    const form = checked(listOf(formula))
    expect(compile(form).evaluate({ rows }, { today: TODAY, draft: false }).valid).toBe(isByPlace)
    expect(refusals(compileSchema(schemaOf(form)), { rows }) === "").toBe(isByPlace)
    expect(JSON.stringify(schemaOf(form)).includes('"unique":true')).toBe(isByPlace)
  }
})

describe("the schema of a form's results", () => {
  it("the schema of results accepts the result of every payload", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const { checked: form, definition } = formAt(number, 0)
        const validate = compileSchema(resultSchemaOf(form))
        const { evaluate } = compile(form)
        for (let pair = 0; pair < PAYLOADS; pair += 1) {
          const { data, options } = inputAt(number, pair, definition)
          const { calculatedData, hiddenFields, hiddenOptions, outcomes, valid } = evaluate(data, options)
          const result: unknown = JSON.parse(
            JSON.stringify({ valid, calculatedData, hiddenFields, hiddenOptions, outcomes })
          )
          expect(refusals(validate, result)).toBe("")
        }
      }),
      { numRuns: 400 }
    )
  })

  it("the schema of results names every outcome and computed field, and refuses others", () => {
    const form = checked(
      formOf({
        fields: [
          { slug: "a", type: "integer" },
          { slug: "twice", type: "integer", formula: "a * 2", label: "Twice as much" }
        ],
        outcomes: [{ id: "many", severity: "warning", when: "twice > 10", message: "{twice}" }]
      })
    )
    const validate = compileSchema(resultSchemaOf(form))
    const result = (calculatedData: JsonObject, outcomes: ReadonlyArray<JsonObject>) =>
      refusals(validate, { valid: true, calculatedData, hiddenFields: [], outcomes }) === ""
    const many = { id: "many", severity: "warning", message: "12" }
    expect(result({ twice: 12 }, [many])).toBe(true)
    expect(result({ twice: null }, [])).toBe(true)
    expect(result({}, [])).toBe(false)
    expect(result({ twice: "12" }, [])).toBe(false)
    expect(result({ twice: 12 }, [{ ...many, severity: "error" }])).toBe(false)
    expect(result({ twice: 12 }, [{ ...many, id: "few" }])).toBe(false)
  })
})

it.each(["motor-quote", "intake-score"])("the example of %s is valid by its schema", (name) => {
  const read = (file: string): JsonObject =>
    JSON.parse(readFileSync(new URL(`../../../../apps/server/demo/${file}.json`, import.meta.url), "utf8"))
  expect(refusals(compileSchema(schemaOf(checked(read(name)))), read(`${name}.example`))).toBe("")
})
