/** Random edits of a definition, most of them small: what an author does between two versions. */
import * as Result from "effect/Result"
import { check } from "../../src/check.ts"
import type { CheckedForm } from "../../src/tree/CheckedForm.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { type FormField, formOf } from "../oracle/Form.ts"
import type { Random } from "../fuzz/Random.ts"
import { keepPossible } from "../fuzz/sentences.ts"

type Draft = { -readonly [K in keyof FormField]: FormField[K] }
type Drafts = Array<Draft>

const newField = (random: Random, slug: string): Draft =>
  random.pick<Draft>([
    { slug, type: "integer" },
    { slug, type: "integer", required: true },
    { slug, type: "text", requiredWhen: "true" },
    { slug, type: "choice", options: [{ value: "x" }] },
    { slug, type: "boolean", formula: "1 < 2" },
    { slug, type: "integer", formula: "5" },
    { slug, type: "integer", formula: "5", max: 4 },
    { slug, type: "text", formula: "'abc'", maxLength: 2 },
    { slug, type: "list", minItems: 1, fields: [{ slug: "a", type: "integer" }] },
    { slug, type: "list", fields: [{ slug: "a", type: "integer", required: true }] }
  ])

/** An option comes or goes, is offered in other cases, or has another attribute. */
const editOptions = (random: Random, field: Draft): void => {
  const { attributes = [], options } = field
  if (options === undefined) return
  const at = random.whole(0, options.length - 1)
  const change = (edit: (option: Record<string, Json | undefined>) => void): void => {
    field.options = options.map((option, index) => {
      const copy = { ...option }
      if (index === at) edit(copy)
      return copy
    })
  }
  const number = attributes.find(({ type }) => type === "integer" || type === "number")
  random.weighted<void>([
    [1, () => void (field.options = [...options, { value: "more" }])],
    [1, () => void (field.options = options.slice(0, -1))],
    [1, () => change((option) => void (option["when"] = random.pick(["1 < 2", "1 > 2", "today == null"])))],
    [1, () => change((option) => void delete option["when"])],
    [number === undefined ? 0 : 3, () => change((option) => void (option[number?.name ?? ""] = random.pick([5, 6])))]
  ])
}

const limits = (random: Random, field: Draft): void => {
  const { type } = field
  if (["integer", "number", "money"].includes(type)) {
    if (random.once(2)) field.min = random.pick([-1_000, 0, 5])
    else field.max = random.pick([10, 1_000, 99_999])
    if (type === "number" && random.once(3)) field.decimals = random.pick([0, 1, 2, 6, 9])
    if (random.once(2)) {
      delete field.min
      delete field.max
    }
  }
  if (field.maxLength !== undefined) {
    field.maxLength = random.pick([2, 10, 30, 100])
    if (random.once(3)) field.minLength = 1
    if (random.once(3)) delete field.minLength
    if (random.once(3) && type === "text") field.pattern = "[a-z]*"
    if (random.once(2)) delete field.pattern
    if (random.once(3)) field.type = random.pick(["text", "longText", "email"])
    if (field.type !== "text") delete field.pattern
  }
  if (type === "date") Object.assign(field, random.pick([{ min: "1990-01-01" }, { max: "2040-01-01" }]))
  if (type === "date" && random.once(3)) delete field.min
  if (type === "integer" && random.once(3)) field.type = "number"
  editOptions(random, field)
  if (type === "choices" || type === "list") {
    if (random.once(2)) field.minItems = random.whole(0, 2)
    else field.maxItems = random.whole(2, 6)
  }
  if (type === "list" && random.once(2)) field.unique = random.once(2)
}

/** The fields of a copy that this file made of a definition, so it may change them. */
const writable = (fields: ReadonlyArray<Draft>): Drafts =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `edited` parsed the copy, and nothing else has it
  fields as Drafts

const editField = (random: Random, fields: Drafts, inRow: boolean): void => {
  const field = random.pick(fields)
  random.weighted<void>([
    [2, () => void (field.required = !(field.required ?? false))],
    [6, () => limits(random, field)],
    [2, () => void (field.label = "Another")],
    [1, () => void fields.splice(fields.indexOf(field), 1)],
    [
      3,
      () => {
        // A row's field may take the name of one of the form's, which its rules then read instead.
        const slug = random.pick(["added", "alpha", "beta", "gamma", "delta", "eps"])
        const added = newField(random, slug)
        if (added.type !== "list" || !inRow) fields.push(added)
      }
    ],
    [1, () => void delete field.visibleWhen],
    [1, () => void delete field.requiredWhen],
    [1, () => void delete field.formula],
    [
      field.formula !== undefined && ["integer", "number", "money"].includes(field.type) ? 4 : 0,
      () => void (field.formula = `-(${field.formula})`)
    ],
    [1, () => void (field.visibleWhen = "1 < 2")],
    [inRow ? 2 : 0, () => void (field.unique = !(field.unique ?? false))],
    // An earlier edit may have taken its last field.
    [
      field.fields === undefined || field.fields.length === 0 ? 0 : 6,
      () => editField(random, writable(field.fields ?? []), true)
    ]
  ])
}

type Rules = { [K in "checks" | "outcomes" | "effects"]?: Array<Record<string, unknown>> }

const editRules = (random: Random, definition: Rules): void => {
  const all = random.pick([definition.checks ?? [], definition.outcomes ?? [], definition.effects ?? []])
  if (all.length === 0) return
  const rule = random.pick(all)
  if (random.once(3)) all.splice(all.indexOf(rule), 1)
  else if ("message" in rule) rule["message"] = "another"
  if (random.once(4) && "check" in rule) rule["check"] = "1 < 2"
}

type Sections = { sections?: Array<{ id: string; visibleWhen?: string; fields: Array<string> }> }

/** Another condition, another place for a field, one section more or less. */
const editSections = (random: Random, definition: Sections & { fields: Drafts }): void => {
  const sections = (definition.sections ??= [])
  const { slug } = random.pick(definition.fields)
  const [section] = sections
  random.weighted<void>([
    [
      2,
      () => {
        for (const one of sections) one.fields = one.fields.filter((name) => name !== slug)
        if (section !== undefined && random.once(2)) section.fields.push(slug)
        definition.sections = sections.filter(({ fields }) => fields.length > 0)
      }
    ],
    [section === undefined ? 0 : 2, () => void Object.assign(section ?? {}, { visibleWhen: "1 < 2" })],
    [section === undefined ? 0 : 1, () => void delete section?.visibleWhen],
    [section === undefined ? 0 : 1, () => void sections.shift()],
    [section === undefined ? 0 : 1, () => void sections.reverse()],
    [section === undefined ? 0 : 1, () => void Object.assign(section ?? {}, { title: "Another" })]
  ])
}

/** A definition with one to three changes, which `check` accepts. */
export const edited = (random: Random, definition: JsonObject): readonly [JsonObject, CheckedForm] => {
  for (;;) {
    const copy: JsonObject = JSON.parse(JSON.stringify(definition))
    const times = random.whole(1, 3)
    for (let time = 0; time < times; time += 1) {
      if (random.once(4)) editRules(random, copy)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy of a sound definition
      else if (random.once(5)) editSections(random, copy as unknown as Sections & { fields: Drafts })
      else editField(random, writable(formOf(copy).fields), false)
      if (formOf(copy).fields.length === 0) break
    }
    keepPossible(formOf(copy).fields)
    const result = check(copy)
    if (Result.isSuccess(result)) return [copy, result.success]
  }
}
