/** Fields in groups, as the manual says them (docs/rule-language.md, “Groups”). */
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { references } from "../../src/authoring/references.ts"
import { compare } from "../../src/compare.ts"
import { compileCondition } from "../../src/compileCondition.ts"
import { exampleOf } from "../../src/describe/exampleOf.ts"
import { resultSchemaOf } from "../../src/describe/resultSchemaOf.ts"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import { rulesOf } from "../../src/describe/rulesOf.ts"
import { resultWithout, shownWithout } from "../../src/Internal.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { flatOf, flattened, nested, valueIn } from "../../src/values/groups.ts"
import { present } from "../present.ts"
import { checked, compiled, formOf, TODAY } from "../support.ts"

const manual = readFileSync(new URL("../../../../docs/rule-language.md", import.meta.url), "utf8")
const [, text = "", , payload = "", answer = ""] =
  /### Groups[\s\S]*?```json\n([\s\S]*?)```[\s\S]*?((`\{.*\}`) gives (`\{.*\}`))\.\n/.exec(manual) ?? []
const definition: JsonObject = JSON.parse(text)
const inTicks = (ticked: string): JsonObject => JSON.parse(ticked.slice(1, -1))
const options = { today: TODAY, draft: false }
const parcel = checked(definition)
const runs = [
  ["generated", compileGenerated(parcel).evaluate],
  ["closures", compileClosures(parcel).evaluate],
  ["portable", runPortable(toPortable(parcel)).evaluate]
] as const

describe.each(runs)("groups, %s", (_, evaluate) => {
  it("the parcel in the manual costs what the manual says, in an object", () => {
    const given = inTicks(payload)
    expect(evaluate(given, options)).toMatchObject({
      valid: true,
      calculatedData: inTicks(answer),
      hiddenFields: ["delivery.street"],
      outcomes: [
        {
          id: "stairs",
          message: "4.50 of 12.50 are for the stairs.",
          field: "pickup.floor",
          pointer: "/data/pickup/floor"
        }
      ]
    })
  })

  it("a group that is missing, null or empty is one whose fields are missing, and problems are in it", () => {
    for (const data of [{}, { pickup: null }, { pickup: {} }])
      expect(evaluate(data, options).problems.map(({ code, field, pointer }) => [code, field, pointer])).toEqual([
        ["required", "pickup.street", "/data/pickup/street"],
        ["required", "pickup.postcode", "/data/pickup/postcode"]
      ])
  })

  it("what is no object is one problem more, and names that no field has are unknown where they are", () => {
    const draft = { today: TODAY, draft: true }
    const problems = (data: JsonObject) =>
      evaluate(data, draft).problems.map(({ code, message, pointer }) => [code, pointer, message])
    expect(evaluate({ pickup: 5 }, options).problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["type", "/data/pickup"]
    ])
    for (const wrong of [5, "x", true, [], [{}]] satisfies ReadonlyArray<Json>)
      expect(problems({ pickup: wrong })).toEqual([["type", "/data/pickup", "The group pickup has to be an object."]])
    expect(problems({ pickup: { street: 1, floors: 2 }, "pickup.street": "High Street", "a.b": 1 })).toEqual([
      ["type", "/data/pickup/street", "Street and number has to be a text."],
      ["unknown_field", "/data/pickup/floors", "There is no field “pickup.floors”. Did you mean pickup.floor?"],
      ["unknown_field", "/data/pickup.street", "There is no member “pickup.street”: send street in an object pickup."],
      ["unknown_field", "/data/a.b", "There is no field “a.b”."]
    ])
  })
})

it("what is stored has no empty groups, and nothing that the form computes, hides or does not know", () => {
  for (const { evaluate } of [compileGenerated(parcel), compileClosures(parcel)]) {
    const { data } = evaluate(
      { pickup: { floor: 1, nothing: 1 }, delivery: { street: "2 Low Road" }, price: { total: "1.00" } },
      { today: TODAY, draft: true }
    )
    expect(JSON.stringify(data)).toBe('{"pickup":{"floor":1}}')
  }
})

