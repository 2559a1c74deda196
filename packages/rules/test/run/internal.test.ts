/** Internal fields: rules and effects use them, and what callers without the right get has nothing of them. */
import { describe, expect, it } from "vitest"
import { internalFieldsOf, resultWithout, shownWithout } from "../../src/Internal.ts"
import { compare } from "../../src/compare.ts"
import { resultSchemaOf } from "../../src/describe/resultSchemaOf.ts"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import type { JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { checked, formOf, TODAY } from "../support.ts"

const options = { today: TODAY, draft: false }
const internal = true

const quote = (load: JsonObject = { internal }): JsonObject =>
  formOf({
    fields: [
      { slug: "age", type: "integer" },
      {
        slug: "cars",
        type: "list",
        fields: [
          { slug: "year", type: "integer" },
          { slug: "weight", type: "integer", formula: "2026 - year", internal, max: 100 }
        ]
      },
      { slug: "load", type: "integer", formula: "age * 3 + sum(cars, c, c.weight)", max: 500, ...load },
      { slug: "rebate", type: "integer", formula: "5", visibleWhen: "age > 90", internal },
      { slug: "premium", type: "integer", formula: "load * 2" }
    ],
    outcomes: [{ id: "high", severity: "info", when: "load > 100", message: "A premium of {premium}" }],
    effects: [
      { id: "told", kind: "delivery", url: "https://hooks.example/told", secret: "signing" },
      { id: "all", kind: "delivery", url: "https://hooks.example/all", secret: "signing", internal }
    ]
  })

const form = checked(quote())
const backEnds = [
  ["generated", compileGenerated(form)],
  ["closures", compileClosures(form)]
] as const

describe.each(backEnds)("internal fields of a %s form", (_, compiled) => {
  const run = (data: JsonObject) => compiled.evaluate(data, options)

  it("are computed as any other, and their names and values are left out for callers", () => {
    const whole = run({ age: 40, cars: [{ year: 2020 }] })
    expect(whole.calculatedData).toEqual({ cars: [{ weight: 6 }], load: 126, premium: 252 })
    expect(whole.hiddenFields).toEqual(["rebate"])
    expect(resultWithout(whole, compiled.internal)).toMatchObject({
      valid: true,
      calculatedData: { premium: 252 },
      hiddenFields: [],
      outcomes: [{ id: "high", message: "A premium of 252" }],
      problems: []
    })
  })

  it("that do not fit their own constraints are one problem of the whole form", () => {
    const whole = run({ age: 400, cars: [{ year: 1800 }] })
    expect(whole.problems.map(({ field }) => field)).toEqual(["cars[0].weight", "load"].slice(0, whole.problems.length))
    expect(resultWithout(whole, compiled.internal).problems).toEqual([
      {
        field: "",
        code: "rule",
        message: "These values give a result that the form does not allow.",
        pointer: "/data"
      }
    ])
  })

  it("are unknown names where they are sent, and no hint names them", () => {
    const { data, problems } = run({ age: 1, load: 5, loat: 5, cars: [{ year: 2000, weight: 1, weigth: 1 }] })
    expect(problems.map(({ code, field, message }) => [code, field, message])).toEqual([
      ["unknown_field", "cars[0].weight", "There is no field “weight”."],
      ["unknown_field", "cars[0].weigth", "There is no field “weigth”."],
      ["unknown_field", "load", "There is no field “load”."],
      ["unknown_field", "loat", "There is no field “loat”."]
    ])
    expect(data).toEqual({ age: 1, cars: [{ year: 2000 }] })
  })

  it("are in a delivery only where its effect says so", () => {
    const contents = compiled.render(run({ age: 40, cars: [] }), ["told", "all"], {
      today: TODAY,
      submissionId: "s",
      formId: "f",
      formVersionId: "v",
      formTitle: "T",
      state: "submitted",
      on: "filed",
      timestamp: "2026-01-01T00:00:00Z",
      createdAt: "2026-01-01T00:00:00Z"
    })
    const sent = (id: string) => {
      const content = contents.get(id)
      return content?.kind === "delivery" ? content.event.data["calculatedData"] : undefined
    }
    expect(sent("told")).toEqual({ premium: 240 })
    expect(sent("all")).toEqual({ cars: [], load: 120, premium: 240 })
  })
})

describe("internal fields", () => {
  it("leave a list with other computed fields as it is, without rows too", () => {
    const list = checked(
      formOf({
        fields: [
          {
            slug: "cars",
            type: "list",
            fields: [
              { slug: "year", type: "integer" },
              { slug: "age", type: "integer", formula: "2026 - year", visibleWhen: "year > 1900" },
              { slug: "weight", type: "integer", formula: "age * 2", internal }
            ]
          }
        ]
      })
    )
    const names = internalFieldsOf(list.definition.fields)
    const shown = (cars: ReadonlyArray<JsonObject>) =>
      shownWithout(compileGenerated(list).evaluate({ cars }, options), names).calculatedData
    expect(shown([])).toEqual({ cars: [] })
    expect(shown([{ year: 1800 }, { year: 2000 }])).toEqual({ cars: [{}, { age: 26 }] })
  })

  it("leave an outcome about them that was raised when they were none, without its place", () => {
    const outcome = { id: "o", message: "High", severity: "info" } as const
    const stored = {
      calculatedData: { load: 3 },
      hiddenFields: [],
      outcomes: [
        { ...outcome, field: "load", pointer: "/data/load" },
        { ...outcome, field: "age", pointer: "/data/age" },
        outcome
      ]
    }
    const names = internalFieldsOf(form.definition.fields)
    expect(shownWithout(stored, names).outcomes).toEqual([
      outcome,
      { ...outcome, field: "age", pointer: "/data/age" },
      outcome
    ])
  })

  it("are not in the schema of what is sent, and in that of results as members that may be missing", () => {
    expect(Object.keys(Object(schemaOf(form)["properties"]))).toEqual(["age", "cars"].concat("premium"))
    const computed = Object(Object(resultSchemaOf(form)["properties"])["calculatedData"])
    expect(computed.required).toEqual(["premium"])
    expect(computed.properties.load["x-formwork"]).toMatchObject({ internal: true })
  })

  it("keep a form from being written for pages, unless their readers may know them", () => {
    expect(() => toPortable(form)).toThrow("internal fields")
    const { fields } = runPortable(toPortable(form, { internal }))
    expect(fields.filter(({ field }) => field.internal === true).map(({ field }) => field.slug)).toEqual([
      "load",
      "rebate"
    ])
  })

  it("take a result from callers where a field becomes one, and not where it ceases to be", () => {
    const [open, closed] = [checked(quote({})), form]
    const became = compare(open, closed)
    expect(became.breaking).toBe(true)
    expect(became.changes).toEqual([
      {
        subject: "field",
        name: "load",
        change: "changed",
        member: "internal",
        before: false,
        after: true,
        breaking: true,
        why: "`load` is internal now: callers without the privilege `form:read` find nothing, and a payload that sends it is refused."
      }
    ])
    expect(compare(closed, open)).toMatchObject({ breaking: false, changes: [{ member: "internal", after: false }] })
  })
})
