/** The checks of the quote: problems between answers that are each valid. */
import type { Problem } from "@formwork/rules/Evaluation"
import { daysBetween } from "./dates.ts"
import type { Driver } from "./drivers.ts"
import { type Answers, PLACES } from "./fields.ts"
import { say } from "./Place.ts"

const sayDriversChecks = (problems: Array<Problem>, drivers: ReadonlyArray<Driver> | undefined): void => {
  let mains = 0
  if (drivers !== undefined) for (const { isMain } of drivers) if (isMain === true) mains += 1
  if (mains !== 1) say(problems, PLACES.drivers, "rule", "Name exactly one main driver.")
  if (drivers === undefined) return
  for (const { age, name, place } of drivers) {
    if (age !== undefined && age < 17)
      say(problems, place.birthDate, "rule", `${name ?? "—"} is ${age}; a driver is at least 17.`)
  }
}

export const sayFailedChecks = (
  problems: Array<Problem>,
  { annualMiles, businessMiles, firstRegistered, requestedOn, registeredText, startDate }: Answers,
  drivers: ReadonlyArray<Driver> | undefined
): void => {
  sayDriversChecks(problems, drivers)
  if (startDate !== undefined && requestedOn !== undefined) {
    if (startDate < requestedOn || daysBetween(requestedOn, startDate) > 90)
      say(problems, PLACES.startDate, "rule", "Cover starts within 90 days of the request.")
  }
  if (firstRegistered !== undefined && startDate !== undefined && firstRegistered > startDate) {
    const message = `The vehicle is first registered on ${registeredText}, after cover starts.`
    say(problems, PLACES.firstRegistered, "rule", message)
  }
  if (businessMiles !== undefined && annualMiles !== undefined && businessMiles > annualMiles) {
    const message = `${businessMiles} business miles are more than the ${annualMiles} miles a year.`
    say(problems, PLACES.businessMiles, "rule", message)
  }
}