it("schemas have an object for each group, which is required where one of its fields is", () => {
  expect(schemaOf(parcel)).toMatchObject({
    required: ["pickup"],
    properties: {
      pickup: { type: "object", required: ["street", "postcode"], additionalProperties: false },
      delivery: { type: ["object", "null"], properties: { same: { title: "Back to the same address" } } }
    }
  })
  expect(resultSchemaOf(parcel)).toMatchObject({
    properties: { calculatedData: { required: ["price"], properties: { price: { required: ["stairs", "total"] } } } }
  })
  const example = present(exampleOf(parcel, TODAY))
  expect(compileGenerated(parcel).evaluate(example, options).valid).toBe(true)
  expect(Object.keys(example)).toContain("pickup")
})

it("a filter and an effect read a field in a group of what is stored, and an internal one is taken out", () => {
  const form = checked(
    formOf({
      fields: [
        { slug: "home.city", type: "text", maxLength: 20 },
        { slug: "home.score", type: "integer", internal: true, formula: "length(home.city)" },
        { slug: "home.half", type: "number", decimals: 1, formula: "round(home.score / 2, 1)" },
        { slug: "people.all", type: "list", maxItems: 5, fields: [{ slug: "age", type: "integer" }] },
        { slug: "people.oldest", type: "integer", formula: "max(people.all, one, one.age)" }
      ],
      checks: [{ id: "grown", field: "people.all.age", check: "age > 17", message: "{age} in {home.city}" }],
      effects: [
        {
          id: "tell",
          kind: "notification",
          to: ["a@b.co"],
          subject: "From {home.city}",
          text: "{people.oldest}"
        }
      ]
    })
  )
  const run = compileGenerated(form)
  const evaluation = run.evaluate({ home: { city: "Ulm" }, people: { all: [{ age: 8 }, { age: 61 }] } }, options)
  expect(evaluation.calculatedData).toEqual({ home: { score: 3, half: 1.5 }, people: { oldest: 61 } })
  expect(evaluation.problems).toEqual([
    { code: "rule", field: "people.all[0].age", pointer: "/data/people/all/0/age", message: "8 in Ulm" }
  ])
  expect(resultWithout(evaluation, run.internal).calculatedData).toEqual({
    home: { half: 1.5 },
    people: { oldest: 61 }
  })
  const filter = Result.getOrThrow(
    compileCondition(form, "home.city == 'Ulm' && count(people.all, p, p.age > 60) == 1")
  )
  expect(filter.holds(evaluation, TODAY)).toBe(true)
  expect(filter.holds({ data: { "home.city": "Ulm" }, calculatedData: {} }, TODAY)).toBe(false)
  const content = run.render(evaluation, ["tell"], {
    today: TODAY,
    submissionId: "01936b2e-7c00-7000-8000-00000000002a",
    formId: "f",
    formVersionId: "v",
    formTitle: "A form",
    state: "submitted",
    on: "filed",
    timestamp: "2026-11-21T09:30:00.000Z",
    createdAt: "2026-11-21T09:30:00.000Z"
  })
  expect(JSON.stringify([...content])).toContain("From Ulm")
})

it("a group of internal fields alone is unknown to payloads, and stored values of another version stay", () => {
  const definition = formOf({
    fields: [
      { slug: "a", type: "integer" },
      { slug: "secret.score", type: "integer", internal: true, formula: "a + 1" }
    ]
  })
  const form = checked(definition)
  for (const run of [compileGenerated(form), compileClosures(form)])
    for (const sent of [5, {}, null, { score: 1 }] satisfies ReadonlyArray<Json>) {
      const evaluation = run.evaluate({ a: 1, secret: sent }, options)
      expect(evaluation.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
        ["unknown_field", "/data/secret"]
      ])
      expect(evaluation.calculatedData).toEqual({ secret: { score: 2 } })
      expect(resultWithout(evaluation, run.internal).calculatedData).toEqual({})
    }
  const { internal } = compileGenerated(form)
  const stored = { calculatedData: { secret: 2, a: { b: 1 } }, hiddenFields: [], outcomes: [] }
  expect(shownWithout(stored, internal).calculatedData).toEqual(stored.calculatedData)
})

