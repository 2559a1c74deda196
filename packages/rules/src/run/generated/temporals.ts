/** Dates, times and moments as code. */
import { businessDaysOf } from "../../tables/holidays.ts"
import type { BusinessDays } from "../../values/businessDays.ts"
import type { CountedTree, DatetimeTree } from "../../tree/Tree.ts"
import { addDays, addMonths, type Moment, parseMoment } from "../../values/civil.ts"
import { forEachCounted } from "../../values/counted.ts"
import { called, type Emitter, type Site } from "./Emitter.ts"
import { lookupCode } from "./lookups.ts"
import { sharedCode } from "./shared.ts"
import { numberLiteral } from "./Writer.ts"

/** What a text counts, by kind. */
const countsOfText = forEachCounted(
  ({ parse }) =>
    (text: string | undefined): number =>
      text === undefined ? NaN : (parse(text) ?? NaN)
)

const later = (unit: "days" | "months" | "years") => {
  const move = unit === "days" ? addDays : addMonths
  const factor = unit === "years" ? 12n : 1n
  return (date: number, amount: number): number =>
    date === date && Number.isSafeInteger(amount) ? (move(date, BigInt(amount) * factor) ?? NaN) : NaN
}
const laters = { days: later("days"), months: later("months"), years: later("years") }

const businessDayLater =
  ({ later: move }: BusinessDays) =>
  (date: number, amount: number): number =>
    date === date && Number.isSafeInteger(amount) ? (move(date, BigInt(amount)) ?? NaN) : NaN

const momentOfText = (text: string | undefined): Moment | undefined =>
  text === undefined ? undefined : (parseMoment(text) ?? undefined)
const dateOfMoment = (moment: Moment | undefined): number => (moment === undefined ? NaN : moment.days)

/** A counted value: a date as days, a time as seconds; NaN where missing. */
export const daysCode = (emitter: Emitter, site: Site, tree: CountedTree): string => {
  const { days } = emitter
  switch (tree.node) {
    case "lookup":
      return lookupCode(emitter, site, tree, NaN)
    case "today":
      return "d0"
    case "literal":
      return numberLiteral(tree.count)
    case "later":
      return `${site.writer.constant(laters[tree.unit])}(${days(site, tree.of)}, ${emitter.number(site, tree.amount)})`
    case "businessDay": {
      const move = businessDayLater(businessDaysOf(tree.table))
      return `${site.writer.constant(move)}(${days(site, tree.of)}, ${emitter.number(site, tree.amount)})`
    }
    case "ofText":
      return called(site, countsOfText[tree.kind])(emitter.text(site, tree.of))
    case "dateOfDatetime":
      return called(site, dateOfMoment)(emitter.moment(site, tree.of))
    case "extreme":
      return `Math.${tree.which === "least" ? "min" : "max"}(${tree.operands.map((operand) => days(site, operand)).join(", ")})`
    default:
      return sharedCode<CountedTree>(emitter, site, tree, "NaN", days)
  }
}

export const momentCode = (emitter: Emitter, site: Site, tree: DatetimeTree): string => {
  const { moment } = emitter
  switch (tree.node) {
    case "literal":
      return site.writer.constant(tree.moment)
    case "datetimeOfText":
      return called(site, momentOfText)(emitter.text(site, tree.of))
    default:
      return sharedCode(emitter, site, tree, "undefined", moment)
  }
}
