/** Values as people read them in their language. */
import type { Json } from "@formwork/rules/Json"
import type { FieldView } from "../../FieldView.ts"
import { dateFormat, numberFormat } from "./formats.ts"

/** A value that is missing. */
const NOTHING = "—"

const dateIn = (language: string, text: string, options: Intl.DateTimeFormatOptions): string => {
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? text : dateFormat(language, options).format(instant)
}

/** The words that values are shown with, and the time zone of date-times. */
export interface Reading {
  readonly words: { readonly language: string; readonly yes: string; readonly no: string }
  readonly timeZone: string
}

const numberIn = (language: string, { limits, type }: Pick<FieldView, "limits" | "type">, text: string): string => {
  if (!/^-?\d+(\.\d+)?$/u.test(text)) return text
  const { currency, decimals = 0 } = limits
  const options: Intl.NumberFormatOptions =
    type === "money" && currency !== undefined
      ? { style: "currency", currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      : { maximumFractionDigits: 15 }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text of digits is formatted exactly, and no double holds it
  return numberFormat(language, options).format(text as `${number}`)
}

/** One value of a field, or of its limits. */
export const shownText = (
  view: Pick<FieldView, "limits" | "options" | "type">,
  text: string,
  reading: Reading
): string => {
  const { timeZone, words } = reading
  switch (view.type) {
    case "integer":
    case "number":
    case "money":
      return numberIn(words.language, view, text)
    case "date":
      return dateIn(words.language, `${text}T00:00:00Z`, { dateStyle: "medium", timeZone: "UTC" })
    case "datetime":
      return dateIn(words.language, text, { dateStyle: "medium", timeStyle: "short", timeZone })
    case "choice":
    case "choices":
      return view.options.find(({ value }) => value === text)?.label ?? text
    case "text":
    case "longText":
    case "email":
    case "url":
    case "phone":
    case "boolean":
    case "time":
    case "file":
    case "list":
    case "row":
      return text
  }
}

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** A space that does not break stands between a number and its unit. */
const withUnit = ({ unit }: Pick<FieldView, "unit">, text: string): string =>
  unit === undefined ? text : `${text}\u00a0${unit}`

/** The value of a field, or a dash for a field without a value. */
export const shown = (view: FieldView, reading: Reading): string => {
  const of = (value: Json | undefined): string => {
    if (value === undefined || value === null || value === "") return NOTHING
    if (typeof value === "boolean") return value ? reading.words.yes : reading.words.no
    if (isList(value)) return value.length === 0 ? NOTHING : value.map(of).join(", ")
    if (typeof value === "object") return JSON.stringify(value)
    return withUnit(view, shownText(view, String(value), reading))
  }
  return of(view.value)
}
