/** Running numbers: exact decimals with a fixed number of them. */
import type { NumberField } from "../../Definition.ts"
import type { Json } from "../../Json.ts"
import { LongNumber } from "../../LongNumber.ts"
import { LARGEST, ofNumber, parse, toFixed, toText, type Unreadable } from "../../values/decimal.ts"
import { none } from "./decoding.ts"
import type { Constraint, Decoded, RunningKind } from "./RunningKind.ts"
import { unplaced, type UnplacedProblem } from "../../words/UnplacedProblem.ts"

/** What a value is that is no number. */
type WrongType = "type/integer" | "type/number" | "type/money"

const problemOf = ({ decimals, label }: NumberField, wrong: WrongType, why: Unreadable): UnplacedProblem => {
  if (why === "decimals")
    return decimals === 0 ? unplaced("decimals/none", { label }) : unplaced("decimals", { label, limit: decimals })
  return unplaced(why === "type" ? wrong : why, { label })
}

/** INVARIANT: a long number has more digits than any field takes, so only the reason is open. */
const unitsOf = (value: LongNumber, { decimals }: NumberField): Unreadable =>
  value.decimals > decimals ? "decimals" : "too_large"

const decoder =
  (wrong: WrongType, isText: boolean) =>
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
    return typeof read === "bigint" ? { value: read } : problemOf(field, wrong, read)
  }

const constraint = ({ decimals, label, max, min }: NumberField): Constraint<bigint> => {
  const bound = (literal: string | undefined): bigint | undefined => {
    const value = literal === undefined ? undefined : parse(literal, decimals)
    return typeof value === "bigint" ? value : undefined
  }
  const [least, most] = [bound(min), bound(max)]
  return (value) => {
    if (value > LARGEST || value < -LARGEST) {
      return [unplaced("too_large/limit", { label, limit: toFixed(LARGEST, decimals) })]
    }
    if (least !== undefined && value < least) return [unplaced("min", { label, limit: String(min) })]
    if (most !== undefined && value > most) return [unplaced("max", { label, limit: String(max) })]
    return none
  }
}

/** As a JSON number: exact, at fifteen digits. */
const encodeNumber = ({ decimals }: NumberField, value: bigint): Json => Number(toText(value, decimals))

/** @param isText whether it may be sent as a text, which loses no decimals. */
const runningNumber = (
  wrong: WrongType,
  isText: boolean,
  encode: RunningKind<NumberField, "number">["encode"]
): RunningKind<NumberField, "number"> => ({
  unique: "rows",
  decoder: decoder(wrong, isText),
  constraint,
  encode,
  identity: (_, value) => String(value)
})

export const integer = runningNumber("type/integer", false, encodeNumber)
export const number = runningNumber("type/number", false, encodeNumber)
export const money = runningNumber("type/money", true, ({ decimals }, value) => toFixed(value, decimals))
