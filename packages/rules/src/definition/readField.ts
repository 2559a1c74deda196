/** Reading a field. A member at fault is replaced by a default: the rules that use the field can then still be checked. */
import type { Field, FieldType, RowField } from "../Definition.ts"
import { kindOf, typeNames } from "../fields/fieldTypes.ts"
import { baseOf, common, MAX_OPTIONS, readSlug } from "../fields/members.ts"
import type { Json, JsonObject } from "../Json.ts"
import type { Limits } from "../Limits.ts"
import { below } from "../values/pointer.ts"
import { mapInSlices, type Slices } from "../values/Slices.ts"
import { checkPresentation } from "../fields/presentation.ts"
import { extensible } from "../reading/extensions.ts"
import { checkGroups, checkSlug, typeOf } from "./readGroups.ts"
import { readMessages } from "./readMessages.ts"
import {
  entriesOf,
  fault,
  isObject,
  addMissingFault,
  type Members,
  type ObjectOf,
  object,
  own,
  type ReadContext,
  required,
  unique,
  addTypeFault
} from "../reading/Reader.ts"

/** A field as far as it could be read, and its pointer. */
export interface ReadField {
  readonly pointer: string
  /** Undefined if it has no usable slug. */
  readonly slug: string | undefined
  /** Undefined if its type is unknown. Rules that use it get no fault for that. */
  readonly field: Field | undefined
  /** Its expressions. They are checked even if other members are at fault. */
  readonly rules: { readonly [K in "formula" | "visibleWhen" | "requiredWhen"]?: string | undefined }
  /** The conditions of its options. */
  readonly optionRules: ReadonlyArray<OptionRule>
  readonly rows: ReadonlyArray<ReadField>
}

/** The `when` of an option, by its place among the options as they are written. */
export interface OptionRule {
  readonly index: number
  readonly value: string | undefined
  readonly when: string
}

/** Those that are texts, whatever else is at fault among the options. */
const optionRulesIn = (options: Json | undefined): ReadonlyArray<OptionRule> => {
  const entries: ReadonlyArray<Json> = Array.isArray(options) ? options : []
  return entries.slice(0, MAX_OPTIONS).flatMap((entry, index) => {
    if (!isObject(entry)) return []
    const [value, when] = [own(entry, "value"), own(entry, "when")]
    return typeof when === "string" ? [{ index, value: typeof value === "string" ? value : undefined, when }] : []
  })
}

type Given = ObjectOf<typeof common>

/** The types that have a member, for the fault of a member on another type. */
const typesWith = (name: string, limits: Limits): ReadonlyArray<FieldType> =>
  typeNames.filter((type) => Object.hasOwn(kindOf(type).members(limits), name))

/** What members of a file are called elsewhere. */
const ofFiles: ReadonlyMap<string, string> = new Map([
  ...["accept", "allowedTypes", "contentTypes", "fileTypes", "mediaType", "mimeType", "mimeTypes"].map(
    (name) => [name, 'The types of files that it takes stand in `mediaTypes`: `"mediaTypes": ["image/*"]`.'] as const
  ),
  ...["maxFileSize", "maxSize", "size"].map(
    (name) => [name, 'The most bytes that it takes stand in `maxBytes`: `"maxBytes": 3000000`.'] as const
  )
])

/** The fault of a member that this type does not have, with the types that have it. */
const misplaced =
  (type: FieldType, limits: Limits) =>
  (name: string): string | undefined => {
    const types = typesWith(name, limits)
    if (types.length === 0) {
      const why = Object.hasOwn(kindOf(type).members(limits), "maxBytes") ? ofFiles.get(name) : undefined
      return why === undefined ? undefined : `A field has nothing called \`${name}\`. ${why}`
    }
    return `A field of type \`${type}\` has no \`${name}\`; it belongs to ${types.map((one) => `\`${one}\``).join(", ")}. Take it out, or change the type.`
  }

/** Adds faults of members that exclude each other, or that the field's place excludes. */
const checkTogether = (
  reading: ReadContext,
  type: FieldType,
  given: Given & { readonly unique?: unknown },
  at: string,
  inRow: boolean
): void => {
  if (given.formula !== undefined && type === "list") {
    fault(
      reading,
      below(at, "formula"),
      "A list cannot be calculated, but fields of its rows can. Move the formula into one of them."
    )
  }
  for (const member of ["required", "requiredWhen"] as const) {
    const isAsked = member === "required" ? given.required === true : given.requiredWhen !== undefined
    if (given.formula === undefined || !isAsked) continue
    const name = given.slug ?? "premium"
    fault(
      reading,
      below(at, member),
      `A field with a formula is calculated, never asked for, so it cannot be required. Take out \`${member}\`: a check \`${name} != null\` refuses a payload without it.`
    )
  }
  if (given.internal === true && (given.formula === undefined || type === "list")) {
    fault(
      reading,
      below(at, "internal"),
      type === "list"
        ? "A list is filled in by callers, so it cannot be internal. Write `internal` at the computed fields of its rows."
        : "Only a computed field can be internal: callers know what they send themselves. Take out `internal`, or give the field a `formula`."
    )
  }
  if (given.unique === true && !inRow && kindOf(type).unique === "rows") {
    fault(
      reading,
      below(at, "unique"),
      "`unique` compares the rows of a list: it belongs to a list, to a field of its rows, or to `choices`. Take it out here."
    )
  }
}

