/** The laws of renaming: the same faults, and the same values of every evaluation, under the new name. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { openForm } from "../../src/authoring/openForm.ts"
import { references } from "../../src/authoring/references.ts"
import { type Edit, rename, type RenameRefused } from "../../src/authoring/rename.ts"
import { check } from "../../src/check.ts"
import type { Evaluation } from "../../src/Evaluation.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { isObject } from "../../src/reading/Reader.ts"
import { inputAt, formAt } from "../fuzz/pairs.ts"
import { formOf as fieldsIn } from "../oracle/Form.ts"
import { groupsSent, inGroups, membersIn } from "../oracle/groups.ts"
import { present } from "../present.ts"
import { compiled, formOf, TODAY } from "../support.ts"
import { everywhere } from "./everywhere.ts"
import { replaced, wild } from "./typing.ts"

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

const made = (definition: Json, edits: ReadonlyArray<Edit>): Json =>
  edits.reduce<Json>((json, { pointer, text }) => replaced(json, pointer, text), definition)

const edits = (definition: Json, pointer: string, slug: string): ReadonlyArray<Edit> =>
  Result.getOrThrow(rename(openForm(definition), pointer, slug))

const refused = (definition: Json, pointer: string, slug: string): RenameRefused =>
  present(Result.getOrUndefined(Result.flip(rename(openForm(definition), pointer, slug))))

const pointersOf = (
  definition: JsonObject
): ReadonlyArray<{
  readonly pointer: string
  readonly slug: string
  readonly list?: string
  readonly isInternal?: boolean
}> =>
  fieldsIn(definition).fields.flatMap(({ fields = [], internal = false, slug }, index) => [
    { pointer: `/fields/${index}`, slug, isInternal: internal },
    ...fields.map((row, slot) => ({ pointer: `/fields/${index}/fields/${slot}`, slug: row.slug, list: slug }))
  ])

const inRow = (row: JsonObject, from: string, to: string): JsonObject =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name === from ? to : name, value]))

/** Values with a field renamed: one of the form, perhaps into a group or out of one, or one of the rows of a list. */
const renamedIn = (
  values: JsonObject,
  groups: ReadonlySet<string>,
  from: string,
  to: string,
  list?: string
): JsonObject =>
  inGroups(
    membersIn(values, groups).map(({ path, value }) => {
      const name = path.join(".")
      if (list === undefined) return [name === from ? to : name, value]
      if (name !== list || !Array.isArray(value)) return [name, value]
      const rows: ReadonlyArray<Json> = value
      return [name, rows.map((row) => (isObject(row) ? inRow(row, from, to) : row))]
    })
  )

