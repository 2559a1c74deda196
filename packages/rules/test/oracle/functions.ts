/** The oracle's functions of values of which none is missing. */
import { addDays, addMonths, between, dayNumber, isDate, momentOf, partsOf, timeOf } from "./calendar.ts"
import {
  add,
  ceilTo,
  floor,
  floorTo,
  fraction,
  type Fraction,
  modulo,
  multiply,
  negate,
  power,
  round,
  squareRoot,
  whole,
  written
} from "./Fraction.ts"
import type { Node } from "./parse.ts"
import { isFraction, type Value } from "./Value.ts"
import { present } from "../present.ts"

const dated = (date: string | null): Value => (date === null ? null : { is: "date", date })

export const isChosen = (choices: Value, option: Value): Value =>
  typeof choices !== "object" || choices === null || choices.is !== "choices" || option === null
    ? null
    : choices.chosen.some((one) => one === option)

type Argument = Value | undefined

/** A value of another kind than the function takes: `check` refuses such a call. */
const unexpected = (wanted: string, value: Argument): Error => new Error(`${wanted} expected, not ${String(value)}`)

export const numberIn = (value: Argument): Fraction => {
  if (value === undefined || !isFraction(value)) throw unexpected("a number", value)
  return value
}

export const textIn = (value: Argument): string => {
  if (typeof value !== "string") throw unexpected("a text", value)
  return value
}

/** The day of a date or of a date-time. */
export const dateIn = (value: Argument): string => {
  if (typeof value !== "object" || value === null || !("date" in value)) throw unexpected("a date", value)
  return value.date
}

export const chosenIn = (value: Argument): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null || value.is !== "choices") throw unexpected("options", value)
  return value.chosen
}

export const integer = (value: Argument): bigint => floor(numberIn(value))

const placesIn = (value: Argument): number => (value === undefined ? 0 : Number(integer(value)))

const halfIn = (value: Argument): "away" | "even" | "zero" =>
  value === undefined ? "away" : value === "even" ? "even" : "zero"

/** The manual's list. */
const SPACES = new Set(
  Array.from(
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
  )
)

