/** From a JSON value to the value of a field, or what is wrong with it; and back. */
import type { NumberField, RowField } from "../../Definition.ts"
import type { Json } from "../../Json.ts"
import { LongNumber } from "../../LongNumber.ts"
import { formatDate, formatTime, parseDate, parseDatetime, parseTime } from "../../values/civil.ts"
import { ofNumber, parse, toFixed, toText, type Unreadable } from "../../values/decimal.ts"
import { isStorable } from "../../values/text.ts"
import type { Value } from "../../values/Value.ts"
import type { Trouble } from "./Trouble.ts"

export type Decoded = { readonly value: Exclude<Value, null> } | Trouble

export const isTrouble = (decoded: Decoded): decoded is Trouble => "code" in decoded

type Decode = (value: Exclude<Json, null>) => Decoded

const numberTrouble = ({ decimals, label, type }: NumberField, why: Unreadable): Trouble => {
  if (why === "decimals") {
    return {
      code: "decimals",
      message: decimals === 0 ? `${label} has to be a whole number.` : `${label} has more than ${decimals} decimals.`
    }
  }
  if (why === "too_large") return { code: "too_large", message: `${label} is too large.` }
  const wanted =
    type === "integer" ? "a whole number" : type === "money" ? 'an amount of money, such as "123.40"' : "a number"
  return { code: "type", message: `${label} has to be ${wanted}.` }
}

/** INVARIANT: a long number has more digits than any field takes, so only the reason is open. */
const unitsOf = (value: LongNumber, { decimals }: NumberField): Unreadable =>
  value.decimals > decimals ? "decimals" : "too_large"

/** Money may be sent as a text, so that no decimals are lost on the way; other numbers are JSON numbers. */
const decodeNumber =
  (field: NumberField): Decode =>
  (value) => {
    const read =
      typeof value === "number"
        ? ofNumber(value, field.decimals)
        : typeof value === "string" && field.type === "money"
          ? parse(value, field.decimals)
          : value instanceof LongNumber
            ? unitsOf(value, field)
            : "type"
    return typeof read === "bigint" ? { value: read } : numberTrouble(field, read)
  }

const decodeText =
  (label: string, wanted: string, parsed: (text: string) => Value): Decode =>
  (value) => {
    if (typeof value !== "string") return { code: "type", message: `${label} has to be ${wanted}.` }
    if (!isStorable(value)) return { code: "storable", message: `${label} has a character that cannot be stored.` }
    const read = parsed(value)
    return read === null ? { code: "type", message: `${label} has to be ${wanted}.` } : { value: read }
  }

const decodeChoices =
  (label: string): Decode =>
  (value) => {
    const wrong: Trouble = { code: "type", message: `${label} has to be a list of options.` }
    if (!Array.isArray(value)) return wrong
    const options: Array<string> = []
    const entries: ReadonlyArray<Json> = value
    for (const option of entries) {
      if (typeof option !== "string") return wrong
      if (!isStorable(option)) return { code: "storable", message: `${label} has a character that cannot be stored.` }
      options.push(option)
    }
    return { value: options }
  }

/** How values of a field are read. Static limits come after (`limits.ts`). */
export const decoderOf = (field: RowField): Decode => {
  const { label } = field
  switch (field.type) {
    case "integer":
    case "number":
    case "money":
      return decodeNumber(field)
    case "boolean":
      return (value) =>
        typeof value === "boolean" ? { value } : { code: "type", message: `${label} has to be true or false.` }
    case "date":
      return decodeText(label, "a date written as 2024-12-31", parseDate)
    case "time":
      return decodeText(label, "a time written as 09:30", parseTime)
    case "datetime":
      return decodeText(label, "a date with a time and its offset, written as 2024-12-31T09:30:00Z", parseDatetime)
    case "choices":
      return decodeChoices(label)
    case "choice":
      return decodeText(label, "one of its options", (text) => text)
    default:
      return decodeText(label, "a text", (text) => text)
  }
}

/** A value as JSON: money as a text with its currency's decimals, other numbers as JSON numbers (exact, at 15 digits). */
export const encode = (field: RowField, value: Value): Json => {
  if (typeof value === "bigint") {
    const decimals = "decimals" in field ? field.decimals : 0
    return field.type === "money" ? toFixed(value, decimals) : Number(toText(value, decimals))
  }
  if (typeof value === "number") return field.type === "time" ? formatTime(value) : formatDate(value)
  return typeof value === "object" && value !== null && "written" in value ? value.written : value
}
