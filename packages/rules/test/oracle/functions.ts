/** The oracle's functions of values that are all there. */
import { addDays, addMonths, between, dayNumber, isDate, momentOf, partsOf, timeOf } from "./calendar.ts"
import { floor, fraction, type Fraction, negate, round, whole, written } from "./Fraction.ts"
import type { Node } from "./parse.ts"
import type { Value } from "./Value.ts"

const dated = (date: string | null): Value => (date === null ? null : { is: "date", date })

export const isChosen = (choices: Value, option: Value): Value =>
  typeof choices !== "object" || choices === null || choices.is !== "choices" || option === null
    ? null
    : choices.chosen.some((one) => one === option)

const integer = (value: Value): bigint => floor(value as Fraction)
const dateIn = (value: Value): string => (value as { readonly date: string }).date

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
  if (value === undefined || text.replace("-", "").split(".")[0]!.length > 40) return null
  const needed = text.includes(".") ? text.split(".")[1]!.replace(/0+$/, "").length : 0
  return needed <= 6 ? value : null
}

/** Functions of values that are all there. */
export const simple = (node: Node, values: ReadonlyArray<Value>): Value => {
  const [a, b] = values as [Value, Value]
  const [text, part] = [a as string, b as string]
  switch (node.value) {
    case "round":
      return round(a as Fraction, b === undefined ? 0 : Number(integer(b)), node.args.length === 3)
    case "floor":
      return fraction(floor(a as Fraction))
    case "ceil":
      return fraction(-floor(negate(a as Fraction)))
    case "abs":
      return (a as Fraction).top < 0n ? negate(a as Fraction) : a
    case "size":
      return whole(
        typeof a === "string"
          ? Array.from(a).length
          : (a as unknown as { readonly chosen: ReadonlyArray<string> }).chosen.length
      )
    case "length":
      return whole(Array.from(text).length)
    case "contains":
      return typeof a === "string" ? text.split(part).length > 1 || part === "" : isChosen(a, b)
    case "startsWith":
      return text.slice(0, part.length) === part
    case "endsWith":
      return text.length >= part.length && text.slice(text.length - part.length) === part
    case "lower":
      return text.toLowerCase()
    case "upper":
      return text.toUpperCase()
    case "trim":
      return trimmed(text)
    case "matches":
      return new RegExp(`^(?:${part})$`, "u").test(text)
    case "number":
      return numberOf(text)
    default:
      return ofDates(node.value, values)
  }
}

const ofDates = (name: string, [a, b]: ReadonlyArray<Value>): Value => {
  switch (name) {
    case "date":
      return typeof a === "string" ? dated(isDate(a) ? a : null) : dated(dateIn(a!))
    case "time": {
      const time = timeOf(a as string)
      return time === null ? null : { is: "time", time }
    }
    case "datetime":
      return momentOf(a as string)
    case "addDays":
      return dated(addDays(dateIn(a!), integer(b!)))
    case "addMonths":
      return dated(addMonths(dateIn(a!), integer(b!)))
    case "addYears":
      return dated(addMonths(dateIn(a!), integer(b!) * 12n))
    case "daysBetween":
      return whole(between("days", dateIn(a!), dateIn(b!)))
    case "monthsBetween":
      return whole(between("months", dateIn(a!), dateIn(b!)))
    case "yearsBetween":
      return whole(between("years", dateIn(a!), dateIn(b!)))
    case "year":
      return whole(partsOf(dateIn(a!))[0])
    case "month":
      return whole(partsOf(dateIn(a!))[1])
    case "day":
      return whole(partsOf(dateIn(a!))[2])
    case "weekday":
      return whole((dayNumber(dateIn(a!)) % 7) + 1)
    default:
      throw new Error(`the oracle does not know ${name}`)
  }
}