const trimmed = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && SPACES.has(text.charAt(start))) start += 1
  while (end > start && SPACES.has(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const numberOf = (text: string): Value => {
  const value = /e/.test(text) ? undefined : written(text)
  if (value === undefined || present(text.replace("-", "").split(".")[0]).length > 40) return null
  const needed = text.includes(".") ? present(text.split(".")[1]).replace(/0+$/, "").length : 0
  return needed <= 6 ? value : null
}

/** The characters whose numbers are from `start` on, `count` of them. */
const partOf = (text: string, start: bigint, count: bigint): string =>
  Array.from(text)
    .filter((_, index) => BigInt(index + 1) >= start && BigInt(index + 1) < start + count)
    .join("")

const filled = (text: string, length: number, fill: string, before: boolean): string =>
  Array.from(text).length >= length ? text : filled(before ? fill + text : text + fill, length, fill, before)

const endsWith = (text: string, part: string): boolean =>
  text.length >= part.length && text.slice(text.length - part.length) === part

/** Functions of values of which none is missing. */
export const simple = (node: Node, values: ReadonlyArray<Value>): Value => {
  const [a, b] = values
  switch (node.value) {
    case "round":
      return round(numberIn(a), placesIn(b), halfIn(values[2]))
    case "floor":
      return floorTo(numberIn(a), placesIn(b))
    case "ceil":
      return ceilTo(numberIn(a), placesIn(b))
    case "trunc":
      return (numberIn(a).top < 0n ? ceilTo : floorTo)(numberIn(a), placesIn(b))
    case "mod":
      return modulo(numberIn(a), numberIn(b))
    case "pow":
      return power(numberIn(a), integer(b))
    case "sqrt":
      return squareRoot(numberIn(a), Number(integer(b)))
    case "convert":
      return multiply(numberIn(a), numberIn(values[2]))
    case "abs":
      return numberIn(a).top < 0n ? negate(numberIn(a)) : numberIn(a)
    case "size":
      return whole(typeof a === "string" ? Array.from(a).length : chosenIn(a).length)
    case "length":
      return whole(Array.from(textIn(a)).length)
    case "contains":
      return typeof a === "string" ? a.split(textIn(b)).length > 1 || b === "" : isChosen(a ?? null, b ?? null)
    case "startsWith":
      return textIn(a).slice(0, textIn(b).length) === b
    case "endsWith":
      return endsWith(textIn(a), textIn(b))
    case "lower":
      return textIn(a).toLowerCase()
    case "upper":
      return textIn(a).toUpperCase()
    case "trim":
      return trimmed(textIn(a))
    case "left":
      return partOf(textIn(a), 1n, integer(b))
    case "right":
      return partOf(textIn(a), BigInt(Array.from(textIn(a)).length) - integer(b) + 1n, integer(b))
    case "middle":
      return partOf(textIn(a), integer(b), integer(values[2]))
    case "replace":
      return textIn(a).split(textIn(b)).join(textIn(values[2]))
    case "padStart":
    case "padEnd":
      return filled(textIn(a), Number(integer(b)), textIn(values[2]), node.value === "padStart")
    case "matches":
      return new RegExp(`^(?:${textIn(b)})$`, "u").test(textIn(a))
    case "extract":
      return new RegExp(textIn(b), "u").exec(textIn(a))?.[1] ?? null
    case "number":
      return numberOf(textIn(a))
    default:
      return ofDates(node.value, values)
  }
}

/** Digits between colons: of a time, or of a date-time as it was sent. */
const clock = (value: Argument, at: number): Fraction => {
  if (typeof value !== "object" || value === null) throw unexpected("a time", value)
  const text = value.is === "time" ? value.time : value.is === "datetime" ? value.sent.slice(11, 19) : ""
  return whole(Number(present(text.split(":")[at])))
}

const secondsBetween = (from: Argument, to: Argument): Fraction => {
  if (typeof from !== "object" || typeof to !== "object" || from === null || to === null)
    throw unexpected("two times", from)
  if (from.is === "datetime" && to.is === "datetime") return fraction(to.instant - from.instant, 1_000_000_000n)
  const seconds = (value: Value): Fraction =>
    [3600n, 60n, 1n].reduce((sum, unit, at) => add(sum, multiply(clock(value, at), fraction(unit))), whole(0))
  return add(seconds(to), negate(seconds(from)))
}

/** As the runtime's own calendar has it, in a year that every runtime knows and that begins on the same day of the week. */
const nameIn = (language: string, part: "month" | "weekday", date: string): string => {
  const [, month, day] = partsOf(date)
  const time = part === "month" ? Date.UTC(2024, month - 1, day) : Date.UTC(2024, 0, 1 + (dayNumber(date) % 7))
  return new Intl.DateTimeFormat(language, { [part]: "long", timeZone: "UTC" }).format(time)
}

const ofDates = (name: string, [a, b]: ReadonlyArray<Value>): Value => {
  switch (name) {
    case "date":
      return typeof a === "string" ? dated(isDate(a) ? a : null) : dated(dateIn(a))
    case "time": {
      const time = timeOf(textIn(a))
      return time === null ? null : { is: "time", time }
    }
    case "datetime":
      return momentOf(textIn(a))
    case "addDays":
      return dated(addDays(dateIn(a), integer(b)))
    case "addMonths":
      return dated(addMonths(dateIn(a), integer(b)))
    case "addYears":
      return dated(addMonths(dateIn(a), integer(b) * 12n))
    case "daysBetween":
      return whole(between("days", dateIn(a), dateIn(b)))
    case "monthsBetween":
      return whole(between("months", dateIn(a), dateIn(b)))
    case "yearsBetween":
      return whole(between("years", dateIn(a), dateIn(b)))
    case "secondsBetween":
      return secondsBetween(a, b)
    case "minutesBetween":
      return multiply(secondsBetween(a, b), fraction(1n, 60n))
    case "hoursBetween":
      return multiply(secondsBetween(a, b), fraction(1n, 3600n))
    case "hour":
      return clock(a, 0)
    case "minute":
      return clock(a, 1)
    case "year":
      return whole(partsOf(dateIn(a))[0])
    case "month":
      return whole(partsOf(dateIn(a))[1])
    case "day":
      return whole(partsOf(dateIn(a))[2])
    case "weekday":
      return whole((dayNumber(dateIn(a)) % 7) + 1)
    case "monthName":
      return nameIn(textIn(b), "month", dateIn(a))
    case "dayName":
      return nameIn(textIn(b), "weekday", dateIn(a))
    default:
      throw new Error(`the oracle does not know ${name}`)
  }
}
