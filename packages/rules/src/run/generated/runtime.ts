/**
 * What generated code calls. Missing is NaN for numbers, dates and times, undefined for everything else.
 * Numbers count units of their scale, as in the closures, but in doubles: exact while they are whole and below 2^53.
 */
import { type Moment, monthAndDay, partOfTime, timeWritten } from "../../values/civil.ts"
import { parse, type Rounding, toFixed, toText } from "../../values/decimal.ts"
import { guard, guardHalf } from "./OverflowGuard.ts"

/** Beyond this a double is no longer exact. */
const EXACT = Number.MAX_SAFE_INTEGER

/** `value` over a positive `step`, half away from zero. INVARIANT: both together are below 2^53, see `guardHalf`. */
const roundAway = (value: number, step: number): number => {
  const size = value < 0 ? -value : value
  // Where the quotient is so near a whole number that it is rounded up to it, the rest is negative and the result right.
  const whole = Math.floor(size / step)
  const rest = size - whole * step
  const result = rest + rest >= step ? whole + 1 : whole
  return value < 0 ? -result : result
}

const roundEven = (value: number, step: number): number => {
  const size = value < 0 ? -value : value
  const whole = Math.floor(size / step)
  const twice = (size - whole * step) * 2
  const result = twice > step || (twice === step && whole % 2 === 1) ? whole + 1 : whole
  return value < 0 ? -result : result
}

const roundToZero = (value: number, step: number): number => {
  const size = value < 0 ? -value : value
  const whole = Math.floor(size / step)
  const twice = (size - whole * step) * 2
  const result = twice > step ? whole + 1 : whole
  return value < 0 ? -result : result
}

const roundDown = (value: number, step: number): number => {
  const whole = Math.floor(value / step)
  return value - whole * step < 0 ? whole - 1 : whole
}

const roundUp = (value: number, step: number): number => -roundDown(-value, step)

const truncate = (value: number, step: number): number =>
  value < 0 ? -roundDown(-value, step) : roundDown(value, step)

/** `%` of doubles is exact, and has the sign of what is divided. */
export const modulo = (dividend: number, divisor: number): number => {
  const rest = dividend % divisor
  return rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest + 0
}

const divided = (dividend: number, divisor: number, round: (value: number, step: number) => number): number => {
  if (divisor === 0) return NaN
  guard(dividend * 2)
  guard(divisor * 2)
  return divisor < 0 ? round(-dividend, -divisor) : round(dividend, divisor)
}

type Round = (value: number, step: number) => number

/** By where they go. */
export const rounders: { readonly [R in Rounding]: Round } = {
  away: roundAway,
  even: roundEven,
  zero: roundToZero,
  floor: roundDown,
  ceiling: roundUp,
  truncate
}

const divider =
  (round: Round): Round =>
  (dividend, divisor) =>
    divided(dividend, divisor, round)

/** Divisions of whole numbers; missing where the divisor is 0. */
export const dividers: { readonly [R in Rounding]: Round } = {
  away: divider(roundAway),
  even: divider(roundEven),
  zero: divider(roundToZero),
  floor: divider(roundDown),
  ceiling: divider(roundUp),
  truncate: divider(truncate)
}

/** Less than, equal to or greater than 0 as a/b is to c/d; NaN where one is missing or divided by 0. */
export const compareFractions = (a: number, b: number, c: number, d: number): number => {
  if (b === 0 || d === 0) return NaN
  const left = guard(a * d)
  const right = guard(c * b)
  return b < 0 !== d < 0 ? right - left : left - right
}

const monthsForward = (from: number, to: number): number => {
  const a = monthAndDay(from)
  const b = monthAndDay(to)
  return Math.floor(b / 32) - Math.floor(a / 32) - (b % 32 < a % 32 ? 1 : 0)
}

export const monthsBetween = (from: number, to: number): number =>
  from === from && to === to ? (to < from ? 0 - monthsForward(to, from) : monthsForward(from, to)) : NaN

export const yearsBetween = (from: number, to: number): number => Math.trunc(monthsBetween(from, to) / 12) + 0

const ofMoment =
  (part: (time: number) => number) =>
  (moment: Moment | undefined): number =>
    moment === undefined ? NaN : part(timeWritten(moment.written))
export const partOfMoment = { hour: ofMoment(partOfTime.hour), minute: ofMoment(partOfTime.minute) }

/** Not exact beyond some hundred days: it is guarded where it is used. */
export const nanosBetween = (from: Moment | undefined, to: Moment | undefined): number =>
  from === undefined || to === undefined ? NaN : (to.seconds - from.seconds) * 1e9 + (to.nanos - from.nanos)

export const numberOfText = (text: string | undefined, scale: number): number => {
  const value = text === undefined ? "type" : parse(text, scale)
  return typeof value === "bigint" ? guard(Number(value)) : NaN
}

export const compareMoments = (a: Moment | undefined, b: Moment | undefined): number =>
  a === undefined || b === undefined ? NaN : a.seconds === b.seconds ? a.nanos - b.nanos : a.seconds - b.seconds

/** The text of a number that a double does not hold. It is thrown away: the evaluation runs again. */
const inexact = (value: number, scale: number): string =>
  toFixed(Number.isFinite(guard(value)) ? BigInt(value) : 0n, scale)

const PADDING = "000000000000000"

/** Like `toFixed` of values/decimal.ts: with exactly `scale` decimals. */
export const fixed = (value: number, scale: number): string => {
  if (value > EXACT || value < -EXACT) return inexact(value, scale)
  const size = value < 0 ? -value : value
  const digits = String(size)
  const sign = value < 0 ? "-" : ""
  if (scale === 0) return sign + digits
  const all = digits.length > scale ? digits : PADDING.slice(0, scale + 1 - digits.length) + digits
  const point = all.length - scale
  return `${sign}${all.slice(0, point)}.${all.slice(point)}`
}

/** With no more decimals than needed. */
export const plainText = (value: number, scale: number): string =>
  Number.isSafeInteger(value) ? toText(BigInt(value), scale) : inexact(value, scale)

/** The functions that can raise the overflow. */
export const risky: ReadonlySet<unknown> = new Set<unknown>([
  guard,
  guardHalf,
  ...Object.values(dividers),
  compareFractions,
  numberOfText
])
