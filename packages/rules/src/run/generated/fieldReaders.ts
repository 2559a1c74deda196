/**
 * Readers that generated code calls for each field: from a value that was sent to what rules see. All forms share them, so
 * each form's generated code stays small and V8 soon compiles them to machine code. A correct value is read on the fast path,
 * any other by the evaluation context. `at` is the field's address (EvaluationContext.ts); `least` and `most` are allowed.
 */
import type { Json } from "../../Json.ts"
import { isObject } from "../../LongNumber.ts"
import type { Moment } from "../../values/civil.ts"
import type { EvaluationContext } from "./EvaluationContext.ts"
import type { FastValue } from "./FastValue.ts"
import { dateOf, isPlainText, momentOf, readMoney, timeOf } from "./fastRead.ts"

type Sent = Json | undefined

/** Reads on the slow path, for values that are undefined where missing. */
export const other = (context: EvaluationContext, at: number, sent: Sent): FastValue =>
  sent === undefined || sent === null ? undefined : context.readSlowly(at, sent)

/** The same where NaN is missing. */
export const otherNumber = (context: EvaluationContext, at: number, sent: Sent): FastValue =>
  sent === undefined || sent === null ? NaN : context.readSlowly(at, sent)

export const readText = (context: EvaluationContext, at: number, sent: Sent, least: number, most: number): FastValue =>
  typeof sent === "string" && sent.length <= most && sent.length >= least && isPlainText(sent)
    ? sent
    : other(context, at, sent)

/** Reads a text that has a pattern. */
export const readFormed = (
  context: EvaluationContext,
  at: number,
  sent: Sent,
  least: number,
  most: number,
  test: (text: string) => boolean
): FastValue =>
  typeof sent === "string" && sent.length <= most && sent.length >= least && isPlainText(sent) && test(sent)
    ? sent
    : other(context, at, sent)

export const readBoolean = (context: EvaluationContext, at: number, sent: Sent): FastValue =>
  sent === true || sent === false ? sent : other(context, at, sent)

export const readWhole = (
  context: EvaluationContext,
  at: number,
  sent: Sent,
  least: number,
  most: number
): FastValue => {
  if (typeof sent !== "number") return otherNumber(context, at, sent)
  // Adding 0 makes one zero of two.
  const value = sent + 0
  return value === Math.floor(value) && value >= least && value <= most ? value : context.readSlowly(at, sent)
}

/** A number of at most 15 digits is exact in a double if and only if the double goes back to it. */
const scaled = (
  context: EvaluationContext,
  at: number,
  sent: number,
  unit: number,
  least: number,
  most: number
): FastValue => {
  const value = Math.round(sent * unit) + 0
  return value / unit === sent && value >= least && value <= most ? value : context.readSlowly(at, sent)
}

export const readDecimal = (
  context: EvaluationContext,
  at: number,
  sent: Sent,
  unit: number,
  least: number,
  most: number
): FastValue =>
  typeof sent === "number" ? scaled(context, at, sent, unit, least, most) : otherNumber(context, at, sent)

const UNITS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

export const readAmount = (
  context: EvaluationContext,
  at: number,
  sent: Sent,
  decimals: number,
  least: number,
  most: number
): FastValue => {
  if (typeof sent !== "string")
    return typeof sent === "number"
      ? scaled(context, at, sent, UNITS[decimals] ?? NaN, least, most)
      : otherNumber(context, at, sent)
  const value = readMoney(sent, decimals)
  return value >= least && value <= most ? value : context.readSlowly(at, sent)
}

export const readDate = (
  context: EvaluationContext,
  at: number,
  sent: Sent,
  least: number,
  most: number
): FastValue => {
  const value = typeof sent === "string" ? dateOf(sent) : NaN
  return value >= least && value <= most ? value : otherNumber(context, at, sent)
}

export const readTime = (
  context: EvaluationContext,
  at: number,
  sent: Sent,
  least: number,
  most: number
): FastValue => {
  const value = typeof sent === "string" ? timeOf(sent) : NaN
  return value >= least && value <= most ? value : otherNumber(context, at, sent)
}

export const readMoment = (context: EvaluationContext, at: number, sent: Sent): FastValue => {
  const value: Moment | undefined = typeof sent === "string" ? momentOf(sent) : undefined
  return value === undefined ? other(context, at, sent) : value
}

/** A list of options, each once. */
export const readChoices = (
  context: EvaluationContext,
  at: number,
  sent: Sent,
  test: (value: unknown) => value is ReadonlyArray<string>
): FastValue => (test(sent) ? sent : other(context, at, sent))

/** Checks a computed number, date or time against its field's constraints. */
export const constrained = (
  context: EvaluationContext,
  at: number,
  value: number,
  least: number,
  most: number
): FastValue => (value >= least && value <= most ? value : value === value ? context.constrain(at, value) : NaN)

/** The same for a field without `min` and `max`: the largest number is the only bound. */
export const constrainedAmount = (context: EvaluationContext, at: number, value: number): FastValue =>
  value >= -999_999_999_999_999 && value <= 999_999_999_999_999
    ? value
    : value === value
      ? context.constrain(at, value)
      : NaN

/** Whether what was sent for a list can be read as its rows. Adds the problems of the list as a whole. */
export const isList = (context: EvaluationContext, slot: number, sent: Sent, least: number, most: number): boolean => {
  if (sent === undefined || sent === null) return false
  if (!Array.isArray(sent)) {
    context.addListProblem(slot, -1, "type")
    return false
  }
  if (sent.length > most) {
    context.addListProblem(slot, -1, "max_items")
    return false
  }
  if (sent.length < least) context.addListProblem(slot, -1, "min_items")
  return true
}

export const isRow = (sent: Sent): boolean => isObject(sent)

/** Adds `required` for an empty field if nothing was sent for it. A value that was sent has a problem of its own. */
export const lack = (context: EvaluationContext, at: number, sent: Sent): void => {
  if (sent === undefined || sent === null || sent === "" || (Array.isArray(sent) && sent.length === 0))
    context.addRequired(at)
}
