/** Building a field from the members that could be read; what belongs together is checked here. */
import * as Result from "effect/Result"
import type {
  ChoiceField,
  Field,
  ListField,
  NumberField,
  Option,
  RowField,
  TemporalField,
  TextField
} from "../Definition.ts"
import { below } from "../values/pointer.ts"
import { didYouMean } from "../values/nearest.ts"
import { EXAMPLE, read as readPattern } from "../patterns/pattern.ts"
import { currencies } from "./currencies.ts"
import type { FieldMembers, FieldType } from "./fieldMembers.ts"
import { readBounds } from "./readBounds.ts"
import { fault, type Object, type Reading, unique } from "./Reader.ts"

/** The members of a field as far as they could be read. */
export type Given = Object<FieldMembers>

type Base = Omit<Field & { type: "boolean" }, "type">

const baseOf = (slug: string, given: Given): Base => ({
  slug,
  label: given.label ?? slug,
  required: given.required ?? false,
  ...(given.description === undefined ? {} : { description: given.description }),
  ...(given.requiredWhen === undefined ? {} : { requiredWhen: given.requiredWhen }),
  ...(given.visibleWhen === undefined ? {} : { visibleWhen: given.visibleWhen }),
  ...(given.formula === undefined ? {} : { formula: given.formula })
})

const ordered = (
  reading: Reading,
  least: number | undefined,
  most: number | undefined,
  name: string,
  at: string
): void => {
  if (least === undefined || most === undefined || least <= most) return
  fault(
    reading,
    below(at, `min${name}`),
    `\`min${name}\` (${least}) is greater than \`max${name}\` (${most}), so no value would do. Make it the smaller one.`
  )
}

const textField = (reading: Reading, type: TextField["type"], base: Base, given: Given, at: string): TextField => {
  if (given.pattern !== undefined) {
    const pattern = readPattern(given.pattern)
    if (Result.isFailure(pattern))
      fault(reading, below(at, "pattern"), `This pattern cannot be used: ${pattern.failure}.`, EXAMPLE)
  }
  const maxLength = given.maxLength ?? reading.limits.characters
  ordered(reading, given.minLength, maxLength, "Length", at)
  return {
    ...base,
    type,
    maxLength,
    unique: given.unique ?? false,
    ...(given.minLength === undefined ? {} : { minLength: given.minLength }),
    ...(given.pattern === undefined ? {} : { pattern: given.pattern })
  }
}

const currencyDecimals = (reading: Reading, currency: string | undefined, at: string): number => {
  if (currency === undefined) return 2
  const decimals = currencies.get(currency)
  if (decimals !== undefined) return decimals
  fault(
    reading,
    below(at, "currency"),
    `There is no currency \`${currency}\`.${didYouMean(currency, currencies.keys())}`,
    "a currency's three letters (ISO 4217), such as `GBP` or `EUR`"
  )
  return 2
}

const numberField = (
  reading: Reading,
  type: NumberField["type"],
  base: Base,
  given: Given,
  at: string
): NumberField => {
  const decimals =
    type === "integer" ? 0 : type === "number" ? (given.decimals ?? 6) : currencyDecimals(reading, given.currency, at)
  return {
    ...base,
    type,
    decimals,
    unique: given.unique ?? false,
    ...(type === "money" && given.currency !== undefined ? { currency: given.currency } : {}),
    ...readBounds(reading, decimals, given, at)
  }
}

const temporalField = (
  reading: Reading,
  type: TemporalField["type"],
  base: Base,
  given: Given,
  at: string
): TemporalField => ({
  ...base,
  type,
  unique: given.unique ?? false,
  ...readBounds(reading, type, given, at)
})

const choiceField = (
  reading: Reading,
  type: ChoiceField["type"],
  base: Base,
  given: Given,
  at: string
): ChoiceField => {
  const options = given.options ?? []
  if (given.options?.length === 0)
    fault(reading, below(at, "options"), `\`${base.slug}\` has no options to choose from.`, "at least one option")
  unique(
    reading,
    options.map((option, index) => ({ id: option?.value, at: `${below(below(at, "options"), index)}/value` })),
    "The option"
  )
  ordered(reading, given.minItems, given.maxItems, "Items", at)
  return {
    ...base,
    type,
    options: options.filter((option): option is Option => option !== undefined),
    unique: type === "choices" || (given.unique ?? false),
    ...(given.minItems === undefined ? {} : { minItems: given.minItems }),
    ...(given.maxItems === undefined ? {} : { maxItems: given.maxItems })
  }
}

const listField = (
  reading: Reading,
  base: Base,
  given: Given,
  fields: ReadonlyArray<RowField>,
  at: string
): ListField => {
  const maxItems = given.maxItems ?? reading.limits.rows
  ordered(reading, given.minItems, maxItems, "Items", at)
  return {
    ...base,
    type: "list",
    maxItems,
    fields,
    unique: given.unique ?? false,
    ...(given.minItems === undefined ? {} : { minItems: given.minItems })
  }
}

/** The field of a type. Where a member is at fault a default stands in for it. */
export const buildField = (
  reading: Reading,
  type: FieldType,
  given: Given,
  fields: ReadonlyArray<RowField>,
  at: string
): Field => {
  const base = baseOf(given.slug ?? "", given)
  switch (type) {
    case "boolean":
      return { ...base, type }
    case "integer":
    case "number":
    case "money":
      return numberField(reading, type, base, given, at)
    case "date":
    case "time":
    case "datetime":
      return temporalField(reading, type, base, given, at)
    case "choice":
    case "choices":
      return choiceField(reading, type, base, given, at)
    case "list":
      return listField(reading, base, given, fields, at)
    default:
      return textField(reading, type, base, given, at)
  }
}