it("a message shows the label of a choice in a group, with spaces around its point too", () => {
  const form = compiled(
    formOf({
      fields: [{ slug: "home.kind", type: "choice", options: [{ value: "b", label: "Bungalow" }] }],
      outcomes: [{ id: "o", severity: "info", when: "home.kind != null", message: "{home.kind}, { home . kind }" }]
    })
  )
  expect(form.evaluate({ home: { kind: "b" } }, options).outcomes[0]?.message).toBe("Bungalow, Bungalow")
})

it("in words the places of rules are whole names", () => {
  const form = checked(
    formOf({
      fields: [
        { slug: "home.rooms", type: "integer" },
        { slug: "home.people", type: "list", maxItems: 3, fields: [{ slug: "age", type: "integer" }] }
      ],
      checks: [
        { id: "a", field: "home.rooms", check: "home.rooms > 0", message: "m" },
        { id: "b", field: "home.people.age", check: "age > 0", message: "m" }
      ]
    })
  )
  expect(rulesOf(form.definition)).toEqual([
    'It is a problem of home.rooms, "m", unless home.rooms > 0.',
    'It is a problem of home.people[].age, "m", unless age > 0.'
  ])
})

it("editors propose a field in a group after its group and its point, and find who reads it", () => {
  const edit = (formula: string) =>
    openForm(
      formOf({
        fields: [
          { slug: "home.city", type: "text" },
          { slug: "home.size", type: "integer" },
          { slug: "n", type: "integer", formula }
        ]
      })
    )
  const proposed = (formula: string) =>
    completionsAt(edit(formula), "/fields/2/formula", formula.length).map(({ range, text: put }) => [put, range.start])
  for (const typed of ["home.", "home.s", "1 + home.s"])
    expect(proposed(typed)).toContainEqual(["home.size", typed.indexOf("home")])
  expect(completionsAt(edit("home.city"), "/fields/2/formula", 2)).toContainEqual(
    expect.objectContaining({ text: "home.size", range: { start: 0, end: 9 } })
  )
  const found = references(edit("length( home.city ) + (home.size)"), "/fields/1")
  expect(found).toEqual([{ pointer: "/fields/2/formula", range: { start: 23, end: 32 } }])
  expect(references(edit("length(home.city) + ("), "/fields/0").map(({ range }) => range)).toEqual([
    { start: 7, end: 16 }
  ])
})

it("a comparison knows a field by its whole name: into another group is another field", () => {
  const of = (slug: string) => checked(formOf({ fields: [{ slug, type: "text" }] }))
  expect(compare(of("a.x"), of("a.x"))).toMatchObject({ changes: [] })
  const { changes } = compare(of("a.x"), of("b.x"))
  expect(JSON.stringify(changes)).toMatch(/a\.x.*b\.x|b\.x.*a\.x/)
})

it("values are flat and nested again, and a value is found by its whole name", () => {
  const flat = { a: 1, "g.x": null, "g.toString": "t", "h.__proto__": [1] }
  const deep = nested(flat)
  expect(JSON.stringify(deep)).toBe('{"a":1,"g":{"x":null,"toString":"t"},"h":{"__proto__":[1]}}')
  expect(flattened(new Set(["g", "h"]), deep)).toEqual({ data: flat, astray: [] })
  expect(flatOf(deep)).toEqual(flat)
  expect([valueIn(deep, "g.toString"), valueIn(deep, "g.y"), valueIn(deep, "a.x"), valueIn({}, "toString")]).toEqual([
    "t",
    undefined,
    undefined,
    undefined
  ])
})
