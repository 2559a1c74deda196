/** Numbers as closures: bigints that count units of their tree's scale. */
import { businessDaysOf } from "../../tables/holidays.ts"
import type { Each, NumberTree, Ratio } from "../../tree/Tree.ts"
import { identityOf } from "../../values/choices.ts"
import { monthsBetween, partOfDate, partOfTime, timeWritten, yearsBetween } from "../../values/civil.ts"
import { divide, modulo, parse, powerOfTen, type Rounding } from "../../values/decimal.ts"
import { power, squareRoot } from "../../values/powers.ts"
import { codePoints } from "../../values/text.ts"
import { type Compiler, eachRow, type Fraction } from "./Compiler.ts"
import { interpolatedRun } from "./interpolation.ts"
import { lookupRun, numberIn } from "./lookups.ts"
import { sharedRun } from "./shared.ts"
import { lift, lift2, missing, numberOf, type Run } from "./Frame.ts"

type Of<Node extends NumberTree["node"]> = Extract<NumberTree, { readonly node: Node }>

const fraction = (numerator: bigint, denominator: bigint): Fraction | null =>
  denominator === 0n
    ? null
    : denominator < 0n
      ? { numerator: -numerator, denominator: -denominator }
      : { numerator, denominator }

const sumOf = (compiler: Compiler, each: Each<NumberTree>) => {
  const over = eachRow(compiler, each, compiler.number)
  return (frame: Parameters<typeof over>[0]): { readonly sum: bigint; readonly count: bigint } => {
    let sum = 0n
    let count = 0n
    over(frame, (value) => {
      if (value === null) return
      sum += value
      count += 1n
    })
    return { sum, count }
  }
}

const productRun = (compiler: Compiler, each: Each<NumberTree>): Run<Fraction> => {
  const over = eachRow(compiler, each, compiler.number)
  const unit = powerOfTen(each.of.scale)
  return (frame) => {
    let [numerator, denominator] = [1n, 1n]
    over(frame, (value) => {
      if (value === null) return
      numerator *= value
      denominator *= unit
    })
    return { numerator, denominator }
  }
}

/** A number or a division as an exact fraction. */
export const fractionRun = (compiler: Compiler, tree: NumberTree | Ratio): Run<Fraction> => {
  if (tree.kind === "number") {
    const denominator = powerOfTen(tree.scale)
    return lift(compiler.number(tree), (numerator) => ({ numerator, denominator }))
  }
  if (tree.kind === "average") {
    const unit = powerOfTen(tree.each.of.scale)
    const sums = sumOf(compiler, tree.each)
    return (frame) => {
      const { count, sum } = sums(frame)
      return fraction(sum, count * unit)
    }
  }
  if (tree.kind === "interpolated") return interpolatedRun(compiler, tree.lookup)
  if (tree.kind === "power") {
    const { scale } = tree.base
    return lift2(compiler.number(tree.base), compiler.number(tree.exponent), (of, by) => power(of, scale, by))
  }
  if (tree.kind === "product") return productRun(compiler, tree.each)
  const { dividend, divisor } = tree
  const [up, down] = [powerOfTen(divisor.scale), powerOfTen(dividend.scale)]
  return lift2(compiler.number(dividend), compiler.number(divisor), (a, b) => fraction(a * up, b * down))
}

const roundTo = (digits: number, rounding: Rounding) => {
  const up = powerOfTen(Math.max(0, digits))
  const down = powerOfTen(Math.max(0, -digits))
  return ({ denominator, numerator }: Fraction): bigint => divide(numerator * up, denominator * down, rounding) * down
}

const widenRun = (compiler: Compiler, { of, scale }: Of<"widen">): Run<bigint> => {
  const factor = powerOfTen(scale - of.scale)
  return lift(compiler.number(of), (value) => value * factor)
}

const arithmetic = {
  add: (a: bigint, b: bigint) => a + b,
  subtract: (a: bigint, b: bigint) => a - b,
  multiply: (a: bigint, b: bigint) => a * b
}

const extremeRun = (compiler: Compiler, { operands, which }: Of<"extreme">): Run<bigint> => {
  const better =
    which === "least" ? (a: bigint, b: bigint) => (a < b ? a : b) : (a: bigint, b: bigint) => (a > b ? a : b)
  return operands.map(compiler.number).reduce((a, b) => lift2(a, b, better))
}

