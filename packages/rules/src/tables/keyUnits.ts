/** Numbers as keys: in the units of their column, from a rule that may count in smaller ones. */
import { powerOfTen } from "../values/decimal.ts"
import type { Match } from "../TableDefinition.ts"

/** Which no cell is: beyond all of them. */
const BEYOND = Infinity

/** A double that counts units of `more` decimals more than the column has, or NaN for a missing key. Exactly as `keyOfUnits`. */
export const keyOfDouble = (units: number, more: number, match: Match): number => {
  if (Number.isNaN(units)) return units
  const step = 10 ** more
  const rest = units % step
  if (rest === 0) return units / step
  return match === "exact" ? BEYOND : (units - rest) / step - (units < 0 ? 1 : 0)
}

/** A range has what lies between two of its column's units where the smaller one is; no cell equals it. */
export const keyOfUnits = (units: bigint, more: number, match: Match): number => {
  const step = powerOfTen(more)
  const rest = units % step
  if (rest !== 0n && match === "exact") return BEYOND
  const whole = (units - rest) / step - (rest < 0n ? 1n : 0n)
  const key = Number(whole)
  return Number.isSafeInteger(key) ? key : whole < 0n ? -BEYOND : BEYOND
}