/** `drivers[1].age` with one of its names renamed. */
const pathWith = (path: string, from: string, to: string, list?: string): string => {
  const [, top, row = "", rest] = /^([^[]*)(\[\d+\])(?:\.(.*))?$/s.exec(path) ?? []
  if (top === undefined) return list === undefined && path === from ? to : path
  const own = list === undefined && top === from ? to : top
  const inner = list === top && rest === from ? to : rest
  return `${own}${row}${inner === undefined ? "" : `.${inner}`}`
}

/**
 * Whether a payload has something in the place of a group, or in one, that no field is. A group of internal fields alone is such a thing, and null
 * there too.
 */
const isAstray = (data: JsonObject, groups: ReadonlySet<string>, slugs: ReadonlySet<string>): boolean =>
  [...groups].some((group) => data[group] === null) ||
  membersIn(data, groups).some(
    ({ isGroup, path }) => isGroup || (path.join(".").includes(".") && (path.length < 2 || !slugs.has(path.join("."))))
  )

const shown = (evaluation: Evaluation, name: (path: string) => string, values: (of: JsonObject) => JsonObject) => ({
  ...evaluation,
  calculatedData: values(evaluation.calculatedData),
  data: values(evaluation.data),
  hiddenFields: evaluation.hiddenFields.map(name),
  hiddenOptions: Object.entries(evaluation.hiddenOptions ?? {}).map(([field, values]) => [name(field), values]),
  outcomes: evaluation.outcomes.map(({ field, id, message }) => [id, message, name(field ?? "")]),
  problems: evaluation.problems.map(({ code, field }) => [code, name(field ?? "")])
})

it("a renamed form gives every payload the same values under the new name, also in a group", () => {
  let changed = 0
  fc.assert(
    fc.property(seed, fc.nat(), fc.constantFrom("renamed", "group.renamed"), (number, which, to) => {
      const { definition } = formAt(number, 0)
      const groups = groupsSent(fieldsIn(definition).fields)
      const fields = pointersOf(definition)
      const { isInternal, list, pointer, slug } = present(fields[which % fields.length])
      // A payload that sends an internal field has another problem where nothing else is in its group.
      fc.pre(isInternal !== true)
      const now = list === undefined ? to : "renamed"
      const made_ = made(definition, edits(definition, pointer, now))
      changed += references(openForm(definition), pointer).length
      const [before, after] = [compiled(definition), compiled(made_)]
      // Where the last other field leaves a group, an internal field in it becomes a group of internal fields alone.
      const left = groupsSent(isObject(made_) ? fieldsIn(made_).fields : [])
      const isLost = (group = "") => groups.has(group) && !left.has(group)
      const known = fields.filter((field) => field.isInternal !== true || !isLost(field.slug.split(".")[0]))
      const slugs = new Set(known.map((field) => field.slug))
      for (const pair of [0, 1, 2]) {
        const { data, options } = inputAt(number, pair, definition)
        // What is no field's may be another kind of wrong beside other groups.
        if (isAstray(data, groups, slugs)) continue
        const values = (of: JsonObject) => renamedIn(of, groups, slug, now, list)
        // A member that no field has may be called as the path of one is written: "beta.x".
        const name = (path: string) =>
          path !== slug && Object.hasOwn(data, path) ? path : pathWith(path, slug, now, list)
        const same = (text: string) => text
        expect(shown(after.evaluate(values(data), options), same, (of) => of)).toEqual(
          shown(before.evaluate(data, options), name, values)
        )
      }
    }),
    { numRuns: 80 }
  )
  expect(changed).toBeGreaterThan(50)
})

it("a form with faults has as many at the same places after a renaming, and the field is read where it was", () => {
  fc.assert(
    fc.property(
      wild,
      fc.nat({ max: 8 }),
      fc.constantFrom("renamed", "d", "alpha", "row", "beta"),
      ({ definition }, which, slug) => {
        const form = openForm(definition)
        const pointer = `/fields/${which}`
        const renamed = rename(form, pointer, slug)
        if (Result.isFailure(renamed)) {
          expect(renamed.failure.message).not.toBe("")
          return
        }
        const after = openForm(made(definition, renamed.success))
        const places = (of: typeof form) =>
          Result.isFailure(of.checked) ? of.checked.failure.map((fault) => fault.pointer) : []
        // A name that two fields have is a fault. With another one, what was hidden behind it shows, and everything else stays.
        const before = places(form)
        if (before.some((place) => place.endsWith("/slug")))
          expect(places(after)).toEqual(expect.arrayContaining(before.filter((place) => !place.endsWith("/slug"))))
        else expect(places(after)).toEqual(before)
        expect(references(after, pointer).length).toBe(
          renamed.success.length === 0
            ? references(form, pointer).length
            : renamed.success.flatMap(({ changes }) => changes).length - 1
        )
      }
    ),
    { numRuns: 200 }
  )
})

it("every place is renamed that reads the field, and what it sends stays the same", () => {
  const renamed = made(everywhere, edits(everywhere, "/fields/0", "worth"))
  expect(Result.isSuccess(check(renamed))).toBe(true)
  const data = {
    value: "5000.00",
    cover: "comp",
    email: "a@b.co",
    drivers: [{ name: "Ada", age: 30, ncd: 0.2 }]
  }
  const context = {
    today: TODAY,
    submissionId: "s",
    formId: "f",
    formVersionId: "v",
    formTitle: "Motor quote",
    state: "submitted",
    on: "filed",
    timestamp: "2026-11-21T09:30:00Z",
    createdAt: "2026-11-21T09:30:00Z"
  }
  const sent = (definition: Json, payload: JsonObject) => {
    const form = compiled(definition)
    const evaluation = form.evaluate(payload, { today: TODAY, draft: false })
    expect(evaluation.effects).toEqual(["mail", "paper", "call"])
    const { call, mail } = Object.fromEntries(form.render(evaluation, evaluation.effects, context))
    return { call, mail }
  }
  const { value, ...rest } = data
  expect(sent(renamed, { worth: value, ...rest })).toEqual(sent(everywhere, data))
})

it("an edit has the whole new text of its member, and the changes in it", () => {
  const definition = formOf({
    fields: [
      { slug: "a", type: "integer" },
      { slug: "b", type: "integer", formula: "a + (a) * 2" }
    ]
  })
  expect(edits(definition, "/fields/0/type", "amount")).toEqual([
    { pointer: "/fields/0/slug", text: "amount", changes: [{ range: { start: 0, end: 1 }, text: "amount" }] },
    {
      pointer: "/fields/1/formula",
      text: "amount + (amount) * 2",
      changes: [
        { range: { start: 0, end: 1 }, text: "amount" },
        { range: { start: 5, end: 6 }, text: "amount" }
      ]
    }
  ])
  expect(edits(definition, "/fields/0", "a")).toEqual([])
})

it("a renaming that cannot be is refused, and says why", () => {
  expect(refused(everywhere, "/title", "x").reason).toBe("no_field")
  expect(refused(everywhere, "/fields/0", "Value").reason).toBe("not_a_slug")
  expect(refused(everywhere, "/fields/0", "today").reason).toBe("reserved")
  expect(refused(everywhere, "/fields/0", "cover").reason).toBe("taken")
  // `d` is the row of a list function.
  expect(refused(everywhere, "/fields/0", "d")).toMatchObject({ reason: "captured", pointer: "/fields/7/formula" })
  // A rule of the rows would read the row's own field.
  expect(refused(everywhere, "/fields/0", "ncd")).toMatchObject({ reason: "captured" })
  expect(refused(everywhere, "/fields/5/fields/2", "value")).toMatchObject({
    reason: "captured",
    message: expect.stringContaining("`value` means something else in `/fields/5/fields/1/requiredWhen`")
  })
})

it("a name that would make a text too long is refused with the fault that it would have", () => {
  const definition = formOf({
    fields: [{ slug: "a", type: "integer" }],
    outcomes: [{ id: "o", severity: "info", when: "a > 1", message: `${"x".repeat(996)}{a}` }]
  })
  expect(edits(definition, "/fields/0", "b")).toHaveLength(3)
  expect(refused(definition, "/fields/0", "amount")).toEqual({
    reason: "captured",
    pointer: "/outcomes/0/message",
    message: "`amount` cannot stand in `/outcomes/0/message`: `message` has more than 1000 characters."
  })
})

it("one of two fields of a name takes another, and the rules keep reading the first", () => {
  const definition = formOf({
    fields: [
      { slug: "a", type: "integer" },
      { slug: "a", type: "integer" },
      { slug: "b", type: "integer", formula: "a + 1" }
    ]
  })
  expect(edits(definition, "/fields/1", "c").map(({ pointer }) => pointer)).toEqual(["/fields/1/slug"])
  expect(edits(definition, "/fields/0", "c").map(({ pointer }) => pointer)).toEqual([
    "/fields/0/slug",
    "/fields/2/formula"
  ])
})
