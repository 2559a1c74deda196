/**
 * Parsers of the fast path: they count in doubles and make no objects. What they do not accept goes to the slow path, which
 * may still accept it.
 */
import type { ChoiceField, TemporalField, TextField } from "../../Definition.ts"
import type { RunningForm } from "../../fields/running/texts.ts"
import { type Moment, parseMoment } from "../../values/civil.ts"
import { counted, type CountedKind } from "../../values/counted.ts"
import type { Pattern } from "../../patterns/knownPatterns.ts"
import { patternOf } from "../../patterns/pattern.ts"

/** U+0000, which cannot be stored, and surrogates, which count in pairs. */
const UNUSUAL = /[\0\ud800-\udfff]/
/** Characters up to which a loop is faster than the regular expression. */
const FEW = 48

/** Whether a text has as many characters as units, and nothing that cannot be stored. */
export const isPlainText = (text: string): boolean => {
  const { length } = text
  if (length > FEW) return !UNUSUAL.test(text)
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at)
    if ((unit - 1) >>> 0 >= 0xd7ff && unit < 0xe000) return false
  }
  return true
}

/** Two digits at `at`, or NaN. */
const twoDigits = (text: string, at: number): number => {
  const a = text.charCodeAt(at) - 48
  const b = text.charCodeAt(at + 1) - 48
  return a >= 0 && a <= 9 && b >= 0 && b <= 9 ? a * 10 + b : NaN
}

const DAYS_BEFORE = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
const DAYS_IN = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Days since 1970 of `YYYY-MM-DD`, or NaN. */
export const dateOf = (text: string): number => {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return NaN
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1)) return NaN
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (day > (DAYS_IN[month - 1] ?? 0) + (isLeap && month === 2 ? 1 : 0)) return NaN
  const before = year - 1
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400)
  return before * 365 + leapDays + (DAYS_BEFORE[month - 1] ?? 0) + (isLeap && month > 2 ? 1 : 0) + day - 719_163
}

/** Seconds of the day of `HH:MM` or `HH:MM:SS`, or NaN. */
export const timeOf = (text: string): number => {
  const isShort = text.length === 5
  if ((!isShort && text.length !== 8) || text.charCodeAt(2) !== 58 || (!isShort && text.charCodeAt(5) !== 58))
    return NaN
  const hours = twoDigits(text, 0)
  const minutes = twoDigits(text, 3)
  const seconds = isShort ? 0 : twoDigits(text, 6)
  return hours <= 23 && minutes <= 59 && seconds <= 59 ? hours * 3600 + minutes * 60 + seconds : NaN
}

/** A moment such as `2024-12-31T09:30:00Z` or with an offset `+01:00`; other ways of writing one are left to `parseMoment`. */
export const momentOf = (text: string): Moment | undefined => {
  const { length } = text
  const isUtc = length === 20 && text.charCodeAt(19) === 90
  const sign = length === 25 && text.charCodeAt(22) === 58 ? text.charCodeAt(19) : 0
  if ((!isUtc && sign !== 43 && sign !== 45) || text.charCodeAt(10) !== 84) return parseMoment(text) ?? undefined
  const days = dateOf(text.slice(0, 10))
  const time = timeOf(text.slice(11, 19))
  const hours = isUtc ? 0 : twoDigits(text, 20)
  const minutes = isUtc ? 0 : twoDigits(text, 23)
  if (!(hours <= 23 && minutes <= 59)) return undefined
  const offset = (hours * 3600 + minutes * 60) * (sign === 45 ? -1 : 1)
  const seconds = days * 86_400 + time - offset
  return seconds === seconds ? { seconds, nanos: 0, days, written: text } : undefined
}

/** Reads an amount such as `-12.30`, in units of its currency's last decimal; NaN for what the slow path has to read. */
export const readMoney = (text: string, decimals: number): number => {
  const { length } = text
  let at = text.charCodeAt(0) === 45 ? 1 : 0
  const start = at
  let value = 0
  let digit = 0
  for (; at < length; at += 1) {
    digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) break
    value = value * 10 + digit
  }
  const whole = at - start
  if (whole === 0 || (whole > 1 && text.charCodeAt(start) === 48)) return NaN
  let left = decimals
  if (at < length) {
    if (digit !== -2 || at + 1 === length) return NaN
    for (at += 1; at < length; at += 1, left -= 1) {
      digit = text.charCodeAt(at) - 48
      if (!(digit >= 0 && digit <= 9)) return NaN
      value = value * 10 + digit
    }
  }
  if (left < 0 || whole > 15) return NaN
  for (; left > 0; left -= 1) value *= 10
  return start === 1 ? 0 - value : value
}

/** Beyond what any kind counts. */
const FAR = 1e9

/** The interval of a counted value's constraints. */
export const countBounds = (
  kind: CountedKind,
  { max, min }: TemporalField
): { readonly least: number; readonly most: number } => {
  const { parse } = counted[kind]
  return {
    least: (min === undefined ? null : parse(min)) ?? -FAR,
    most: (max === undefined ? null : parse(max)) ?? FAR
  }
}

/** Whether a text has constraints besides its greatest length. */
export const hasForm = ({ minLength, pattern }: TextField, form: RunningForm | undefined): boolean =>
  pattern !== undefined || form !== undefined || (minLength ?? 0) > 0

/** Nanoseconds a character from which generated code does not try a pattern: the slow path would try it again. */
const SLOW = 32

/** Whether a text goes to the slow path at once. */
export const isSlow = (field: TextField): boolean => (patternOf(field)?.nanos ?? 0) > SLOW

/** The built-in form and the pattern of a text field as one test, and about how many bytes that keeps. */
export const testOf = (
  field: TextField,
  form: RunningForm | undefined
): { readonly test: (text: string) => boolean; readonly bytes: number } | undefined => {
  const builtIn = form?.test
  const own = patternOf(field)
  if (own === undefined) return builtIn && { test: builtIn, bytes: 0 }
  return { test: builtIn === undefined ? (text: string) => own.test(text) : both(builtIn, own), bytes: own.bytes }
}

const both =
  (builtIn: (text: string) => boolean, own: Pattern) =>
  (text: string): boolean =>
    builtIn(text) && own.test(text)

/** Whether a value is a list of options, each once, as many as there may be. */
export const choicesTest = ({ maxItems, minItems = 0, options }: ChoiceField) => {
  const most = maxItems ?? options.length
  const places = new Map(options.map(({ value }, index) => [value, index]))
  return (value: unknown): value is ReadonlyArray<string> => {
    if (!Array.isArray(value) || value.length > most || value.length < minItems || options.length > 30) return false
    const chosen: ReadonlyArray<unknown> = value
    let seen = 0
    for (const option of chosen) {
      const place = typeof option === "string" ? places.get(option) : undefined
      if (place === undefined || (seen & (1 << place)) !== 0) return false
      seen |= 1 << place
    }
    return true
  }
}
