/** Sections: which fields people see together, and when. A section's condition is one of each of its fields. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compare } from "../../src/compare.ts"
import { compile } from "../../src/compile.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { rulesOf } from "../../src/describe/rulesOf.ts"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import { expectationOf } from "../../src/cases/Expectation.ts"
import { coveringOf } from "../../src/cases/coverage.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { references } from "../../src/authoring/references.ts"
import { rename } from "../../src/authoring/rename.ts"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import type { JsonObject } from "../../src/Json.ts"
import { fillable } from "../../src/run/fillable.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { formOf as oracleForm } from "../oracle/Form.ts"
import { checked, evaluate, faultsOf, formOf, TODAY } from "../support.ts"
import * as Result from "effect/Result"

const fields: ReadonlyArray<JsonObject> = [
  { slug: "lived", type: "boolean" },
  { slug: "names", type: "text", required: true },
  { slug: "count", type: "integer", visibleWhen: "names != 'none'" },
  { slug: "cost", type: "integer", formula: "coalesce(count, 0) * 2" },
  { slug: "rooms", type: "list", fields: [{ slug: "size", type: "integer" }] }
]

const withSections = (...sections: ReadonlyArray<JsonObject>): JsonObject => formOf({ fields, sections })
const people = { id: "people", title: "People", visibleWhen: "lived", fields: ["names", "count", "rooms"] }

describe("a section's condition", () => {
  it("hides its fields, also where they are required, computed from or lists", () => {
    const form = withSections(people)
    expect(evaluate(form, { lived: false, names: "x", count: 3, rooms: [{ size: 1 }] })).toMatchObject({
      valid: true,
      hiddenFields: ["names", "count", "rooms"],
      calculatedData: { cost: 0 },
      data: { lived: false }
    })
    expect(evaluate(form, { lived: true, names: "none", count: 3 })).toMatchObject({ hiddenFields: ["count"] })
    expect(evaluate(form, { lived: true })).toMatchObject({ valid: false })
    // Not known is not true.
    expect(evaluate(form, {})).toMatchObject({ hiddenFields: ["names", "count", "rooms"] })
  })

  it("is exactly as if each field had it too: in any form, for any payload, in both back ends", () => {
    let hiding = 0
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const { definition } = formAt(seed, 0)
        const { sections = [], ...form } = oracleForm(definition)
        const conditions = sections.flatMap((section) => (section.visibleWhen === undefined ? [] : [section]))
        if (conditions.length === 0) return
        const own: ReadonlyArray<JsonObject> = JSON.parse(JSON.stringify(definition["fields"]))
        const alike = {
          ...definition,
          sections: [],
          fields: own.map((field) => {
            const around = conditions.find((section) => section.fields.includes(String(field["slug"])))?.visibleWhen
            if (around === undefined) return field
            const both = [around, field["visibleWhen"]].filter((one) => one !== undefined)
            return { ...field, visibleWhen: both.map((one) => `(${String(one)})`).join(" && ") }
          })
        }
        expect(form.fields.length).toBe(own.length)
        for (const run of [compile, compileClosures]) {
          const [one, other] = [run(checked(definition)), run(checked(alike))]
          for (let pair = 0; pair < 5; pair += 1) {
            const { data, options } = inputAt(seed, pair, definition)
            const found = one.evaluate(data, options)
            hiding += found.hiddenFields.length
            expect(JSON.stringify(found)).toBe(JSON.stringify(other.evaluate(data, options)))
          }
        }
      }),
      { numRuns: 150 }
    )
    expect(hiding).toBeGreaterThan(100)
  })

  it("is one rule of a trace, before its fields, and their own conditions run only where it is true", () => {
    const form = compile(checked(withSections(people)))
    const words = (data: JsonObject) =>
      form.explain(data, { today: TODAY, draft: false }).trace.map(({ pointer, words: said }) => `${pointer}: ${said}`)
    expect(words({ lived: false })).toEqual([
      "/sections/0/visibleWhen: the section people is hidden: lived is false.",
      "/fields/3/formula: cost is 0: count is missing."
    ])
    expect(words({ lived: true, names: "a", count: 2 })).toEqual([
      "/sections/0/visibleWhen: the section people is shown: lived is true.",
      '/fields/2/visibleWhen: count is shown: names is "a".',
      "/fields/3/formula: cost is 4: count is 2."
    ])
  })

  it("is in the schema, in a form's sentences, in a case and among what no case reaches", () => {
    const form = checked(withSections(people))
    expect(schemaOf(form)).toMatchObject({ properties: { names: { "x-formwork": { hidden: "sometimes" } } } })
    expect(schemaOf(form)["required"]).toBeUndefined()
    expect(rulesOf(form.definition)).toContain(
      "“People” (names, count, rooms) is shown only when lived; otherwise none of it is to be sent."
    )
    const result = compile(form).evaluate({ lived: true, names: "none" }, { today: TODAY, draft: false })
    expect(expectationOf(result, form.definition).visible).toEqual({ names: true, count: false, rooms: true })
    const covering = Result.getOrThrow(coveringOf(withSections(people)))
    covering.run({ lived: false }, TODAY)
    expect(covering.coverage().unreached).toContainEqual({ pointer: "/sections/0/visibleWhen", never: "true" })
    covering.run({ lived: true, names: "none" }, TODAY)
    expect(covering.coverage().unreached.map(({ never, pointer }) => `${pointer} ${never}`)).toEqual([
      "/fields/2/visibleWhen true"
    ])
  })

  it("costs its steps for each field", () => {
    const steps = (...own: ReadonlyArray<string>) =>
      checked(withSections({ ...people, visibleWhen: "lived && lived", fields: own })).steps
    expect(steps("names", "count") - steps("names")).toBe(steps("names", "count", "rooms") - steps("names", "count"))
    expect(steps("names", "count")).toBeGreaterThan(steps("names"))
  })
})

describe("a definition with sections", () => {
  it("reaches a page as it was written, without the text of its conditions", () => {
    const sections = [
      { ...people, description: "Who lives there", newPage: true, "x-icon": "house" },
      { id: "other", title: "Other", newPage: false, fields: ["cost"] }
    ]
    const form = checked(withSections(...sections))
    const prepared = runPortable(toPortable(form))
    expect(prepared.sections).toEqual([
      {
        id: "people",
        title: "People",
        description: "Who lives there",
        newPage: true,
        fields: ["names", "count", "rooms"],
        extensions: { "x-icon": "house" }
      },
      { id: "other", title: "Other", fields: ["cost"] }
    ])
    expect(fillable(form).sections).toEqual(form.definition.sections)
    expect(toPortable(form)).not.toContain('visibleWhen":"lived')
  })

  it("reaches a page once, however many fields it has", () => {
    const slugs = Array.from({ length: 100 }, (_, index) => `f${index}`)
    const sizeOf = (visibleWhen: string) =>
      toPortable(
        checked({
          code: "S",
          title: "S",
          fields: [{ slug: "go", type: "integer" }, ...slugs.map((slug) => ({ slug, type: "integer" }))],
          sections: [{ id: "all", title: "All", fields: slugs, visibleWhen }]
        })
      ).length
    const [once, twice] = [sizeOf("go > 1"), sizeOf("go > 1 || go > 1")]
    expect(twice - once).toBeLessThan(1_000)
  })

  it.each<readonly [string, JsonObject, string]>([
    ["without fields", { fields: [] }, "This section has no fields"],
    ["without a title", { title: "" }, "`title` is empty"],
    ["with an unknown field", { fields: ["name"] }, "There is no field `name`. Did you mean `names`?"],
    [
      "with a field of rows",
      { fields: ["size"] },
      "`size` is a field of the rows of `rooms`, and a section holds fields of the form. Name `rooms`."
    ],
    ["with a field twice", { fields: ["names", "names"] }, "`names` is in this section twice."],
    ["with no name", { fields: ["First name"] }, "has to be the name of a field"],
    ["that waits for its own field", { visibleWhen: "names == 'a'" }, "`names` depends on itself: names → names."],
    ["with a condition that is none", { visibleWhen: "count + 1" }, "`visibleWhen` is"],
    ["with a member that it does not have", { visible: true }, "A section has nothing called `visible`"],
    ["that is no object", { id: "No id!" }, "an id: a small letter"]
  ])("%s is a fault", (_, members, said) => {
    expect(faultsOf(withSections({ ...people, ...members }))).toContain(said)
  })

  it("has each field in one section, each id once, and 100 sections at most", () => {
    expect(faultsOf(withSections(people, { id: "more", title: "More", fields: ["count"] }))).toContain(
      "`count` is in the section `people` already, and a field stands in one."
    )
    expect(faultsOf(withSections(people, { id: "people", title: "More", fields: ["cost"] }))).toContain(
      "The id `people` is there twice"
    )
    const many = Array.from({ length: 101 }, (_, at) => ({ id: `s${at}`, title: "S", fields: ["cost"] }))
    expect(faultsOf(withSections(...many))).toContain("There are 101 sections; at most 100 are allowed.")
  })

  it("finds a circle through a section, at the section's condition", () => {
    const circle = formOf({
      fields: [
        { slug: "a", type: "integer" },
        { slug: "b", type: "integer", formula: "a + 1" }
      ],
      sections: [{ id: "s", title: "S", visibleWhen: "b > 1", fields: ["a"] }]
    })
    const faults = faultsOf(circle)
    expect(faults).toContain("/sections/0/visibleWhen")
    expect(faults).toContain("a → b → a")
  })
})

describe("comparing sections", () => {
  const changes = (before: JsonObject, after: JsonObject) =>
    compare(checked(before), checked(after)).changes.map(
      ({ breaking, change, member = change, name, subject }) => `${subject} ${name} ${member}${breaking ? "!" : ""}`
    )
  const other = { id: "other", title: "Other", fields: ["cost"] }

  it.each<readonly [string, ReadonlyArray<JsonObject>, ReadonlyArray<JsonObject>, ReadonlyArray<string>]>([
    [
      "a title, a page, an order of fields",
      [people],
      [{ ...people, title: "P", newPage: true, fields: ["count", "names", "rooms"] }],
      ["section people title", "section people newPage", "section people fields"]
    ],
    ["another condition", [people], [{ ...people, visibleWhen: "!lived" }], ["section people visibleWhen!"]],
    ["a section without a condition", [], [other], ["field cost section", "section other added"]],
    ["a section with one", [], [{ ...other, visibleWhen: "lived" }], ["field cost section!", "section other added"]],
    [
      "a field that moves out of one",
      [people],
      [{ ...people, fields: ["names", "rooms"] }],
      ["field count section!", "section people fields"]
    ],
    [
      "another id",
      [people],
      [{ ...people, id: "folk" }],
      [
        "field names section",
        "field count section",
        "field rooms section",
        "section folk added",
        "section people removed"
      ]
    ],
    ["another order", [people, other], [other, people], ["form  sections"]],
    ["an extension", [other], [{ ...other, "x-a": 1 }], ["section other x-a"]]
  ])("%s", (_, before, after, expected) => {
    expect(changes(withSections(...before), withSections(...after))).toEqual(expected)
  })
})

describe("an editor of sections", () => {
  const form = openForm(withSections(people))

  it("finds a field in its section, and renames it there", () => {
    expect(references(form, "/fields/1").map(({ pointer }) => pointer)).toContain("/sections/0/fields/0")
    expect(references(form, "/fields/0").map(({ pointer }) => pointer)).toEqual(["/sections/0/visibleWhen"])
    const edits = Result.getOrThrow(rename(form, "/fields/1", "people_names"))
    expect(edits.map(({ pointer, text }) => `${pointer} ${text}`)).toContain("/sections/0/fields/0 people_names")
  })

  it("proposes fields that stand in no section and close no circle, and for its condition those that wait for none of its fields", () => {
    const fieldsAt = (pointer: string) =>
      completionsAt(form, pointer, 0).flatMap(({ kind, text }) => (kind === "field" ? [text] : []))
    expect(fieldsAt("/sections/0/fields/0")).toEqual(["names", "cost"])
    expect(fieldsAt("/sections/0/visibleWhen")).toEqual(["lived"])
  })
})
