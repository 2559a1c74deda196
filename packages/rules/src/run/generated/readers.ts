/**
 * From a value that was sent to what rules see: what generated code calls for each field. All forms share these, so they are
 * soon compiled to machine code, and a form is the smaller for each line that is here. A value that is plainly right is read
 * without an object on the way; any other goes to the book. `at` is the field's address (Book.ts), bounds are included.
 */
import type { Json } from "../../Json.ts"
import { isObject } from "../../LongNumber.ts"
import type { Moment } from "../../values/civil.ts"
import type { Book } from "./Book.ts"
import type { Fast } from "./Fast.ts"
import { dateOf, isPlainText, momentOf, readMoney, timeOf } from "./plain.ts"

type Sent = Json | undefined

/** Anything that is not plainly right, for values that are undefined where missing. */
export const other = (book: Book, at: number, sent: Sent): Fast =>
  sent === undefined || sent === null ? undefined : book.hold(at, sent)

/** The same where NaN is missing. */
export const otherNumber = (book: Book, at: number, sent: Sent): Fast =>
  sent === undefined || sent === null ? NaN : book.hold(at, sent)

export const readText = (book: Book, at: number, sent: Sent, least: number, most: number): Fast =>
  typeof sent === "string" && sent.length <= most && sent.length >= least && isPlainText(sent)
    ? sent
    : other(book, at, sent)

/** Of a text that has to have a form. */
export const readFormed = (
  book: Book,
  at: number,
  sent: Sent,
  least: number,
  most: number,
  test: (text: string) => boolean
): Fast =>
  typeof sent === "string" && sent.length <= most && sent.length >= least && isPlainText(sent) && test(sent)
    ? sent
    : other(book, at, sent)

export const readBoolean = (book: Book, at: number, sent: Sent): Fast =>
  sent === true || sent === false ? sent : other(book, at, sent)

export const readWhole = (book: Book, at: number, sent: Sent, least: number, most: number): Fast => {
  if (typeof sent !== "number") return otherNumber(book, at, sent)
  // Adding 0 makes one zero of two.
  const value = sent + 0
  return value === Math.floor(value) && value >= least && value <= most ? value : book.hold(at, sent)
}

/** A number of at most 15 digits is exact in a double if and only if the double goes back to it. */
const scaled = (book: Book, at: number, sent: number, unit: number, least: number, most: number): Fast => {
  const value = Math.round(sent * unit) + 0
  return value / unit === sent && value >= least && value <= most ? value : book.hold(at, sent)
}

export const readDecimal = (book: Book, at: number, sent: Sent, unit: number, least: number, most: number): Fast =>
  typeof sent === "number" ? scaled(book, at, sent, unit, least, most) : otherNumber(book, at, sent)

const UNITS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

export const readAmount = (book: Book, at: number, sent: Sent, decimals: number, least: number, most: number): Fast => {
  if (typeof sent !== "string")
    return typeof sent === "number"
      ? scaled(book, at, sent, UNITS[decimals] ?? NaN, least, most)
      : otherNumber(book, at, sent)
  const value = readMoney(sent, decimals)
  return value >= least && value <= most ? value : book.hold(at, sent)
}

export const readDate = (book: Book, at: number, sent: Sent, least: number, most: number): Fast => {
  const value = typeof sent === "string" ? dateOf(sent) : NaN
  return value >= least && value <= most ? value : otherNumber(book, at, sent)
}

export const readTime = (book: Book, at: number, sent: Sent, least: number, most: number): Fast => {
  const value = typeof sent === "string" ? timeOf(sent) : NaN
  return value >= least && value <= most ? value : otherNumber(book, at, sent)
}

export const readMoment = (book: Book, at: number, sent: Sent): Fast => {
  const value: Moment | undefined = typeof sent === "string" ? momentOf(sent) : undefined
  return value === undefined ? other(book, at, sent) : value
}

/** A list of options, each once. */
export const readChoices = (
  book: Book,
  at: number,
  sent: Sent,
  test: (value: unknown) => value is ReadonlyArray<string>
): Fast => (test(sent) ? sent : other(book, at, sent))

/** A computed number, date or time, held to its field's limits. */
export const limited = (book: Book, at: number, value: number, least: number, most: number): Fast =>
  value >= least && value <= most ? value : value === value ? book.limit(at, value) : NaN

/** The same where the field has no limits but the largest number there is. */
export const limitedAmount = (book: Book, at: number, value: number): Fast =>
  value >= -999_999_999_999_999 && value <= 999_999_999_999_999 ? value : value === value ? book.limit(at, value) : NaN

/** Whether what was sent for a list is one with as many rows as there may be; what is wrong with it goes to the book. */
export const isList = (book: Book, slot: number, sent: Sent, least: number, most: number): boolean => {
  if (sent === undefined || sent === null) return false
  if (!Array.isArray(sent)) {
    book.listTrouble(slot, -1, "type")
    return false
  }
  if (sent.length > most) {
    book.listTrouble(slot, -1, "max_items")
    return false
  }
  if (sent.length < least) book.listTrouble(slot, -1, "min_items")
  return true
}

export const isRow = (sent: Sent): boolean => isObject(sent)

/** Notes a field that has nothing to show, if nothing was sent for it: what was sent and is wrong has its own problem. */
export const lack = (book: Book, at: number, sent: Sent): void => {
  if (sent === undefined || sent === null || sent === "" || (Array.isArray(sent) && sent.length === 0)) book.lacking(at)
}
