/** What the quote costs, in pence. */
import type { Driver } from "./drivers.ts"
import type { Answers } from "./fields.ts"
import { roundTo } from "./numbers.ts"

export interface Price {
  readonly youngDrivers: number
  readonly base: number | undefined
  readonly extras: number
  readonly tax: number | undefined
  readonly premium: number | undefined
}

/** The rates as fractions, so that pence stay whole: 0.0425 is 17/400, 1.25 is 25/20, 0.15 is 3/20, 0.05 is 1/20. */
const COVER = { comp: 17, tpft: 13, tpo: 11 } // of 400
const USAGE = { business: 25, commuting: 22, social: 20 } // of 20
const UNIT = 400 * 20 * 20 * 20

/** INVARIANT: at most 50,000,000 × 17 × 25 × 38 × 20 units, below 2^53. */
const basePrice = (answers: Answers, young: number, convictions: number): number | undefined => {
  const { cover, excess, noClaimsYears, usage, vehicleValue } = answers
  if (vehicleValue === undefined || cover === undefined || usage === undefined || noClaimsYears === undefined)
    return undefined
  const risk = vehicleValue * COVER[cover] * USAGE[usage] * (20 + 3 * young) * (20 - Math.min(noClaimsYears, 10))
  const saved = Math.min((excess ?? 0) * (UNIT / 10), 5000 * UNIT)
  return roundTo(risk + 7500 * convictions * UNIT - saved, UNIT)
}

const extrasPrice = ({ breakdown, courtesyCar, legalCover, protectNoClaims }: Answers): number =>
  (courtesyCar === true ? 4500 : 0) +
  (breakdown === true ? 6250 : 0) +
  (legalCover === true ? 2799 : 0) +
  (protectNoClaims === true ? 3800 : 0)

export const priceOf = (answers: Answers, drivers: ReadonlyArray<Driver> | undefined): Price => {
  let youngDrivers = 0
  let convictions = 0
  if (drivers !== undefined) {
    for (const driver of drivers) {
      if (driver.age !== undefined && driver.age < 25) youngDrivers += 1
      convictions += driver.convictions ?? 0
    }
  }
  const base = basePrice(answers, youngDrivers, convictions)
  const extras = extrasPrice(answers)
  if (base === undefined) return { youngDrivers, base, extras, tax: undefined, premium: undefined }
  const tax = roundTo((base + extras) * 3, 25) // 12 %
  return { youngDrivers, base, extras, tax, premium: base + extras + tax }
}
