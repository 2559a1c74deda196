/** Running numbers: exact decimals with a fixed number of them. */
import type { NumberField } from "../../Definition.ts"
import type { Json } from "../../Json.ts"
import { LongNumber } from "../../LongNumber.ts"
import { LARGEST, ofNumber, parse, toFixed, toText, type Unreadable } from "../../values/decimal.ts"
import { none } from "./decoding.ts"
import type { Constraint, Decoded, RunningKind, UnplacedProblem } from "./RunningKind.ts"

const problemOf = ({ decimals, label }: NumberField, wanted: string, why: Unreadable): UnplacedProblem => {
  if (why === "decimals") {
    return {
      code: "decimals",
      message: decimals === 0 ? `${label} has to be a whole number.` : `${label} has more than ${decimals} decimals.`
    }
  }
  if (why === "too_large") return { code: "too_large", message: `${label} is too large.` }
  return { code: "type", message: `${label} has to be ${wanted}.` }
}

/** INVARIANT: a long number has more digits than any field takes, so only the reason is open. */
const unitsOf = (value: LongNumber, { decimals }: NumberField): Unreadable =>
  value.decimals > decimals ? "decimals" : "too_large"

const decoder =
  (wanted: string, isText: boolean) =>
  (field: NumberField) =>
  (value: Exclude<Json, null>): Decoded<bigint> => {
    const read =
      typeof value === "number"
        ? ofNumber(value, field.decimals)
        : typeof value === "string" && isText
          ? parse(value, field.decimals)
          : value instanceof LongNumber
            ? unitsOf(value, field)
            : "type"
    return typeof read === "bigint" ? { value: read } : problemOf(field, wanted, read)
  }

const constraint = ({ decimals, label, max, min }: NumberField): Constraint<bigint> => {
  const bound = (literal: string | undefined): bigint | undefined => {
    const value = literal === undefined ? undefined : parse(literal, decimals)
    return typeof value === "bigint" ? value : undefined
  }
  const [least, most] = [bound(min), bound(max)]
  return (value) => {
    if (value > LARGEST || value < -LARGEST) {
      return [{ code: "too_large", message: `${label} is too large: the most is ${toFixed(LARGEST, decimals)}.` }]
    }
    if (least !== undefined && value < least) return [{ code: "min", message: `${label} is less than ${min}.` }]
    if (most !== undefined && value > most) return [{ code: "max", message: `${label} is more than ${max}.` }]
    return none
  }
}

/** As a JSON number: exact, at fifteen digits. */
const encodeNumber = ({ decimals }: NumberField, value: bigint): Json => Number(toText(value, decimals))

/** @param wanted ends the sentence “Premium has to be …”. @param isText whether it may be sent as a text, which loses no decimals. */
const runningNumber = (
  wanted: string,
  isText: boolean,
  encode: RunningKind<NumberField, "number">["encode"]
): RunningKind<NumberField, "number"> => ({
  unique: "rows",
  decoder: decoder(wanted, isText),
  constraint,
  encode,
  identity: (_, value) => String(value)
})

export const integer = runningNumber("a whole number", false, encodeNumber)
export const number = runningNumber("a number", false, encodeNumber)
export const money = runningNumber('an amount of money, such as "123.40"', true, ({ decimals }, value) =>
  toFixed(value, decimals)
)
