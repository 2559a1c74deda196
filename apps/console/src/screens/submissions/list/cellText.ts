/** A value of a field in one line of a table. */
import type { Field } from "@formwork/rules/Definition"

export interface ValueWords {
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

/** @param value as it was stored, perhaps by a version that had another field of this name. Empty where it is missing. */
export const cellText = (field: Field, value: unknown, words: ValueWords): string => {
  if (value === undefined || value === null) return ""
  if (typeof value === "boolean") return value ? words.yes : words.no
  if (typeof value === "number") return String(value)
  if (typeof value === "string") return oneLine(field.type === "choice" ? labelOf(field, value) : value)
  if (!Array.isArray(value)) return oneLine(JSON.stringify(value))
  return field.type === "list"
    ? words.rows({ n: value.length })
    : oneLine(value.map((one: unknown) => labelOf(field, one)).join(", "))
}

const numbers: ReadonlySet<Field["type"]> = new Set(["integer", "number", "money"])

export const isNumber = ({ type }: Field): boolean => numbers.has(type)