const countRun = (compiler: Compiler, { each }: Of<"count">): Run<bigint> => {
  const over = eachRow(compiler, each, compiler.boolean)
  return (frame) => {
    let count = 0n
    over(frame, (value) => {
      if (value === true) count += 1n
    })
    return count
  }
}

/** Options chosen in another order are the same. */
const distinctRun = (compiler: Compiler, { each }: Of<"distinct">): Run<bigint> => {
  const over = eachRow(compiler, each, (tree): Run<unknown> =>
    tree.kind === "choices" ? lift(compiler.choices(tree), (chosen) => identityOf(chosen)) : compiler.identity(tree)
  )
  return (frame) => {
    const seen = new Set<unknown>()
    over(frame, (value) => {
      if (value !== null) seen.add(value)
    })
    return BigInt(seen.size)
  }
}

const between = {
  days: (from: number, to: number) => to - from,
  months: monthsBetween,
  years: yearsBetween
}

const elapsedRun = ({ datetime, days }: Compiler, { from, to }: Of<"elapsed">): Run<bigint> =>
  from.kind === "datetime" && to.kind === "datetime"
    ? lift2(datetime(from), datetime(to), (a, b) => b.instant - a.instant)
    : from.kind === "time" && to.kind === "time"
      ? lift2(days(from), days(to), (a, b) => BigInt(b - a))
      : missing

const partOfTimeRun = ({ datetime, days }: Compiler, { of, part }: Of<"partOfTime">): Run<bigint> =>
  of.kind === "datetime"
    ? lift(datetime(of), ({ written }) => BigInt(partOfTime[part](timeWritten(written))))
    : lift(days(of), (time) => BigInt(partOfTime[part](time)))

const numberOfText =
  (scale: number) =>
  (text: string): bigint | null => {
    const value = parse(text, scale)
    return typeof value === "bigint" ? value : null
  }

/** A number made ready. */
export const numberRun = (compiler: Compiler, tree: NumberTree): Run<bigint> => {
  const { choices, days, number, rows, text } = compiler
  switch (tree.node) {
    case "lookup":
      return lookupRun(compiler, tree, numberIn)
    case "literal":
      return () => tree.value
    case "widen":
      return widenRun(compiler, tree)
    case "add":
    case "subtract":
    case "multiply":
      return lift2(number(tree.left), number(tree.right), arithmetic[tree.node])
    case "modulo":
      return lift2(number(tree.left), number(tree.right), (a, b) => (b === 0n ? null : modulo(a, b)))
    case "negate":
      return lift(number(tree.of), (value) => -value)
    case "abs":
      return lift(number(tree.of), (value) => (value < 0n ? -value : value))
    case "round":
      return lift(compiler.fraction(tree.of), roundTo(tree.digits, tree.rounding))
    case "root":
      return lift(number(tree.of), (value) => squareRoot(value, tree.of.scale, tree.digits))
    case "extreme":
      return extremeRun(compiler, tree)
    case "sum": {
      const sums = sumOf(compiler, tree.each)
      return (frame) => sums(frame).sum
    }
    case "count":
      return countRun(compiler, tree)
    case "distinct":
      return distinctRun(compiler, tree)
    case "rowNumber":
      return (frame) => numberOf(tree.at === "row" ? frame.row : frame.each)
    case "rows": {
      const all = rows(tree.rows)
      return (frame) => BigInt(all(frame).length)
    }
    case "items":
      return lift(choices(tree.of), (chosen) => BigInt(chosen.length))
    case "length":
      return lift(text(tree.of), (value) => BigInt(codePoints(value)))
    case "numberOfText":
      return lift(text(tree.of), numberOfText(tree.scale))
    case "between": {
      const count = between[tree.unit]
      return lift2(days(tree.from), days(tree.to), (from, to) => BigInt(count(from, to)))
    }
    case "businessDays": {
      const { between: count } = businessDaysOf(tree.table)
      return lift2(days(tree.from), days(tree.to), (from, to) => BigInt(count(from, to)))
    }
    case "elapsed":
      return elapsedRun(compiler, tree)
    case "partOfTime":
      return partOfTimeRun(compiler, tree)
    case "partOfDate": {
      const part = partOfDate[tree.part]
      return lift(days(tree.of), (date) => BigInt(part(date)))
    }
    default:
      return sharedRun(compiler, tree, number)
  }
}
