/** The laws of references: they are what the checker reads, by an oracle of its own, and they follow an author who still types. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { namesIn } from "../../src/authoring/namesIn.ts"
import { namesInTokens } from "../../src/authoring/namesInTokens.ts"
import { type OpenForm, openForm } from "../../src/authoring/openForm.ts"
import { readings, references } from "../../src/authoring/references.ts"
import { tokens } from "../../src/authoring/tokens.ts"
import { type Json, type JsonObject, memberOf } from "../../src/Json.ts"
import { pointerTokens } from "../../src/values/pointer.ts"
import { formAt } from "../fuzz/pairs.ts"
import { graphOf } from "../oracle/cycles.ts"
import { formOf } from "../oracle/Form.ts"
import { everywhere } from "./everywhere.ts"

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

const at = (definition: Json, pointer: string): Json | undefined =>
  pointerTokens(pointer).reduce<Json | undefined>(memberOf, definition)

const shown = (form: OpenForm, pointer: string): ReadonlyArray<string> =>
  references(form, pointer).map(({ pointer: place, range }) => {
    const text = String(at(form.definition, place))
    return `${place} ${text.slice(0, range.start)}[${text.slice(range.start, range.end)}]${text.slice(range.end)}`
  })

/** Of each field the pointer and its name in the order of evaluation. */
const fieldsOf = (definition: JsonObject): ReadonlyArray<readonly [pointer: string, vertex: string]> =>
  formOf(definition).fields.flatMap(({ fields = [], slug }, index) => [
    [`/fields/${index}`, slug] as const,
    ...fields.map((row, slot) => [`/fields/${index}/fields/${slot}`, `${slug}.${row.slug}`] as const)
  ])

it("the references of a field in formulas, visibility and conditions of options are what those rules read", () => {
  fc.assert(
    fc.property(seed, (number) => {
      const { definition } = formAt(number, 0)
      const form = openForm(definition)
      const graph = graphOf(definition)
      const fields = fieldsOf(definition)
      const { sections = [] } = formOf(definition)
      for (const [pointer, vertex] of fields) {
        const found = new Set(references(form, pointer).map((reference) => reference.pointer))
        for (const [reader, name] of fields) {
          if (name.startsWith(`${vertex}.`)) continue // a row waits for its list without a rule that says so
          const rule = /^(?:formula|visibleWhen|options\/\d+\/when)$/
          const around = sections.findIndex((section) => section.fields.includes(name))
          const reads = [...found].some(
            (place) =>
              place === `/sections/${around}/visibleWhen` ||
              (place.startsWith(`${reader}/`) && rule.test(place.slice(reader.length + 1)))
          )
          if (name === vertex && reads) continue // in the row before: it does not wait for that
          expect([name, vertex, reads]).toEqual([name, vertex, graph.get(name)?.has(vertex) === true])
        }
      }
    }),
    { numRuns: 60 }
  )
})

it("each reference is the name of its field, once", () => {
  fc.assert(
    fc.property(seed, (number) => {
      const { definition } = formAt(number, 0)
      const form = openForm(definition)
      for (const [pointer] of fieldsOf(definition)) {
        const found = references(form, pointer)
        for (const { pointer: place, range } of found)
          expect(String(at(definition, place)).slice(range.start, range.end)).toBe(
            memberOf(at(definition, pointer), "slug")
          )
        expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(found.length)
      }
    }),
    { numRuns: 60 }
  )
})

it("the readings of a form are the references of all its fields", () => {
  fc.assert(
    fc.property(seed, (number) => {
      const { definition } = formAt(number, 0)
      const form = openForm(definition)
      const one = fieldsOf(definition).flatMap(([field]) =>
        references(form, field).map(({ pointer }) => `${pointer} ${field}`)
      )
      const all = readings(form).map(({ field, pointer }) => `${pointer} ${field}`)
      expect(all.toSorted()).toEqual(one.toSorted())
    }),
    { numRuns: 60 }
  )
})

