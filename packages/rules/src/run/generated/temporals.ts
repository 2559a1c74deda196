/** Dates, times and moments as code. */
import type { CountedTree, DateTree, DatetimeTree } from "../../tree/Tree.ts"
import { addDays, addMonths, type Moment, parseMoment } from "../../values/civil.ts"
import { forEachCounted } from "../../values/counted.ts"
import { chosen, firstKnown, isPresent } from "./branches.ts"
import { called, type Emitter, type Site, variable, writeEach } from "./Emitter.ts"
import { lookupCode } from "./lookups.ts"
import { pickedCode } from "./rows.ts"
import { numberLiteral } from "./Writer.ts"

const isNumber = (value: string): string => `${value} === ${value}`

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

const momentOfText = (text: string | undefined): Moment | undefined =>
  text === undefined ? undefined : (parseMoment(text) ?? undefined)
const dateOfMoment = (moment: Moment | undefined): number => (moment === undefined ? NaN : moment.days)

const extremeOfRows = (
  emitter: Emitter,
  site: Site,
  { each, which }: Extract<DateTree, { readonly node: "extremeOfRows" }>
): string => {
  const { writer } = site
  const [best, value] = [writer.temp(), writer.temp()]
  writer.line(`${best} = NaN;`)
  writeEach(emitter, site, each, (inside, tree) => {
    writer.line(`${value} = ${emitter.days(inside, tree)};`)
    writer.line(`if (${best} !== ${best} || ${value} ${which === "least" ? "<" : ">"} ${best}) ${best} = ${value};`)
  })
  return best
}

/** A counted value: a date as days, a time as seconds; NaN where missing. */
export const daysCode = (emitter: Emitter, site: Site, tree: CountedTree): string => {
  const { days } = emitter
  switch (tree.node) {
    case "missing":
      return "NaN"
    case "field":
      return variable(site, tree.place)
    case "lookup":
      return lookupCode(emitter, site, tree, NaN)
    case "if":
      return chosen(emitter, site, tree.condition, days(site, tree.whenTrue), days(site, tree.whenFalse), "NaN")
    case "coalesce":
      return firstKnown(
        site,
        tree.operands.map((operand) => days(site, operand)),
        isNumber
      )
    case "ofRow":
      return pickedCode<CountedTree>(emitter, site, tree.each, "NaN", days)
    case "today":
      return "d0"
    case "literal":
      return numberLiteral(tree.count)
    case "later":
      return `${site.writer.constant(laters[tree.unit])}(${days(site, tree.of)}, ${emitter.number(site, tree.amount)})`
    case "ofText":
      return called(site, countsOfText[tree.kind])(emitter.text(site, tree.of))
    case "dateOfDatetime":
      return called(site, dateOfMoment)(emitter.moment(site, tree.of))
    case "extreme":
      return `Math.${tree.which === "least" ? "min" : "max"}(${tree.operands.map((operand) => days(site, operand)).join(", ")})`
    case "extremeOfRows":
      return extremeOfRows(emitter, site, tree)
  }
}

export const momentCode = (emitter: Emitter, site: Site, tree: DatetimeTree): string => {
  const { moment } = emitter
  switch (tree.node) {
    case "missing":
      return "undefined"
    case "field":
      return variable(site, tree.place)
    case "if":
      return chosen(
        emitter,
        site,
        tree.condition,
        moment(site, tree.whenTrue),
        moment(site, tree.whenFalse),
        "undefined"
      )
    case "coalesce":
      return firstKnown(
        site,
        tree.operands.map((operand) => moment(site, operand)),
        isPresent
      )
    case "ofRow":
      return pickedCode(emitter, site, tree.each, "undefined", moment)
    case "literal":
      return site.writer.constant(tree.moment)
    case "datetimeOfText":
      return called(site, momentOfText)(emitter.text(site, tree.of))
  }
}
