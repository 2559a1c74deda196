/** Numbers of the hand-written quote. Money is counted in pence, whole numbers that a double holds exactly. */
import type { Problem } from "@formwork/rules/Evaluation"
import type { Json } from "@formwork/rules/Json"
import { type Place, say } from "./Place.ts"

/** The most units of its last decimal that a value may have. */
const LARGEST = 999_999_999_999_999

/** Why a number is invalid. */
type Unreadable = "type" | "decimals" | "too_large"

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** The slow path: any decimal literal, in units of 10^-decimals. A number of more than 15 digits is only known to be too large. */
const parseDecimal = (text: string, decimals: number): number | Unreadable => {
  if (!DECIMAL.test(text)) return "type"
  const [whole = "", fraction = ""] = text.split(".")
  const needed = fraction.replace(/0+$/, "")
  if (needed.length > decimals) return "decimals"
  return whole.length > 40 ? "too_large" : Number(whole + needed.padEnd(decimals, "0"))
}

/** A JSON number is read in its shortest decimal form. With 15 digits each has its own double, so dividing back proves it exact. */
const ofNumber = (value: number, decimals: number, unit: number): number | Unreadable => {
  const units = Math.round(value * unit)
  if (units >= -LARGEST && units <= LARGEST) return units / unit === value ? units : "decimals"
  return parseDecimal(Number.isInteger(value) ? BigInt(value).toString() : String(value), decimals)
}

/** `"123.40"`, the usual way to write money, without a regular expression; any other text takes the slow path. */
const parseMoney = (text: string): number | Unreadable => {
  const point = text.length - 3
  if (point < 1 || point > 12 || text[point] !== "." || (text[0] === "0" && point > 1)) return parseDecimal(text, 2)
  let pence = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at === point) continue
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return parseDecimal(text, 2)
    pence = pence * 10 + digit
  }
  return pence
}

const fault = ({ label }: Place, why: Unreadable, decimals: number, wanted: string): string => {
  if (why === "too_large") return `${label} is too large.`
  if (why === "type") return `${label} has to be ${wanted}.`
  return decimals === 0 ? `${label} has to be a whole number.` : `${label} has more than ${decimals} decimals.`
}

/** Inclusive, in units of the last decimal; and as they are written in the form. */
export interface Range {
  readonly least: number
  readonly most: number
  readonly written: readonly [least: string, most: string]
}

const largest = (decimals: number): string =>
  decimals === 0 ? "999999999999999" : `${"9".repeat(15 - decimals)}.${"9".repeat(decimals)}`

const within = (
  problems: Array<Problem>,
  place: Place,
  read: number | Unreadable,
  decimals: number,
  wanted: string,
  { least, most, written }: Range
): number | undefined => {
  if (typeof read === "string") return say(problems, place, read, fault(place, read, decimals, wanted))
  if (read > LARGEST || read < -LARGEST)
    return say(problems, place, "too_large", `${place.label} is too large: the most is ${largest(decimals)}.`)
  if (read < least) return say(problems, place, "min", `${place.label} is less than ${written[0]}.`)
  if (read > most) return say(problems, place, "max", `${place.label} is more than ${written[1]}.`)
  return read
}

export const readInteger = (
  problems: Array<Problem>,
  place: Place,
  sent: Json | undefined,
  range: Range
): number | undefined => {
  if (sent === undefined || sent === null) return undefined
  const read = typeof sent === "number" ? ofNumber(sent, 0, 1) : "type"
  return within(problems, place, read, 0, "a whole number", range)
}

export const readTenths = (problems: Array<Problem>, place: Place, sent: Json | undefined, range: Range): void => {
  if (sent === undefined || sent === null) return
  within(problems, place, typeof sent === "number" ? ofNumber(sent, 1, 10) : "type", 1, "a number", range)
}

/** Pence of an amount, sent as a text or as a number. */
export const readMoney = (
  problems: Array<Problem>,
  place: Place,
  sent: Json | undefined,
  range: Range
): number | undefined => {
  if (sent === undefined || sent === null) return undefined
  const read = typeof sent === "string" ? parseMoney(sent) : typeof sent === "number" ? ofNumber(sent, 2, 100) : "type"
  return within(problems, place, read, 2, 'an amount of money, such as "123.40"', range)
}

/** `units / unit` as a whole number, a half away from zero. INVARIANT: both are whole, the unit positive. */
export const roundTo = (units: number, unit: number): number => {
  const size = Math.abs(units)
  const rest = size % unit
  const whole = (size - rest) / unit + (2 * rest >= unit ? 1 : 0)
  return units < 0 ? -whole : whole
}

/** `94546` is `945.46`. */
export const formatMoney = (pence: number): string => {
  const size = Math.abs(pence)
  const rest = size % 100
  return `${pence < 0 ? "-" : ""}${(size - rest) / 100}.${rest < 10 ? "0" : ""}${rest}`
}
