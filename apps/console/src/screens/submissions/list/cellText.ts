/** A value of a field in one line of a table, as the page of its submission shows it. */
import type { Field } from "@formwork/rules/Definition"
import { civilDay, isDay } from "../../../time/dates.ts"

export interface ValueWords {
  /** Of numbers and days. */
  readonly language: string
  readonly yes: string
  readonly no: string
  readonly rows: (given: { readonly n: number }) => string
}

const MOST = 200

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/gu, " ")
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line
}

const labelOf = (field: Field, value: unknown): string => {
  const options = "options" in field ? field.options : []
  if (typeof value !== "string") return JSON.stringify(value)
  return options.find((option) => option.value === value)?.label ?? value
}

/** A format takes longer to make than to use, and a list uses one for each row. */
const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = language + JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.NumberFormat(language, options)
  formats.set(key, known)
  return known
}

/** Exact for a decimal of any length. A text that is none stays as it was stored. */
const numberText = (field: Field, text: string, language: string): string => {
  if (!("decimals" in field) || !/^-?\d+(\.\d+)?$/u.test(text)) return text
  const { currency, decimals } = field
  const options =
    currency === undefined
      ? { maximumFractionDigits: 15 }
      : ({ style: "currency", currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text of digits is formatted exactly, and no double holds it
  return formatOf(language, options).format(text as `${number}`)
}

const withUnit = (field: Field, text: string): string =>
  "unit" in field && field.unit !== undefined ? `${text} ${field.unit}` : text

const textOf = (field: Field, text: string, language: string): string => {
  if (field.type === "choice") return labelOf(field, text)
  if (field.type === "date" && isDay(text)) return civilDay(language, text)
  return withUnit(field, numberText(field, text, language))
}

/** @param value as it was stored, perhaps by a version that had another field of this name. Empty where it is missing. */
export const cellText = (field: Field, value: unknown, words: ValueWords): string => {
  if (value === undefined || value === null) return ""
  if (typeof value === "boolean") return value ? words.yes : words.no
  if (typeof value === "number" || typeof value === "string")
    return oneLine(textOf(field, String(value), words.language))
  if (!Array.isArray(value)) return oneLine(JSON.stringify(value))
  return field.type === "list"
    ? words.rows({ n: value.length })
    : oneLine(value.map((one: unknown) => labelOf(field, one)).join(", "))
}

export const isNumber = (field: Field): boolean => "decimals" in field
