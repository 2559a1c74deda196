/** `money`: an amount with the decimals of its currency (ISO 4217), written as a text: `"123.40"`. */
import { fault, required, type ReadContext, text } from "../reading/Reader.ts"
import { toFixed } from "../values/decimal.ts"
import { below } from "../values/pointer.ts"
import { A_CURRENCY, currencies, unknownCurrency } from "./currencies.ts"
import { given } from "./given.ts"
import type { Direction } from "./FieldKind.ts"
import { numberType } from "./numbers.ts"
import * as running from "./running/numbers.ts"

/** Decimals of an unknown currency. */
const USUAL_DECIMALS = 2

const decimalsOf = (reading: ReadContext, currency: string | undefined, at: string): number => {
  if (currency === undefined) return USUAL_DECIMALS
  const decimals = currencies.get(currency)
  if (decimals !== undefined) return decimals
  fault(reading, below(at, "currency"), unknownCurrency(currency), A_CURRENCY)
  return USUAL_DECIMALS
}

/** Zeros at the end need no decimals. */
const patternOf = (decimals: number, direction: Direction): string => {
  const fraction =
    direction === "computed"
      ? decimals === 0
        ? ""
        : `\\.[0-9]{${decimals}}`
      : decimals === 0
        ? "(\\.0+)?"
        : `(\\.([0-9]{1,${decimals}}|[0-9]{${decimals}}0+))?`
  return `^-?(0|[1-9][0-9]*)${fraction}$`
}

export const money = numberType("money", running.money, {
  takes: [],
  members: { currency: required(text(1, 20)) },
  unit: ({ at, given: { currency }, reading }) => ({
    decimals: decimalsOf(reading, currency, at),
    ...(currency === undefined ? {} : { currency })
  }),
  word: "an amount of money",
  read: ({ currency, decimals }) => ({ decimals, ...given({ currency }) }),
  show: ({ currency, decimals }, value) => `${currency ?? ""} ${toFixed(value, decimals)}`.trim(),
  schema: ({ currency, decimals, max, min }, direction, number) => {
    const written = { type: "string", pattern: patternOf(decimals, direction) }
    return {
      keywords: direction === "computed" ? written : { anyOf: [written, number] },
      besides: given({ currency, decimals, min, max })
    }
  }
})
