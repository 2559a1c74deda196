/** Members of fields: those that every field has, and those that several types share. */
import type { FieldBase, OptionsFrom } from "../Definition.ts"
import type { Limits } from "../Limits.ts"
import { FIELD_NAME, SLUG } from "../language/reservedWords.ts"
import { readValue } from "../reading/readColumn.ts"
import {
  anything,
  array,
  boolean,
  expression,
  fault,
  formed,
  isObject,
  type ObjectOf,
  object,
  optional,
  type Read,
  type ReadContext,
  required,
  text,
  whole,
  addTypeFault
} from "../reading/Reader.ts"
import { type Extended, extensionsOf } from "../reading/extensions.ts"
import { ownTranslation, translated } from "../reading/translated.ts"
import { below } from "../values/pointer.ts"
import { presentationMembers, presentationOf } from "./presentation.ts"

/** Options of one choice that are written in the form. */
export const MAX_OPTIONS = 1000

export const readSlug = formed(
  FIELD_NAME,
  "a name: a small letter, then letters, digits or `_`, 63 at most, such as `firstName`, or one in a group, such as `address.street`"
)

const readName = formed(SLUG, "a name, as the form or the table has it")

export const common = {
  slug: required(readSlug),
  type: required(anything), // read before all others, because it decides which others are allowed
  label: optional(translated(text(1, 500))),
  description: optional(translated(text(0, 5000))),
  required: optional(boolean),
  requiredWhen: optional(expression),
  visibleWhen: optional(expression),
  formula: optional(expression),
  internal: optional(boolean),
  messages: optional(anything), // read with the constraints that it names (definition/readMessages.ts)
  ...presentationMembers
}

export const baseOf = (slug: string, given: ObjectOf<typeof common> & Extended): FieldBase => ({
  slug,
  label: given.label ?? slug,
  required: given.required ?? false,
  ...(given.description === undefined ? {} : { description: given.description }),
  ...(given.requiredWhen === undefined ? {} : { requiredWhen: given.requiredWhen }),
  ...(given.visibleWhen === undefined ? {} : { visibleWhen: given.visibleWhen }),
  ...(given.formula === undefined ? {} : { formula: given.formula }),
  ...(given.internal === true ? { internal: true } : {}),
  ...presentationOf(given),
  ...extensionsOf(given)
})

export const textMembers = (limits: Limits) => ({
  minLength: optional(whole(0, limits.characters)),
  maxLength: optional(whole(1, limits.characters)),
  pattern: optional(text(1, 1000)),
  unique: optional(boolean)
})

export const rangeMembers = { min: optional(anything), max: optional(anything), unique: optional(boolean) }

export const itemMembers = (most: number) => ({
  minItems: optional(whole(0, most)),
  maxItems: optional(whole(1, most)),
  unique: optional(boolean)
})

const readColumns = object(
  { table: required(readName, `"areas"`), value: required(readName, `"code"`), label: optional(translated(readName)) },
  "a table's column"
)

/** `"areas.code"`, or the columns by their names. */
const readOptionsFrom: Read<OptionsFrom> = (reading, value, at) => {
  if (isObject(value)) {
    const { label, table, value: column } = readColumns(reading, value, at) ?? {}
    if (table === undefined || column === undefined) return undefined
    const own = ownTranslation(reading, below(at, "label"), label)
    return {
      table,
      value: column,
      ...(label === undefined ? {} : { label }),
      ...(own === label || own === undefined ? {} : { ownLabel: own })
    }
  }
  const [table = "", column = "", ...more] = typeof value === "string" ? value.split(".") : []
  return SLUG.test(table) && SLUG.test(column) && more.length === 0
    ? { table, value: column }
    : addTypeFault(
        reading,
        value,
        at,
        'a table and its column, such as `"areas.code"`, or `{ "table": "areas", "value": "code", "label": "name" }`'
      )
}

/** Attributes of the options of one choice. */
const MAX_ATTRIBUTES = 16

/** `options` are read once the attributes are known (readOptions.ts). */
export const optionMembers = {
  options: optional(anything),
  optionsFrom: optional(readOptionsFrom),
  attributes: optional(array(readValue("an attribute"), MAX_ATTRIBUTES, "attributes"))
}

/** Faults a least length or number of items that is greater than the greatest. */
export const ordered = (
  reading: ReadContext,
  least: number | undefined,
  most: number | undefined,
  name: "Length" | "Items",
  at: string
): void => {
  if (least === undefined || most === undefined || least <= most) return
  fault(
    reading,
    below(at, `min${name}`),
    `\`min${name}\` (${least}) is greater than \`max${name}\` (${most}), so no value would do. Make it the smaller one.`
  )
}
