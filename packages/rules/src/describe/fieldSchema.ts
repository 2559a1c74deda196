/** The JSON Schema of one value of a field, as it is sent and as it is computed. */
import type { ChoiceField, NumberField, RowField, TemporalField, TextField } from "../Definition.ts"
import type { JsonObject } from "../Json.ts"
import { LARGEST, toFixed } from "../values/decimal.ts"
import { ecmaPattern } from "./ecmaPattern.ts"

/** What the schema says of a value, and what no keyword of JSON Schema can say. */
export interface Described {
  readonly keywords: JsonObject
  /** For the keyword `x-formwork`. */
  readonly besides: JsonObject
}

/** Who sends it or who gets it: a caller may write `1.500` and choose nothing, a result is written in one way. */
export type Direction = "sent" | "computed"

/** Forms of the texts that have one, as far as every regular expression can say it; what they refuse is no such text. */
const builtIn: { readonly [T in TextField["type"]]?: { readonly pattern: string; readonly maxLength: number } } = {
  email: {
    pattern: "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[^@.]+(\\.[^@.]+)+$",
    maxLength: 254
  },
  url: { pattern: "^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^ \\/?#@]+([\\/?#][^ ]*)?$", maxLength: 2048 },
  phone: { pattern: "^\\+?([ ().-]*[0-9]){5,20}[ ().-]*$", maxLength: 40 }
}

const HOURS = "([01][0-9]|2[0-3]):[0-5][0-9]"

const given = (members: { readonly [name: string]: JsonObject[string] | undefined }): JsonObject =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  )

const ofText = (field: TextField): Described => {
  const form = builtIn[field.type]
  const own = field.pattern === undefined ? undefined : ecmaPattern(field.pattern)
  const patterns = [form?.pattern, own].filter((pattern) => pattern !== undefined)
  const isSmall = form === undefined || field.maxLength < form.maxLength
  return {
    keywords: given({
      type: "string",
      minLength: field.minLength === 0 ? undefined : field.minLength,
      maxLength: isSmall ? field.maxLength : form.maxLength,
      pattern: patterns.length === 1 ? patterns[0] : undefined,
      allOf: patterns.length > 1 ? patterns.map((pattern) => ({ pattern })) : undefined
    }),
    besides: given({ re2: own === undefined ? field.pattern : undefined })
  }
}

const rangeOf = ({ decimals, max, min }: NumberField): JsonObject => {
  const largest = toFixed(LARGEST, decimals)
  return { minimum: Number(min ?? `-${largest}`), maximum: Number(max ?? largest) }
}

/** Zeros at the end need no decimals. */
const moneyText = (decimals: number, direction: Direction): string => {
  const fraction =
    direction === "computed"
      ? decimals === 0
        ? ""
        : `\\.[0-9]{${decimals}}`
      : decimals === 0
        ? "(\\.0+)?"
        : `(\\.([0-9]{1,${decimals}}|[0-9]{${decimals}}0+))?`
  return `^-?(0|[1-9][0-9]*)${fraction}$`
}

const ofNumber = (field: NumberField, direction: Direction): Described => {
  const { currency, decimals, max, min, type } = field
  // `multipleOf` is left out: 0.3 is no multiple of 0.1 to a validator that divides doubles.
  const number = { type: decimals === 0 ? "integer" : "number", ...rangeOf(field) }
  if (type !== "money") return { keywords: number, besides: given({ decimals }) }
  const text = { type: "string", pattern: moneyText(decimals, direction) }
  return {
    keywords: direction === "computed" ? text : { anyOf: [text, number] },
    besides: given({ currency, decimals, min, max })
  }
}

const ofTemporal = ({ max, min, type }: TemporalField): Described => ({
  keywords:
    type === "time"
      ? { type: "string", pattern: `^${HOURS}(:[0-5][0-9])?$` } // RFC 3339's `time` has an offset
      : { type: "string", format: type === "date" ? "date" : "date-time" },
  besides: given({ min, max })
})

const optionsOf = ({ options }: ChoiceField): JsonObject =>
  options.some(({ label, value }) => label !== value)
    ? { type: "string", oneOf: options.map(({ label, value }) => ({ const: value, title: label })) }
    : { type: "string", enum: options.map(({ value }) => value) }

const ofChoices = (field: ChoiceField, direction: Direction): Described => ({
  keywords: given({
    type: "array",
    items: optionsOf(field),
    // A computed value that has too few options, or one twice, is told of and stands.
    uniqueItems: direction === "sent" ? true : undefined,
    minItems: direction === "sent" && field.minItems !== 0 ? field.minItems : undefined,
    maxItems: field.maxItems
  }),
  besides: {}
})

/** What a value of the field is, where there is one. */
export const valueSchema = (field: RowField, direction: Direction): Described => {
  switch (field.type) {
    case "boolean":
      return { keywords: { type: "boolean" }, besides: {} }
    case "integer":
    case "number":
    case "money":
      return ofNumber(field, direction)
    case "date":
    case "time":
    case "datetime":
      return ofTemporal(field)
    case "choice":
      return { keywords: optionsOf(field), besides: {} }
    case "choices":
      return ofChoices(field, direction)
    default:
      return ofText(field)
  }
}

/** The same, or null: `null` is a value that was not sent, or that could not be computed. */
export const orNull = (keywords: JsonObject): JsonObject => {
  const { anyOf, enum: values, oneOf, type, ...rest } = keywords
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...anyOf, { type: "null" }] }
  return given({
    type: typeof type === "string" ? [type, "null"] : undefined,
    enum: Array.isArray(values) ? [...values, null] : undefined,
    oneOf: Array.isArray(oneOf) ? [...oneOf, { const: null }] : undefined,
    ...rest
  })
}

/** How a field is introduced to people, before what it holds. */
export const titled = ({ description, label }: { readonly label: string; readonly description?: string }): JsonObject =>
  given({ title: label, description })
