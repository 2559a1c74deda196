/** The inspector has a control for every member of the language. The checker itself says which members there are. */
import { check } from "@formwork/rules/check"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { en } from "../../../src/messages/en/en.ts"
import { changeType } from "../../../src/screens/author/structure/inspector/changeType.ts"
import { DraftStore } from "../../../src/screens/author/document/DraftStore.ts"
import schemas from "../../../src/screens/author/structure/inspector/effect/schemas.json"
import {
  partsOf,
  type Schema,
  schemaOf,
  shapeOf,
  translatedIn
} from "../../../src/screens/author/structure/inspector/effect/Schema.ts"
import {
  fieldTypes,
  membersOfField,
  neverComputed,
  membersOfKind
} from "../../../src/screens/author/structure/inspector/members.ts"
import { usualWorkflow } from "../../../src/screens/author/structure/inspector/workflow/workflowOf.ts"
import { treeOf } from "../document/support.ts"

const root = (path: string): string => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))

/** Every word that the sources of the checker have: a member of the language is one of them. */
const words: ReadonlySet<string> = new Set(
  ["definition", "fields", "check", "reading"]
    .flatMap((folder) => readdirSync(root(`packages/rules/src/${folder}`), { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .flatMap(
      (entry) => readFileSync(`${entry.parentPath}/${entry.name}`, "utf8").match(/\b[a-z][A-Za-z]{1,24}\b/g) ?? []
    )
)

/** The most faults that one check gives. */
const AT_ONCE = 40

const strangeOf = (place: (object: JsonObject) => Json, some: ReadonlyArray<string>): ReadonlyArray<string> => {
  const checked = check(place(Object.fromEntries(some.map((word) => [word, null]))))
  const faults = checked._tag === "Failure" ? checked.failure : []
  return faults.flatMap(({ message, pointer }) =>
    /has nothing called|; it belongs to /u.test(message) ? [pointer] : []
  )
}

/** The words that the checker knows as members of an object: it says of every other one that the object has nothing of that name. */
const known = (place: (object: JsonObject) => Json, pointer: string): ReadonlyArray<string> => {
  const all = [...words]
  const strange = new Set(
    Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) =>
      all.slice(index * AT_ONCE, (index + 1) * AT_ONCE)
    ).flatMap((some) => strangeOf(place, some))
  )
  return all.filter((word) => !strange.has(`${pointer}/${word}`)).toSorted()
}

const base = { title: "T", code: "T", fields: [{ slug: "a", type: "text" }] }

const namesOf = (members: ReadonlyArray<{ readonly name: string }>): ReadonlyArray<string> =>
  members.map(({ name }) => name).toSorted()

describe("the table of members", () => {
  it("A form, its rules and its workflow have the members that the checker knows, and no others", () => {
    expect(known((object) => ({ ...object, ...base }), "")).toEqual(namesOf(membersOfKind("form")))
    expect(known((object) => ({ ...base, checks: [object] }), "/checks/0")).toEqual(namesOf(membersOfKind("check")))
    expect(known((object) => ({ ...base, outcomes: [object] }), "/outcomes/0")).toEqual(
      namesOf(membersOfKind("outcome"))
    )
    expect(known((object) => ({ ...base, sections: [object] }), "/sections/0")).toEqual(
      namesOf(membersOfKind("section"))
    )
    expect(known((object) => ({ ...base, workflow: object }), "/workflow")).toEqual(namesOf(membersOfKind("workflow")))
    expect(known((object) => ({ ...base, workflow: { transitions: [object] } }), "/workflow/transitions/0")).toEqual(
      namesOf(membersOfKind("transition"))
    )
    expect(
      known(
        (object) => ({ ...base, fields: [{ slug: "a", type: "choice", options: [object] }] }),
        "/fields/0/options/0"
      )
    ).toEqual(namesOf(membersOfKind("option")))
  })

  it.each(fieldTypes)("A field of type %s has the members that the checker knows, and no others", (type) => {
    // A list or a file cannot be calculated, nor be internal, which the checker says of the member itself.
    const own = neverComputed.has(type) ? ["formula", "internal"] : []
    const members = membersOfField(type, true).flatMap((group) => group.members)
    expect(known((object) => ({ ...base, fields: [{ ...object, type }] }), "/fields/0")).toEqual(
      [...namesOf(members), ...own].toSorted()
    )
  })

  it("Every type of field and every member has its words", () => {
    const members = fieldTypes.flatMap((type) => membersOfField(type, true).flatMap((group) => group.members))
    const kinds = (["form", "section", "check", "outcome"] as const).flatMap(membersOfKind)
    const effects = Object.values(schemas).flatMap(({ properties }) => Object.keys(properties))
    const shown = [...members, ...kinds].filter(({ control }) => control !== "outline")
    const missing = shown.map(({ name }) => name).concat(effects)
    expect([...new Set(missing)].filter((name) => !(name in en.structure.members))).toEqual([])
    expect(fieldTypes.filter((type) => !(type in en.structure.types))).toEqual([])
  })

  it("A field that gets another type loses what the type does not have and gets what it needs, as one change", () => {
    const form = '{ "fields": [{ "slug": "a", "type": "text", "label": "A", "maxLength": 5, "mine": 1 }] }'
    const store = new DraftStore(form)
    store.edit(changeType(treeOf(form), "/fields/0", "text", "money"))
    expect(store.getSnapshot().text).toBe(
      '{ "fields": [{ "slug": "a", "type": "money", "label": "A", "currency": "EUR", "mine": 1 }] }'
    )
    store.undo()
    expect(store.getSnapshot().text).toBe(form)
  })
})

describe("effects", () => {
  it("The schemas are the published ones", () => {
    for (const [kind, schema] of Object.entries(schemas))
      expect(schema).toEqual(JSON.parse(readFileSync(root(`docs/schemas/effect-${kind}.json`), "utf8")))
    expect(readdirSync(root("docs/schemas")).toSorted()).toEqual(
      Object.keys(schemas)
        .map((kind) => `effect-${kind}.json`)
        .toSorted()
    )
  })

  it("Every part of every schema has a control", () => {
    const without = (schema: Schema, path: string): ReadonlyArray<string> => {
      if (schema.const !== undefined) return []
      const inner = [
        ...partsOf(schema),
        ...[...(schema.anyOf ?? []), ...(schema.items?.oneOf ?? [])].map((one, index) => [`${index}`, one] as const),
        ...(typeof schema.additionalProperties === "object" ? [["*", schema.additionalProperties] as const] : [])
      ].filter(([, one]) => one.type === "object" || one.properties !== undefined || partsOf(schema).length > 0)
      return [
        ...(shapeOf(schema) === undefined ? [path] : []),
        ...inner.flatMap(([name, part]) => without(part, `${path}/${name}`))
      ]
    }
    for (const kind of Object.keys(schemas)) {
      const schema = schemaOf(kind)
      expect(schema === undefined ? ["no schema"] : without(schema, kind)).toEqual([])
    }
  })
})

it("A text of an effect that may be in several languages has the control of the text, and the language that of an expression", () => {
  const { html, language, subject, text } = schemaOf("notification")?.properties ?? {}
  expect([subject, text, html, language].map((schema) => schema && shapeOf(schema))).toEqual([
    "template",
    "long",
    "long",
    "expression"
  ])
  expect([subject, language].map((schema) => schema && translatedIn(schema)?.maxLength)).toEqual([500, undefined])
})

it("The usual workflow is the one that the checker gives to a form without one", () => {
  const checked = check(base)
  expect(checked._tag === "Success" ? checked.success.definition.workflow : checked.failure).toEqual({
    ...usualWorkflow,
    transitions: usualWorkflow.transitions.map(({ from, name, to }) => ({ name, from, to }))
  })
})
