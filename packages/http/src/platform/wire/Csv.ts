/**
 * Comma-separated values (RFC 4180), in UTF-8, with CRLF and a header row. A text that a
 * spreadsheet would run as a formula gets an apostrophe before it, also where the spreadsheet splits at semicolons or tabs;
 * numbers are unchanged (docs/decisions/0127).
 */
import type { Json } from "@formwork/rules/Json"

/** Characters that begin a formula in some spreadsheet; full-width ones too, because East Asian versions accept them. */
const formula = /^"*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u
const special = /[",\r\n]/u
const decimal = /^-?\d+(?:\.\d+)?$/u

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/**
 * A formula where a cell may begin inside of a text: a spreadsheet that splits at semicolons or tabs does not see that a text
 * that begins elsewhere in its line is quoted, so a line's end in it ends the line too.
 */
const inner = /([;\t\r\n])(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu

/** A text as a cell. An empty text is written as quotes; a missing value is an empty cell. */
const textCell = (text: string): string => {
  const marked = text.replaceAll(inner, "$1'")
  const safe = formula.test(text) ? `'${marked}` : marked
  return safe === "" || special.test(safe) ? quoted(safe) : safe
}

/**
 * @param value a missing one gives an empty cell.
 * @param isNumber whether a text is a number, as money is: it gets no apostrophe.
 */
export const cell = (value: Json | undefined, isNumber = false): string => {
  if (value === undefined || value === null) return ""
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (typeof value === "string") return isNumber && decimal.test(value) ? value : textCell(value)
  return quoted(JSON.stringify(value).replaceAll(inner, "$1'"))
}

/** A row. */
export const line = (cells: ReadonlyArray<string>): string => `${cells.join(",")}\r\n`
