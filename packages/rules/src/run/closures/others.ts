/** Texts, dates, times, choices and rows as closures. */
import {
  type ChoicesTree,
  type CountedTree,
  type DateTree,
  type DatetimeTree,
  isCounted,
  type RowsTree,
  type TextTree
} from "../../tree/Tree.ts"
import { addDays, addMonths, type Datetime, parseDatetime, toDatetime } from "../../values/civil.ts"
import { counted } from "../../values/counted.ts"
import { toFixed, toText } from "../../values/decimal.ts"
import { type Compiler, eachRow } from "./Compiler.ts"
import { choose, firstOf, type Frame, lift, lift2, missing, read, type Row, type Run } from "./Frame.ts"

const textOfRun = (compiler: Compiler, { of }: Extract<TextTree, { readonly node: "textOf" }>): Run<string> => {
  if (isCounted(of)) return lift(compiler.days(of), counted[of.kind].format)
  switch (of.kind) {
    case "boolean":
      return lift(compiler.boolean(of), String)
    case "datetime":
      return lift(compiler.datetime(of), ({ written }) => written)
  }
}

const textOfNumberRun = (
  compiler: Compiler,
  { decimals, of }: Extract<TextTree, { readonly node: "textOfNumber" }>
): Run<string> => {
  const { scale } = of
  return lift(
    compiler.number(of),
    decimals === scale ? (value) => toFixed(value, scale) : (value) => toText(value, scale)
  )
}

export const textRun = (compiler: Compiler, tree: TextTree): Run<string> => {
  const { text } = compiler
  switch (tree.node) {
    case "missing":
      return missing
    case "field":
      return read(tree.place)
    case "if":
      return choose(compiler.boolean(tree.condition), text(tree.whenTrue), text(tree.whenFalse))
    case "coalesce":
      return firstOf(tree.operands.map(text))
    case "literal":
      return () => tree.value
    case "join":
      return lift2(text(tree.left), text(tree.right), (a, b) => a + b)
    case "lower":
      return lift(text(tree.of), (value) => value.toLowerCase())
    case "upper":
      return lift(text(tree.of), (value) => value.toUpperCase())
    case "trim":
      return lift(text(tree.of), (value) => value.trim())
    case "textOfNumber":
      return textOfNumberRun(compiler, tree)
    case "textOf":
      return textOfRun(compiler, tree)
  }
}

type DateOf<Node extends DateTree["node"]> = Extract<DateTree, { readonly node: Node }>

const laterRun = (compiler: Compiler, { amount, of, unit }: DateOf<"later">): Run<number> => {
  const move = unit === "days" ? addDays : addMonths
  const factor = unit === "years" ? 12n : 1n
  return lift2(compiler.days(of), compiler.number(amount), (date, count) => move(date, count * factor))
}

const extremeOfRowsRun = (compiler: Compiler, { each, which }: DateOf<"extremeOfRows">): Run<number> => {
  const over = eachRow(compiler, each, compiler.days)
  return (frame) => {
    let best: number | null = null
    over(frame, (value) => {
      if (value !== null && (best === null || (which === "least" ? value < best : value > best))) best = value
    })
    return best
  }
}

/** A counted value: a date as days, a time as seconds. */
export const daysRun = (compiler: Compiler, tree: CountedTree): Run<number> => {
  const { boolean, days } = compiler
  switch (tree.node) {
    case "missing":
      return missing
    case "field":
      return read(tree.place)
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
      return extremeOfRowsRun(compiler, tree)
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
    case "literal": {
      const known = toDatetime(tree.moment)
      return () => known
    }
    case "datetimeOfText":
      return lift(compiler.text(tree.of), parseDatetime)
  }
}

export const choicesRun = (compiler: Compiler, tree: ChoicesTree): Run<ReadonlyArray<string>> => {
  switch (tree.node) {
    case "missing":
      return missing
    case "field":
      return read(tree.place)
    case "if":
      return choose(compiler.boolean(tree.condition), compiler.choices(tree.whenTrue), compiler.choices(tree.whenFalse))
    case "coalesce":
      return firstOf(tree.operands.map(compiler.choices))
  }
}

const noRows: ReadonlyArray<Row> = []

export const rowsRun = (compiler: Compiler, tree: RowsTree): ((frame: Frame) => ReadonlyArray<Row>) => {
  if (tree.node === "list") return (frame) => frame.lists[tree.slot] ?? noRows
  const over = eachRow(compiler, tree.each, compiler.boolean)
  return (frame) => {
    const kept: Array<Row> = []
    over(frame, (value, row) => {
      if (value === true) kept.push(row)
    })
    return kept
  }
}