it("tokens alone find the names that a whole rule has, also in a rule that ends after any of them", () => {
  fc.assert(
    fc.property(seed, (number) => {
      const form = openForm(formAt(number, 0).definition)
      for (const site of form.sites.values()) {
        if (site.of.text !== "expression") continue
        const whole = namesIn(site, form.limits)
        expect(namesInTokens(site.source, site.scope)).toEqual(whole)
        for (const { kind, range } of tokens(site.source)) {
          if (kind === "function") continue
          const cut = { ...site, source: site.source.slice(0, range.end) }
          expect(namesIn(cut, form.limits)).toEqual(whole.filter((one) => one.range.end <= range.end))
        }
      }
    }),
    { numRuns: 25 }
  )
})

it("a field is found in rules, messages, templates, settings of effects and the field of a check", () => {
  const form = openForm(everywhere)
  expect(form.checked).toMatchObject({ _tag: "Success" })
  expect(shown(form, "/fields/0")).toEqual([
    "/fields/3/requiredWhen [value] > 1000",
    "/fields/5/visibleWhen [value] > 0",
    "/fields/5/fields/1/requiredWhen [value] > 10 && name != null",
    "/fields/5/fields/3/formula age < 25 ? round([value] * 0.1, 2) : 0",
    "/fields/6/formula round([value] * (cover == 'comp' ? 0.0425 : 0.0275), 2)",
    "/checks/0/field [value]",
    "/checks/1/check age >= 17 || [value] < 5",
    "/checks/1/message {name} is {age}, of {[value]}",
    "/outcomes/0/when any(drivers, d, d.age < 25 && d.name != null) && [value] > 2000",
    "/outcomes/0/message {premium} for {[value]} {{not}} {today}",
    "/effects/0/text For {[value]}",
    '/effects/0/html <p title="{[value]}">{premium} <a href="{site}">{cover}</a></p>',
    "/effects/1/title For {[value]}",
    "/effects/1/blocks/1/text {[value]} it is",
    "/effects/1/blocks/2/fields/1 [value]",
    "/effects/2/url https://api.example.org/{[value]}?p={premium}",
    "/effects/2/body/said/0/$text {premium} of {[value]}",
    "/effects/2/body/drivers/as/value/$ [value]",
    "/effects/2/body/drivers/as/said/$text {name} {[value]}"
  ])
  expect(shown(form, "/fields/5/fields/1/slug")).toEqual([
    "/fields/5/fields/3/formula [age] < 25 ? round(value * 0.1, 2) : 0",
    "/fields/8/formula min((drivers), (d), (d).[age])",
    "/checks/1/field drivers.[age]",
    "/checks/1/check [age] >= 17 || value < 5",
    "/checks/1/message {name} is {[age]}, of {value}",
    "/outcomes/0/when any(drivers, d, d.[age] < 25 && d.name != null) && value > 2000",
    "/effects/1/blocks/4/table/columns/1 [age]"
  ])
  expect(shown(form, "/fields/3")).toEqual(["/effects/0/to/1 {[email]}", "/effects/0/replyTo {[email]}"])
})

it("a name that another field hides, a row's own name and a field that nothing reads have no references", () => {
  const form = openForm({
    title: "A form",
    code: "T",
    fields: [
      { slug: "age", type: "integer" },
      {
        slug: "d",
        type: "list",
        fields: [
          { slug: "age", type: "integer" },
          { slug: "old", type: "boolean", formula: "age > 60" }
        ]
      },
      { slug: "age", type: "text" },
      { slug: "any", type: "boolean", formula: "any(d, row, row.age > " }
    ]
  })
  expect(shown(form, "/fields/0")).toEqual([])
  expect(shown(form, "/fields/2")).toEqual([])
  expect(shown(form, "/fields/1/fields/0")).toEqual([
    "/fields/1/fields/1/formula [age] > 60",
    "/fields/3/formula any(d, row, row.[age] > "
  ])
  expect(shown(form, "/fields/3")).toEqual([])
  expect(shown(form, "/fields/9")).toEqual([])
  expect(shown(form, "/title")).toEqual([])
})
