/** Dates, times and moments as closures. */
import { businessDaysOf } from "../../tables/holidays.ts"
import type { CountedTree, DatetimeTree, DateTree } from "../../tree/Tree.ts"
import { addDays, addMonths, type Datetime, parseDatetime, toDatetime } from "../../values/civil.ts"
import { counted } from "../../values/counted.ts"
import type { Compiler } from "./Compiler.ts"
import { sharedRun } from "./shared.ts"
import { daysIn, lookupRun } from "./lookups.ts"
import { lift, lift2, type Run } from "./Frame.ts"

type DateOf<Node extends DateTree["node"]> = Extract<DateTree, { readonly node: Node }>

const laterRun = (compiler: Compiler, { amount, of, unit }: DateOf<"later">): Run<number> => {
  const move = unit === "days" ? addDays : addMonths
  const factor = unit === "years" ? 12n : 1n
  return lift2(compiler.days(of), compiler.number(amount), (date, count) => move(date, count * factor))
}

/** A counted value: a date as days, a time as seconds. */
export const daysRun = (compiler: Compiler, tree: CountedTree): Run<number> => {
  const { days } = compiler
  switch (tree.node) {
    case "lookup":
      return lookupRun(compiler, tree, daysIn)
    case "today":
      return (frame) => frame.today
    case "literal": {
      const known = tree.count
      return () => known
    }
    case "later":
      return laterRun(compiler, tree)
    case "businessDay":
      return lift2(days(tree.of), compiler.number(tree.amount), businessDaysOf(tree.table).later)
    case "ofText":
      return lift(compiler.text(tree.of), counted[tree.kind].parse)
    case "dateOfDatetime":
      return lift(compiler.datetime(tree.of), (value) => value.days)
    case "extreme":
      return tree.operands.map(days).reduce((a, b) => lift2(a, b, tree.which === "least" ? Math.min : Math.max))
    default:
      return sharedRun<CountedTree, number>(compiler, tree, days)
  }
}

export const datetimeRun = (compiler: Compiler, tree: DatetimeTree): Run<Datetime> => {
  switch (tree.node) {
    case "literal": {
      const known = toDatetime(tree.moment)
      return () => known
    }
    case "datetimeOfText":
      return lift(compiler.text(tree.of), parseDatetime)
    default:
      return sharedRun(compiler, tree, compiler.datetime)
  }
}
