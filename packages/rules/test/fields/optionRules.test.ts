/** What is said about attributes and conditions of options besides running them: why, what changed, what no case reaches, what an editor proposes. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { references } from "../../src/authoring/references.ts"
import { rename } from "../../src/authoring/rename.ts"
import { typeAt } from "../../src/authoring/typeAt.ts"
import { valueAt } from "../../src/authoring/valueAt.ts"
import { coveringOf } from "../../src/cases/coverage.ts"
import { compare } from "../../src/compare.ts"
import { exampleOf } from "../../src/describe/exampleOf.ts"
import { resultSchemaOf } from "../../src/describe/resultSchemaOf.ts"
import { rulesOf } from "../../src/describe/rulesOf.ts"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import { internalFieldsOf, resultWithout } from "../../src/Internal.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { checked, faultsOf, formOf, TODAY } from "../support.ts"

const options = { today: TODAY, draft: false }

const age = { slug: "age", type: "integer", min: 0, max: 120 }
const attributes = [{ name: "price", type: "number", decimals: 2 }]
const plans: ReadonlyArray<JsonObject> = [
  { value: "basic", label: "Basic", price: "19.50" },
  { value: "junior", label: "Under 18", price: "9.00", when: "age < 18" }
]
const formWith = (own: ReadonlyArray<JsonObject> = plans, more: JsonObject = {}): JsonObject =>
  formOf({
    fields: [
      age,
      { slug: "plan", type: "choice", required: true, attributes, options: own, ...more },
      { slug: "extras", type: "choices", attributes, options: own.map(({ when: _, ...option }) => option) },
      { slug: "cost", type: "number", formula: "plan.price + sum(extras, e, e.price)" },
      { slug: "line", type: "text", maxLength: 60, formula: "label(plan)" }
    ]
  })
const form = formWith()

describe("an explained evaluation", () => {
  const words = (data: JsonObject) =>
    compileGenerated(checked(form))
      .explain(data, options)
      .trace.map((entry) => entry.words)

  it("says for each condition why the option is offered or not", () => {
    expect(words({ age: 17 })).toContain('plan offers "junior": age is 17.')
    expect(words({ age: 18 })).toContain('plan does not offer "junior": age is 18.')
    expect(words({})).toContain(
      'plan does not offer "junior", because its condition is not known to be true: age is missing.'
    )
  })

  it("has the pointer and the text of the condition, and says an attribute by its name", () => {
    const { trace } = compileGenerated(checked(form)).explain({ age: 17, plan: "junior", extras: ["basic"] }, options)
    expect(trace.find(({ pointer }) => pointer === "/fields/1/options/1/when")).toMatchObject({
      expression: "age < 18",
      gave: true
    })
    expect(trace.find(({ pointer }) => pointer === "/fields/3/formula")).toMatchObject({
      gave: 28.5,
      read: [
        { name: "plan", value: "junior" },
        { name: "plan.price", value: "9.00" },
        { name: "extras", value: ["basic"] }
      ]
    })
    expect(words({ age: 17, plan: "junior" })).toContain(
      'line is Under 18: plan is "junior"; and label(plan) is "Under 18".'
    )
  })
})

describe("a comparison of two versions", () => {
  const changes = (before: ReadonlyArray<JsonObject>, after: ReadonlyArray<JsonObject>) =>
    compare(checked(formWith(before)), checked(formWith(after)))
  const withJunior = (edit: JsonObject): ReadonlyArray<JsonObject> => [plans[0] ?? {}, { ...plans[1], ...edit }]
  const { when: _, ...always } = plans[1] ?? {}

  it("breaks where an option is offered in other cases, and not where it always is", () => {
    const { breaking, changes: found } = changes(plans, withJunior({ when: "age < 16" }))
    expect(breaking).toBe(true)
    expect(found).toEqual([
      {
        subject: "field",
        name: "plan",
        change: "changed",
        member: "options",
        before: [{ value: "junior", when: "age < 18" }],
        after: [{ value: "junior", when: "age < 16" }],
        breaking: true,
        why: "`plan` offers “junior” in other cases now: a payload that chose it may be refused."
      }
    ])
    expect(changes([plans[0] ?? {}, always], plans).breaking).toBe(true)
    expect(changes(plans, [plans[0] ?? {}, always])).toMatchObject({
      breaking: false,
      changes: [{ member: "options" }]
    })
  })

  it("names an attribute that changed, and the rules that read it", () => {
    const { changes: found } = changes(plans, withJunior({ price: "10.00" }))
    expect(found.map(({ member, name }) => `${name} ${member}`)).toEqual([
      "plan options",
      "extras options",
      "cost formula"
    ])
    expect(found[0]).toMatchObject({
      before: [{ value: "junior", price: "9.00" }],
      after: [{ value: "junior", price: "10.00" }],
      breaking: false
    })
  })

  it("another label changes the rules that read labels, and no other", () => {
    const { changes: found } = changes(plans, withJunior({ label: "Minors" }))
    expect(found.map(({ member, name }) => `${name} ${member}`)).toEqual([
      "plan options",
      "extras options",
      "line formula"
    ])
  })
})

describe("cases", () => {
  it("have to reach each condition, true and false", () => {
    const covering = Result.getOrThrow(coveringOf(form))
    const never = () =>
      covering
        .coverage()
        .unreached.filter(({ pointer }) => pointer.endsWith("/when"))
        .map((one) => one.never)
    covering.run({ age: 17, plan: "junior" }, TODAY)
    expect(never()).toEqual(["false"])
    covering.run({ age: 18, plan: "basic" }, TODAY)
    expect(never()).toEqual([])
    expect(covering.coverage().unreached).toEqual([])
  })

  it("reach rows of a table by its columns as attributes", () => {
    const tables = {
      zones: {
        keys: [{ name: "code", type: "text" }],
        values: [{ name: "fee", type: "integer" }],
        rows: [
          ["a", 1],
          ["b", 2]
        ]
      }
    }
    const zone = { slug: "zone", type: "choice", optionsFrom: "zones.code" }
    const covering = Result.getOrThrow(
      coveringOf(formOf({ tables, fields: [zone, { slug: "fee", type: "integer", formula: "zone.fee" }] }))
    )
    covering.run({ zone: "b" }, TODAY)
    expect(covering.coverage().tables.map(({ table, unfound }) => [table, unfound.map(({ row }) => row)])).toEqual([
      ["zones", [1]]
    ])
  })
})

describe("a description", () => {
  it("has all options, nothing of their attributes, and a sentence for each condition", () => {
    const schema = JSON.stringify(schemaOf(checked(form)))
    expect(schema).toContain("Under 18")
    expect(schema).not.toContain("price")
    expect(rulesOf(checked(form).definition)).toContain('The option "junior" of plan is offered only when age < 18.')
    expect(resultSchemaOf(checked(form))["properties"]).toHaveProperty("hiddenOptions")
    expect(resultSchemaOf(checked(formWith([plans[0] ?? {}])))["properties"]).not.toHaveProperty("hiddenOptions")
  })

  it("an example chooses an option that is offered", () => {
    const only = checked(formWith([{ value: "junior", price: "9.00", when: "age < 18 && age > 15" }]))
    const example = exampleOf(only, TODAY)
    expect(example?.["age"]).toSatisfy((found: Json) => found === 16 || found === 17)
    expect(compileGenerated(only).evaluate(example ?? {}, options).valid).toBe(true)
  })
})

it("callers who may not see an internal choice do not see what it offers", () => {
  const internal = formWith(plans, { required: false, formula: "'basic'", internal: true })
  const found = compileGenerated(checked(internal)).evaluate({ age: 30 }, options)
  expect(found.hiddenOptions).toEqual({ plan: ["junior"] })
  expect(resultWithout(found, internalFieldsOf(checked(internal).definition.fields)).hiddenOptions).toEqual({})
})

describe("a form that would name too many options that are not offered", () => {
  const stepsOf = (value: string, rows: number) =>
    checked(
      formOf({
        fields: [
          age,
          {
            slug: "rows",
            type: "list",
            maxItems: rows,
            fields: [{ slug: "plan", type: "choice", options: [{ value, when: "age > 1" }] }]
          }
        ]
      })
    ).steps

  it("weighs each by its characters, of each row", () => {
    const [short, long] = ["a", "a".repeat(200)]
    expect(stepsOf(long, 10) - stepsOf(short, 10)).toBe(10 * 12)
    expect(stepsOf(long, 20) - stepsOf(short, 20)).toBe(20 * 12)
  })

  it("is refused where a small payload would ask for megabytes", () => {
    const own = Array.from({ length: 240 }, (_, index) => ({
      value: String(index).padStart(200, "x"),
      when: "age > 1"
    }))
    const rows = { slug: "rows", type: "list", maxItems: 200, fields: [{ slug: "plan", type: "choice", options: own }] }
    expect(faultsOf(formOf({ fields: [age, rows] }))).toContain("steps")
  })
})

describe("an editor", () => {
  const open = openForm(form)
  const proposals = (formula: string, definition: JsonObject = form): ReadonlyArray<string> => {
    const fields = JSON.parse(JSON.stringify(definition["fields"]))
    fields[3].formula = formula.replace("|", "")
    return completionsAt(openForm({ ...definition, fields }), "/fields/3/formula", formula.indexOf("|")).map(
      ({ text }) => text
    )
  }

  it("proposes attributes behind the point, of a field and of one of several options", () => {
    expect(proposals("plan.|")).toEqual(["price"])
    expect(proposals("sum(extras, e, e.|)")).toEqual(["price"])
    expect(proposals("sum(extras, e, |)")).toContain("e")
    expect(proposals("sum(|, e, e.price)")).toContain("extras")
    expect(proposals("length(label(|))")).toContain("plan")
  })

  it("finds a field in conditions and before attributes, and renames it there", () => {
    expect(references(open, "/fields/0")).toEqual([
      { pointer: "/fields/1/options/1/when", range: { start: 0, end: 3 } }
    ])
    expect(references(open, "/fields/1").map(({ pointer, range }) => `${pointer} ${range.start}`)).toEqual([
      "/fields/3/formula 0",
      "/fields/4/formula 6"
    ])
    const edits = Result.getOrThrow(rename(open, "/fields/1", "tier"))
    expect(edits.map(({ text }) => text)).toContain("tier.price + sum(extras, e, e.price)")
  })

  it("knows the kind and the value of an attribute", () => {
    const formula = "/fields/3/formula"
    expect(typeAt(open, formula, 6)).toMatchObject({ kind: "number", decimals: 2 })
    const data = { age: 17, plan: "junior", extras: ["junior", "basic"] }
    expect(valueAt(open, formula, 6, data, options)).toMatchObject({ value: "9", isOfEachRow: false })
    expect(valueAt(open, formula, 31, data, options)).toMatchObject({ value: ["9", "19.5"], isOfEachRow: true })
  })
})
