/** Dates, times and moments as closures. */
import type { CountedTree, DateTree, DatetimeTree } from "../../tree/Tree.ts"
import { addDays, addMonths, type Datetime, parseDatetime, toDatetime } from "../../values/civil.ts"
import { counted } from "../../values/counted.ts"
import type { Compiler } from "./Compiler.ts"
import { extremeOfRows, ofRow } from "./rows.ts"
import { daysIn, lookupRun } from "./lookups.ts"
import { choose, firstOf, lift, lift2, missing, read, type Run } from "./Frame.ts"

type DateOf<Node extends DateTree["node"]> = Extract<DateTree, { readonly node: Node }>

const laterRun = (compiler: Compiler, { amount, of, unit }: DateOf<"later">): Run<number> => {
  const move = unit === "days" ? addDays : addMonths
  const factor = unit === "years" ? 12n : 1n
  return lift2(compiler.days(of), compiler.number(amount), (date, count) => move(date, count * factor))
}

/** A counted value: a date as days, a time as seconds. */
export const daysRun = (compiler: Compiler, tree: CountedTree): Run<number> => {
  const { boolean, days } = compiler
  switch (tree.node) {
    case "missing":
      return missing
    case "field":
      return read(tree.place)
    case "lookup":
      return lookupRun(compiler, tree, daysIn)
    case "if":
      return choose(boolean(tree.condition), days(tree.whenTrue), days(tree.whenFalse))
    case "coalesce":
      return firstOf(tree.operands.map(days))
    case "today":
      return (frame) => frame.today
    case "literal": {
      const known = tree.count
      return () => known
    }
    case "later":
      return laterRun(compiler, tree)
    case "ofText":
      return lift(compiler.text(tree.of), counted[tree.kind].parse)
    case "dateOfDatetime":
      return lift(compiler.datetime(tree.of), (value) => value.days)
    case "extreme":
      return tree.operands.map(days).reduce((a, b) => lift2(a, b, tree.which === "least" ? Math.min : Math.max))
    case "extremeOfRows":
      return extremeOfRows(compiler, tree, days)
    case "ofRow":
      return ofRow<CountedTree, number>(compiler, tree.each, days)
  }
}

export const datetimeRun = (compiler: Compiler, tree: DatetimeTree): Run<Datetime> => {
  switch (tree.node) {
    case "missing":
      return missing
    case "field":
      return read(tree.place)
    case "if":
      return choose(
        compiler.boolean(tree.condition),
        compiler.datetime(tree.whenTrue),
        compiler.datetime(tree.whenFalse)
      )
    case "coalesce":
      return firstOf(tree.operands.map(compiler.datetime))
    case "ofRow":
      return ofRow(compiler, tree.each, compiler.datetime)
    case "literal": {
      const known = toDatetime(tree.moment)
      return () => known
    }
    case "datetimeOfText":
      return lift(compiler.text(tree.of), parseDatetime)
  }
}
