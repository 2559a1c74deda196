/** The outcomes of the quote. */
import type { Outcome } from "@formwork/rules/Evaluation"
import type { Driver } from "./drivers.ts"
import type { Answers } from "./fields.ts"
import { formatMoney } from "./numbers.ts"
import type { Price } from "./price.ts"

const isDeclined = (drivers: ReadonlyArray<Driver> | undefined): boolean =>
  drivers !== undefined && drivers.some(({ age = 0, convictions = 0 }) => convictions > 3 || age > 85)

export const outcomesOf = (
  { modified, paymentPlan, tracker, vehicleValue }: Answers,
  { premium, youngDrivers }: Price,
  drivers: ReadonlyArray<Driver> | undefined
): ReadonlyArray<Outcome> => {
  const outcomes: Array<Outcome> = []
  if (youngDrivers > 0) {
    const message = `A telematics box would lower the premium for ${youngDrivers} young driver(s).`
    outcomes.push({ id: "telematics", message, severity: "info" })
  }
  if (paymentPlan === "monthly" && premium !== undefined && premium > 0) {
    const message = `${formatMoney(premium)} can be paid in twelve instalments.`
    outcomes.push({ id: "instalments", message, severity: "info" })
  }
  const isDear = premium !== undefined && premium > 200_000
  const isUntracked = vehicleValue !== undefined && vehicleValue > 7_500_000 && tracker !== true
  if (isDear || modified === true || isUntracked) {
    const shown = premium === undefined ? "—" : formatMoney(premium)
    outcomes.push({ id: "refer", message: `A premium of ${shown} needs an underwriter.`, severity: "warning" })
  }
  if (isDeclined(drivers))
    outcomes.push({ id: "decline", message: "We cannot cover one of these drivers.", severity: "error" })
  return outcomes
}
