/** Which members a field of each type has, as a table. */
import type { Option } from "../Definition.ts"
import type { Limits } from "../Limits.ts"
import { SLUG } from "../language/words.ts"
import {
  anything,
  array,
  boolean,
  expression,
  formed,
  type Member,
  object,
  optional,
  required,
  text,
  whole
} from "./Reader.ts"

export const fieldTypes = [
  "text",
  "longText",
  "email",
  "url",
  "phone",
  "integer",
  "number",
  "money",
  "boolean",
  "date",
  "time",
  "datetime",
  "choice",
  "choices",
  "list"
] as const

export type FieldType = (typeof fieldTypes)[number]

/** Options of one choice. */
const MOST_OPTIONS = 1000
/** Decimals of a `number`: 15 digits in all leave no room for more. */
const MOST_DECIMALS = 15

export const readSlug = formed(
  SLUG,
  "a name: a small letter, then letters, digits or `_`, 63 at most, such as `firstName`"
)

const readOption = object({ value: required(text(1, 200)), label: optional(text(1, 500)) }, "an option")

const options: Member<ReadonlyArray<Option | undefined>> = required((reading, value, at) => {
  const read = array(readOption, MOST_OPTIONS, "options")(reading, value, at)
  return read?.map((option) =>
    option?.value === undefined ? undefined : { value: option.value, label: option.label ?? option.value }
  )
})

const common = {
  slug: required(readSlug),
  type: required(anything), // read before all others, because it decides which others there are
  label: optional(text(1, 500)),
  description: optional(text(0, 5000)),
  required: optional(boolean),
  requiredWhen: optional(expression),
  visibleWhen: optional(expression),
  formula: optional(expression)
}

const texts = (limits: Limits) => ({
  minLength: optional(whole(0, limits.characters)),
  maxLength: optional(whole(1, limits.characters)),
  pattern: optional(text(1, 1000)),
  unique: optional(boolean)
})

const range = { min: optional(anything), max: optional(anything), unique: optional(boolean) }

const items = (most: number) => ({
  minItems: optional(whole(0, most)),
  maxItems: optional(whole(1, most)),
  unique: optional(boolean)
})

/** Every member that some field has. A field reads those of its own type alone. */
const every = (limits: Limits) => ({
  ...common,
  ...texts(limits),
  ...range,
  ...items(limits.rows),
  decimals: optional(whole(0, MOST_DECIMALS)),
  currency: required(text(1, 20)),
  options,
  fields: required(anything)
})

export type FieldMembers = ReturnType<typeof every>
type Name = keyof FieldMembers

const ofAll: ReadonlyArray<Name> = [
  "slug",
  "type",
  "label",
  "description",
  "required",
  "requiredWhen",
  "visibleWhen",
  "formula"
]
const ofText: ReadonlyArray<Name> = ["minLength", "maxLength", "pattern", "unique"]
const ofRange: ReadonlyArray<Name> = ["min", "max", "unique"]

const own: { readonly [T in FieldType]: ReadonlyArray<Name> } = {
  text: ofText,
  longText: ofText,
  email: ofText,
  url: ofText,
  phone: ofText,
  integer: ofRange,
  number: ["decimals", ...ofRange],
  money: ["currency", ...ofRange],
  boolean: [],
  date: ofRange,
  time: ofRange,
  datetime: ofRange,
  choice: ["options", "unique"],
  choices: ["options", "minItems", "maxItems", "unique"],
  list: ["fields", "minItems", "maxItems", "unique"]
}

/** The members of a field of a type. */
export const membersOf = (type: FieldType, limits: Limits): Partial<FieldMembers> => {
  const all = every(limits)
  const names: ReadonlyArray<Name> = [...ofAll, ...own[type]]
  const members = Object.fromEntries(names.map((name) => [name, all[name]]))
  return type === "choices" ? { ...members, ...items(MOST_OPTIONS) } : members
}

/** The types that have a member, for saying where it belongs. */
export const typesWith = (name: string): ReadonlyArray<FieldType> =>
  fieldTypes.filter((type) => own[type].some((known) => known === name))
