/**
 * Comma-separated values (RFC 4180), in UTF-8, with CRLF and a header row. What a spreadsheet would run as a formula has an
 * apostrophe before it; numbers stay as they are.
 */
import type { Json } from "@formwork/rules/Json"

/** What begins a formula in one spreadsheet or another; full-width too, as East Asian versions take them. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u
const special = /[",\r\n]/u
const decimal = /^-?\d+(?:\.\d+)?$/u

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** A text as a cell. Empty it is still there: what is missing is a cell with nothing in it. */
const textCell = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text
  return safe === "" || special.test(safe) ? quoted(safe) : safe
}

/**
 * @param value missing: a cell with nothing in it.
 * @param isNumber whether a text is an amount: money is written as one.
 */
export const cell = (value: Json | undefined, isNumber = false): string => {
  if (value === undefined || value === null) return ""
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (typeof value === "string") return isNumber && decimal.test(value) ? value : textCell(value)
  return quoted(JSON.stringify(value))
}

/** A row. */
export const line = (cells: ReadonlyArray<string>): string => `${cells.join(",")}\r\n`