function* readRows(reading: ReadContext, value: Json | undefined, at: string): Slices<ReadonlyArray<ReadField>> {
  return value === undefined ? [] : yield* readFields(reading, value, at, true)
}

const readName = object({ slug: required(readSlug) }, "a field")

/** A field of unknown type: only its name and its expressions are used. */
const untyped = (reading: ReadContext, value: JsonObject, at: string): ReadField => {
  const written = (name: string): string | undefined => {
    const member = own(value, name)
    return typeof member === "string" ? member : undefined
  }
  const rules = {
    formula: written("formula"),
    visibleWhen: written("visibleWhen"),
    requiredWhen: written("requiredWhen")
  }
  const { slug } =
    readName(reading, Object.fromEntries(Object.entries(value).filter(([name]) => name === "slug")), at) ?? {}
  return { pointer: at, slug, field: undefined, rules, optionRules: optionRulesIn(own(value, "options")), rows: [] }
}

/** One field; `inRow` if it belongs to the rows of a list. */
function* readField(inRow: boolean, reading: ReadContext, value: Json, at: string): Slices<ReadField | undefined> {
  if (!isObject(value)) return addTypeFault(reading, value, at, "a field, written in braces (`{…}`)")
  const named = own(value, "type")
  const type = named === undefined ? undefined : typeOf(reading, value, named, below(at, "type"), inRow)
  if (named === undefined) addMissingFault(reading, at, "a field", "type")
  if (type === "list" && inRow)
    fault(
      reading,
      below(at, "type"),
      "A list cannot stand inside a list. Make it a list of the form's own, or put its fields into these rows.",
      "a field of another type"
    )
  if (type === undefined || (type === "list" && inRow)) return untyped(reading, value, at)
  const kind = kindOf(type)
  const members: Members & typeof common = { ...common, ...kind.members(reading.limits) }
  const given = extensible(members, "a field", misplaced(type, reading.limits))(reading, value, at) ?? {}
  checkSlug(reading, given.slug, at, inRow)
  checkTogether(reading, type, given, at, inRow)
  checkPresentation(reading, type, given, at)
  const rows = type === "list" ? yield* readRows(reading, own(value, "fields"), below(at, "fields")) : []
  const messages =
    given.messages === undefined
      ? {}
      : { messages: readMessages(reading, type, value, given.messages, below(at, "messages")) }
  const rowFields = rows.flatMap(({ field }): ReadonlyArray<RowField> =>
    field === undefined || field.type === "list" ? [] : [field]
  )
  return {
    pointer: at,
    slug: given.slug,
    field: kind.build({
      reading,
      at,
      base: { ...baseOf(given.slug ?? "", given), ...messages },
      given,
      rows: rowFields
    }),
    rules: { formula: given.formula, visibleWhen: given.visibleWhen, requiredWhen: given.requiredWhen },
    optionRules: optionRulesIn(own(value, "options")),
    rows
  }
}

/** The fields of a form, or of the rows of a list; pauses after each. */
export function* readFields(
  reading: ReadContext,
  value: Json,
  at: string,
  inRow: boolean
): Slices<ReadonlyArray<ReadField>> {
  const entries = entriesOf(reading.limits.fields, "fields")(reading, value, at)
  const fields =
    entries && (yield* mapInSlices(entries, (entry, index) => readField(inRow, reading, entry, below(at, index))))
  if (fields?.length === 0)
    fault(
      reading,
      at,
      inRow ? "This list has no fields, so its rows would be empty." : "A form has at least one field.",
      "at least one field"
    )
  const read = (fields ?? []).filter((field) => field !== undefined)
  unique(
    reading,
    read.map(({ pointer, slug }) => ({ id: slug, at: below(pointer, "slug") })),
    "The field"
  )
  checkGroups(reading, read)
  return read
}
