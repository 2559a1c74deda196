/** Reading constants: named values, each with a type. */
import { type ConstantDefinition, type ConstantType, constantTypes } from "../ConstantDefinition.ts"
import { constantType } from "../fields/constantTypes.ts"
import { currencies } from "../fields/currencies.ts"
import type { Json, JsonObject } from "../Json.ts"
import { reservedWords, SLUG } from "../language/reservedWords.ts"
import {
  addTypeFault,
  anything,
  fault,
  isObject,
  object,
  oneOf,
  optional,
  type ReadContext,
  required,
  text,
  whole
} from "../reading/Reader.ts"
import { parseDate } from "../values/civil.ts"
import { decimalsOf, parse, toFixed } from "../values/decimal.ts"
import { didYouMean } from "../values/nearest.ts"
import { below } from "../values/pointer.ts"
import { isStorable } from "../values/text.ts"

/** Constants of a form. */
const MAX_CONSTANTS = 200
/** Characters of a text. */
const MAX_TEXT = 1_000
/** Digits of a number in units of its last decimal. */
const MAX_DIGITS = 15

const members = {
  type: required(oneOf(constantTypes)),
  value: required(anything),
  decimals: optional(whole(0, MAX_DIGITS)),
  currency: optional(text(1, 20)),
  description: optional(text(0, 500))
}

interface Given {
  readonly decimals?: number | undefined
  readonly currency?: string | undefined
}

/** The value as it is kept, with its decimals; undefined with a fault. */
type ReadValue = (
  reading: ReadContext,
  value: Json,
  given: Given,
  at: string
) => Pick<ConstantDefinition, "decimals" | "value"> | undefined

const written = (value: Json): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined

/** @param most undefined for as many decimals as are written. */
const numberOf = (reading: ReadContext, value: Json, most: number | undefined, example: string, at: string) => {
  const literal = written(value)
  if (literal === undefined || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(literal))
    return addTypeFault(reading, value, at, example)
  const own = decimalsOf(literal)
  const decimals = most ?? own
  if (own > decimals)
    return fault(
      reading,
      at,
      decimals === 0
        ? `\`${literal}\` has decimals, and this constant has none.`
        : `\`${literal}\` has more decimals than the ${decimals} that this constant has.`,
      decimals === 0 ? "a whole number" : `a number with at most ${decimals} decimals`
    )
  const units = parse(literal, decimals)
  if (typeof units !== "bigint" || (units < 0n ? -units : units) >= 10n ** BigInt(MAX_DIGITS))
    return fault(reading, at, `A constant has at most ${MAX_DIGITS} digits in units of its last decimal.`)
  return { decimals, value: toFixed(units, decimals) }
}

const readers: { readonly [T in ConstantType]: ReadValue } = {
  text: (reading, value, _, at) => {
    if (typeof value !== "string") return addTypeFault(reading, value, at, "a text")
    if (value.length > MAX_TEXT) return fault(reading, at, `A constant's text has at most ${MAX_TEXT} characters.`)
    return isStorable(value)
      ? { decimals: 0, value }
      : fault(reading, at, "This text has a broken character in it (U+0000 or half of a surrogate pair).")
  },
  integer: (reading, value, _, at) => numberOf(reading, value, 0, "a whole number such as `25`", at),
  number: (reading, value, { decimals }, at) =>
    numberOf(reading, value, decimals, 'a number such as `1.25` or `"1.2500"`', at),
  money: (reading, value, { currency }, at) =>
    numberOf(reading, value, currencies.get(currency ?? "") ?? 2, 'an amount such as `"25.00"`', at),
  date: (reading, value, _, at) =>
    typeof value === "string" && parseDate(value) !== null
      ? { decimals: 0, value }
      : addTypeFault(reading, value, at, 'a date such as `"2026-01-31"`'),
  boolean: (reading, value, _, at) =>
    typeof value === "boolean" ? { decimals: 0, value } : addTypeFault(reading, value, at, "`true` or `false`")
}

const checkMembers = (reading: ReadContext, type: ConstantType, given: Given, at: string): void => {
  const { takes } = constantType[type]
  for (const member of ["decimals", "currency"] as const)
    if (given[member] !== undefined && takes !== member)
      fault(reading, below(at, member), `A constant of type \`${type}\` has no \`${member}\`. Take it out.`)
  if (takes !== "currency") return
  const { currency } = given
  if (currency === undefined)
    fault(reading, at, "An amount of money needs its `currency`, such as `GBP`.", '`"currency": "GBP"`')
  else if (!currencies.has(currency))
    fault(
      reading,
      below(at, "currency"),
      `There is no currency \`${currency}\`.${didYouMean(currency, currencies.keys())}`,
      "a currency's three letters (ISO 4217), such as `GBP` or `EUR`"
    )
}

/** Names that are taken, with what has them. */
export interface TakenNames {
  /** Of fields, those of rows too, and of groups. */
  readonly fields: ReadonlySet<string>
  readonly tables: ReadonlySet<string>
}

/** Why a constant cannot have a name, in a sentence; undefined where it can. A function may have it: a call has parentheses. */
export const wrongName = (name: string, { fields, tables }: TakenNames): string | undefined => {
  if (!SLUG.test(name))
    return "A constant's name is a small letter, then letters, digits or `_`, 63 characters at most."
  if (reservedWords.has(name))
    return `A constant cannot be called \`${name}\`: the rule language uses the word for itself.`
  const what = fields.has(name) ? "a field or a group" : tables.has(name) ? "a table" : undefined
  return what && `There is ${what} \`${name}\`, and a rule could not tell the two apart.`
}

const readConstant = (reading: ReadContext, name: string, value: Json, at: string): ConstantDefinition | undefined => {
  const faults = reading.faults.length
  if (!isObject(value))
    return addTypeFault(reading, value, at, 'a constant, such as `{ "type": "number", "value": "0.045" }`')
  const given = object(members, "a constant")(reading, value, at)
  const { type } = given ?? {}
  if (given === undefined || type === undefined) return undefined
  checkMembers(reading, type, given, at)
  const { currency, description } = given
  const read = given.value === undefined ? undefined : readers[type](reading, given.value, given, below(at, "value"))
  if (read === undefined || reading.faults.length > faults) return undefined
  return {
    name,
    type,
    ...read,
    ...(currency === undefined ? {} : { currency }),
    ...(description === undefined ? {} : { description })
  }
}

export interface ReadConstants {
  /** Those that could be read. */
  readonly constants: ReadonlyArray<ConstantDefinition>
  /** Names of the others: rules that use them get no fault for that. */
  readonly broken: ReadonlySet<string>
}

export const noConstants: ReadConstants = { constants: [], broken: new Set() }

export const readConstants = (reading: ReadContext, value: Json, at: string, taken: TakenNames): ReadConstants => {
  if (!isObject(value)) {
    addTypeFault(reading, value, at, 'constants by their names, in braces: `{ "base_rate": { … } }`')
    return noConstants
  }
  const entries = Object.entries<JsonObject[string]>(value)
  if (entries.length > MAX_CONSTANTS)
    fault(reading, at, `There are ${entries.length} constants; at most ${MAX_CONSTANTS} are allowed.`)
  const constants: Array<ConstantDefinition> = []
  const broken = new Set<string>()
  for (const [name, constant] of entries.slice(0, MAX_CONSTANTS)) {
    const why = wrongName(name, taken)
    if (why !== undefined) fault(reading, below(at, name), why, "another name")
    const read = readConstant(reading, name, constant, below(at, name))
    if (why === undefined && read !== undefined) constants.push(read)
    else broken.add(name)
  }
  return { constants, broken }
}
