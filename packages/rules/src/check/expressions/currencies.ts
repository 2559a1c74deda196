/** Amounts of money in expressions: those of two currencies are not added, compared or chosen between (docs/decisions/0266). */
import { currencies } from "../../fields/currencies.ts"
import { addFault, type Inference, type Money, quoted, written } from "./Inference.ts"
import type { Syntax } from "../../language/Syntax.ts"

/** A part of an expression and what of it is money. */
export interface MoneyPart {
  readonly syntax: Syntax
  readonly money: Money
}

/** Nothing but what of a part is money. */
export const moneyOf = ({ currency, isRated }: Money): Money =>
  currency === undefined ? {} : { currency, ...(isRated === undefined ? {} : { isRated }) }

/** A part is “an amount in EUR”. */
const said = (inference: Inference, { money, syntax }: MoneyPart): string =>
  `${quoted(inference, syntax)} is an amount in ${money.currency ?? ""}`

const converted = (inference: Inference, { syntax }: MoneyPart, currency: string): string => {
  const amount = written(inference, syntax)
  return `convert(${amount.length <= 40 ? amount : "…"}, '${currency}', rate)`
}

/** How one of two amounts is turned into the other's currency. A division is not: it has endless decimals. */
const oneConverted = (inference: Inference, first: MoneyPart, other: MoneyPart): string => {
  const isDivision = ({ money }: MoneyPart): boolean => "ratio" in money
  const [from, to] = isDivision(other) ? [first, other] : [other, first]
  const currency = to.money.currency ?? ""
  return isDivision(from) ? `convert(amount, '${currency}', rate)` : converted(inference, from, currency)
}

/**
 * What of several parts is money that are added, compared or chosen between. A plain number goes with any amount; two currencies
 * are a fault. @param does starts its sentence: “`+` adds”.
 */
export const together = (inference: Inference, does: string, parts: ReadonlyArray<MoneyPart>): Money | undefined => {
  const amounts = parts.filter(({ money }) => money.currency !== undefined)
  const [first] = amounts
  if (first === undefined) return {}
  const { currency = "" } = first.money
  const other = amounts.find(({ money }) => money.currency !== currency)
  if (other === undefined)
    return { currency, ...(amounts.every(({ money }) => money.isRated === true) ? { isRated: true } : {}) }
  if (inference.scope.mixesCurrencies === true) return {}
  return addFault(
    inference,
    other.syntax.range,
    `${does} amounts of one currency; ${said(inference, first)} and ${said(inference, other)}. Turn one into the other by its rate: \`${oneConverted(inference, first, other)}\`.`,
    `an amount in ${currency}, or a number`
  )
}

/** What of a product is money. An amount times a number is one in its currency; two amounts multiplied are none. */
export const ofProduct = (left: Money, right: Money): Money => {
  if (left.currency !== undefined && right.currency !== undefined) return {}
  const currency = left.currency ?? right.currency
  return currency === undefined ? {} : { currency, isRated: true }
}

/** What of a division is money. Two amounts give a ratio, and a number over an amount is none. */
export const ofDivision = ({ currency }: Money, divisor: Money): Money =>
  currency === undefined || divisor.currency !== undefined ? {} : { currency, isRated: true }

/** Faults the formula of a field of money that gives an amount in another currency, as it is. */
export const addAssignmentFault = (inference: Inference, slug: string, currency: string, part: MoneyPart): undefined =>
  addFault(
    inference,
    part.syntax.range,
    `\`${slug}\` is in ${currency}, and its formula gives an amount in ${part.money.currency ?? ""}. Turn it into ${currency} by its rate: \`round(${converted(inference, part, currency)}, ${currencies.get(currency) ?? 2})\`.`,
    `an amount in ${currency}, or a number`
  )
