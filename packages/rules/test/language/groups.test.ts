/** Fields in groups, as the manual says them (docs/rule-language.md, “Groups”). */
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { references } from "../../src/authoring/references.ts"
import { check } from "../../src/check.ts"
import { compare } from "../../src/compare.ts"
import { compileCondition } from "../../src/compileCondition.ts"
import { exampleOf } from "../../src/describe/exampleOf.ts"
import { resultSchemaOf } from "../../src/describe/resultSchemaOf.ts"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import { resultWithout } from "../../src/Internal.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { flatOf, flattened, nested, valueIn } from "../../src/values/groups.ts"
import { present } from "../present.ts"
import { checked, formOf, TODAY } from "../support.ts"

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
    for (const wrong of [5, "x", true, [], [{}]] satisfies ReadonlyArray<Json>)
      expect(problems({ pickup: wrong })).toEqual([["type", "/data/pickup", "The group pickup has to be an object."]])
    expect(problems({ pickup: { street: 1, floors: 2 }, "pickup.street": "High Street", "a.b": 1 })).toEqual([
      ["type", "/data/pickup/street", "Street and number has to be a text."],
      ["unknown_field", "/data/pickup/floors", "There is no field “pickup.floors”. Did you mean pickup.floor?"],
      ["unknown_field", "/data/pickup.street", "There is no field “pickup.street”."],
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

describe("faults", () => {
  const messagesOf = (parts: { readonly [member: string]: Json }): ReadonlyArray<string> =>
    Result.match(check(formOf(parts)), {
      onSuccess: () => [],
      onFailure: (faults) => faults.map(({ message, pointer }) => `${pointer} ${message}`)
    })
  const street = { slug: "address.street", type: "text" }

  it("a group has a name of its own", () => {
    expect(messagesOf({ fields: [street, { slug: "address", type: "text" }] })).toEqual([
      "/fields/1/slug `address` is a group, because there is a field `address.street`, so no field is called so. Give one of them another name."
    ])
    expect(
      messagesOf({
        fields: [
          { slug: "today.x", type: "text" },
          { slug: "submission.id", type: "text" }
        ]
      })
    ).toEqual([
      "/fields/0/slug A group cannot be called `today`: the rule language uses the word for itself.",
      "/fields/1/slug A group cannot be called `submission`: a file of submissions has columns of that name."
    ])
    expect(
      messagesOf({
        constants: { address: { type: "number", value: 1 } },
        fields: [street, { slug: "n", type: "number", formula: "1" }]
      })[0]
    ).toContain("/constants/address")
  })

  it("fields of rows are in no group, and there is no group in a group", () => {
    expect(messagesOf({ fields: [{ slug: "rows", type: "list", fields: [{ slug: "a.b", type: "text" }] }] })).toEqual([
      "/fields/0/fields/0/slug A row's fields are in no group, so there is no point in their names. Call it `b`."
    ])
    expect(messagesOf({ fields: [{ slug: "a.b.c", type: "text" }] })[0]).toContain("or one in a group")
  })

  it("a group is no value, and a field in one is asked for by its whole name", () => {
    const rule = (formula: string) =>
      messagesOf({
        fields: [
          street,
          { slug: "n", type: "integer", formula },
          { slug: "l", type: "list", fields: [{ slug: "x", type: "text" }] }
        ]
      })
    expect(rule("length(address)")[0]).toContain("It is a group of fields; name one of them: `address.street`.")
    expect(rule("length(street)")[0]).toContain("It is in a group: `address.street`.")
    expect(rule("length(address.streat)")[0]).toContain(
      "There is no field `address.streat`. Did you mean `address.street`?"
    )
    expect(rule("count(l, address, address.x == '')")[0]).toContain("A row cannot be called `address")
    expect(messagesOf({ fields: [street], sections: [{ id: "s", title: "S", fields: ["address"] }] })[0]).toContain(
      "`address` is a group, and a section names fields: `address.street`."
    )
  })

  it("what other languages call a group says how it is written here", () => {
    expect(messagesOf({ fields: [{ slug: "home", type: "group", fields: [] }, street] })[0]).toContain(
      "Fields are in a group by their names: write fields `home.street` and `home.city`"
    )
    expect(messagesOf({ fields: [{ slug: "at", type: "location" }, street] })[0]).toContain("`at.latitude`")
  })
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
