/** Members of fields: those that every field has, and those that several types share. */
import type { FieldBase, Option } from "../Definition.ts"
import type { Limits } from "../Limits.ts"
import { SLUG } from "../language/reservedWords.ts"
import {
  anything,
  array,
  boolean,
  expression,
  fault,
  formed,
  type Member,
  type ObjectOf,
  object,
  optional,
  type ReadContext,
  required,
  text,
  whole
} from "../reading/Reader.ts"
import { below } from "../values/pointer.ts"

/** Options of one choice. */
export const MAX_OPTIONS = 1000

export const readSlug = formed(
  SLUG,
  "a name: a small letter, then letters, digits or `_`, 63 at most, such as `firstName`"
)

export const common = {
  slug: required(readSlug),
  type: required(anything), // read before all others, because it decides which others are allowed
  label: optional(text(1, 500)),
  description: optional(text(0, 5000)),
  required: optional(boolean),
  requiredWhen: optional(expression),
  visibleWhen: optional(expression),
  formula: optional(expression),
  internal: optional(boolean)
}

export const baseOf = (slug: string, given: ObjectOf<typeof common>): FieldBase => ({
  slug,
  label: given.label ?? slug,
  required: given.required ?? false,
  ...(given.description === undefined ? {} : { description: given.description }),
  ...(given.requiredWhen === undefined ? {} : { requiredWhen: given.requiredWhen }),
  ...(given.visibleWhen === undefined ? {} : { visibleWhen: given.visibleWhen }),
  ...(given.formula === undefined ? {} : { formula: given.formula }),
  ...(given.internal === true ? { internal: true } : {})
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

const readOption = object({ value: required(text(1, 200)), label: optional(text(1, 500)) }, "an option")

export const optionMember: Member<ReadonlyArray<Option | undefined>> = required((reading, value, at) => {
  const read = array(readOption, MAX_OPTIONS, "options")(reading, value, at)
  return read?.map((option) =>
    option?.value === undefined ? undefined : { value: option.value, label: option.label ?? option.value }
  )
})

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
