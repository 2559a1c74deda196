/**
 * Interval analysis: how large the numbers of a rule can get, from what is known before it runs. Generated code counts in
 * doubles; it has a guard where a number may need more than their 53 bits.
 */
import { type CheckedField, type CheckedForm, listOf } from "../../tree/CheckedForm.ts"
import type { Field } from "../../Definition.ts"
import { baseOf } from "../../tree/baseOf.ts"
import type { Each, Lookup, NumberTree, Ratio, RowsTree } from "../../tree/Tree.ts"
import type { Place } from "../../tree/leaves.ts"
import { LARGEST, parse, powerOfTen } from "../../values/decimal.ts"
import { squareRoot } from "../../values/powers.ts"
import { unitOf } from "./factors.ts"

/** Both included, in units of 10^-scale of the tree they belong to. */
export interface Interval {
  readonly least: bigint
  readonly most: bigint
}

/** The largest whole number up to which all whole numbers are exact in a double. */
export const SAFE = 2n ** 53n - 1n

/** Beyond what any double holds: a number of which nothing is known. */
const ANY = 10n ** 60n

/** Days of any date, and what lies between any two. */
const DAYS = 4_000_000n

const SECONDS_OF_A_DAY = 86_400n

const between = (least: bigint, most: bigint): Interval => ({ least, most })

const size = (value: bigint): bigint => (value < 0n ? -value : value)

/** The largest number's distance from 0. */
export const magnitude = ({ least, most }: Interval): bigint => (size(least) > size(most) ? size(least) : size(most))

const smallest = (values: ReadonlyArray<bigint>): bigint => values.reduce((a, b) => (a < b ? a : b))
const largest = (values: ReadonlyArray<bigint>): bigint => values.reduce((a, b) => (a > b ? a : b))

const around = (all: ReadonlyArray<Interval>): Interval =>
  all.length === 0
    ? between(0n, 0n)
    : between(smallest(all.map(({ least }) => least)), largest(all.map(({ most }) => most)))

const product = (a: Interval, b: Interval): Interval => {
  const corners = [a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most]
  return between(smallest(corners), largest(corners))
}

const widened = ({ least, most }: Interval, factor: bigint): Interval => between(least * factor, most * factor)

const symmetric = (most: bigint): Interval => between(-most, most)

/** The interval behind a guard: a number beyond it does not go on, because the formula runs again in BigInt. */
const guarded = ({ least, most }: Interval, end: bigint): Interval =>
  between(least < -end ? -end : least > end ? end : least, most > end ? end : most < -end ? -end : most)

const literal = (text: string | undefined, decimals: number, otherwise: bigint): bigint => {
  const value = text === undefined ? otherwise : parse(text, decimals)
  return typeof value === "bigint" ? value : otherwise
}

/** What a number field can hold: rules never see a value outside of its limits. */
export const intervalOfField = (field: Field): Interval =>
  "decimals" in field
    ? between(literal(field.min, field.decimals, -LARGEST), literal(field.max, field.decimals, LARGEST))
    : between(0n, 0n)

const mostRows = (form: CheckedForm, rows: RowsTree): bigint => {
  const base = baseOf(rows)
  const list = listOf(form, rows)?.field
  return BigInt(base.node === "options" ? base.most : list?.type === "list" ? list.maxItems : 0)
}

/** Whose fields a rule reads: the list whose row it belongs to, and the list that a function goes through. */
export interface Within {
  readonly form: CheckedForm
  readonly row: CheckedField | undefined
  readonly each: CheckedField | undefined
}

const fieldAt = ({ each, form, row }: Within, { at, slot }: Place): Field | undefined => {
  const fields = at === "form" ? form.fields : ((at === "row" ? row : each)?.rows ?? [])
  return fields[slot]?.field
}

/** The same, for a tree that is evaluated for each row. */
export const inEach = (within: Within, each: Each<unknown>): Within => ({
  ...within,
  each: listOf(within.form, each.rows)
})

/** A division by the least divisor there is: one unit of its last decimal. */
const ofQuotient = (
  within: Within,
  { dividend, divisor }: Extract<Ratio, { kind: "quotient" }>,
  digits: number
): Interval => {
  const most = magnitude(intervalOf(within, dividend)) * powerOfTen(divisor.scale + Math.max(0, digits))
  return symmetric(most / powerOfTen(dividend.scale) + powerOfTen(Math.max(0, -digits)))
}

const rounded = (interval: Interval, scale: number, digits: number): Interval => {
  const step = powerOfTen(Math.max(0, -digits))
  const down = (value: bigint) => (value * powerOfTen(Math.max(0, digits))) / powerOfTen(scale)
  return between(down(interval.least) - step, down(interval.most) + step)
}

const ofColumn = ({ column, table }: Lookup): Interval => {
  const { least, most } = table.values(column).range
  return between(BigInt(least), BigInt(most))
}

const decimalsOf = ({ column, table }: Lookup): number => table.value(column)?.decimals ?? 0

const ofRound = (within: Within, { digits, of }: Extract<NumberTree, { node: "round" }>): Interval => {
  if (of.kind === "quotient") return ofQuotient(within, of, digits)
  if (of.kind === "average") return rounded(intervalOf(inEach(within, of.each), of.each.of), of.each.of.scale, digits)
  if (of.kind === "power" || of.kind === "product") return symmetric(ANY)
  if (of.kind === "interpolated") return rounded(ofColumn(of.lookup), decimalsOf(of.lookup), digits)
  return rounded(intervalOf(within, of), of.scale, digits)
}

const ofExtreme = (within: Within, { operands, which }: Extract<NumberTree, { node: "extreme" }>): Interval => {
  const all = operands.map((operand) => intervalOf(within, operand))
  const pick = which === "least" ? smallest : largest
  return between(pick(all.map(({ least }) => least)), pick(all.map(({ most }) => most)))
}

const ofSum = (within: Within, { each }: Extract<NumberTree, { node: "sum" }>): Interval => {
  const { least, most } = intervalOf(inEach(within, each), each.of)
  const rows = mostRows(within.form, each.rows)
  return between(least < 0n ? least * rows : 0n, most > 0n ? most * rows : 0n)
}

const ofRoot = (within: Within, { digits, of }: Extract<NumberTree, { node: "root" }>): Interval =>
  between(0n, squareRoot(magnitude(intervalOf(within, of)), of.scale, digits) ?? 0n)

/** A tree belongs to one place of one form, so its interval is computed once. */
const known = new WeakMap<NumberTree, Interval>()

const exact = (within: Within, tree: NumberTree): Interval => {
  const before = known.get(tree)
  if (before !== undefined) return before
  const interval = intervalOfNode(within, tree)
  known.set(tree, interval)
  return interval
}

const intervalOfNode = (within: Within, tree: NumberTree): Interval => {
  switch (tree.node) {
    case "missing":
      return between(0n, 0n)
    case "field": {
      const field = fieldAt(within, tree.place)
      return field === undefined ? symmetric(LARGEST) : intervalOfField(field)
    }
    case "if":
      return around([intervalOf(within, tree.whenTrue), intervalOf(within, tree.whenFalse)])
    case "coalesce":
      return around(tree.operands.map((operand) => intervalOf(within, operand)))
    case "lookup":
      return ofColumn(tree)
    case "literal":
      return between(tree.value, tree.value)
    case "widen":
      return widened(intervalOf(within, tree.of), powerOfTen(tree.scale - tree.of.scale))
    case "add": {
      const [a, b] = [intervalOf(within, tree.left), intervalOf(within, tree.right)]
      return between(a.least + b.least, a.most + b.most)
    }
    case "subtract": {
      const [a, b] = [intervalOf(within, tree.left), intervalOf(within, tree.right)]
      return between(a.least - b.most, a.most - b.least)
    }
    case "multiply":
      return product(intervalOf(within, tree.left), intervalOf(within, tree.right))
    case "modulo": {
      const { least, most } = intervalOf(within, tree.right)
      return between(least < 0n ? least : 0n, most > 0n ? most : 0n)
    }
    case "negate": {
      const { least, most } = intervalOf(within, tree.of)
      return between(-most, -least)
    }
    case "abs":
      return between(0n, magnitude(intervalOf(within, tree.of)))
    case "round":
      return ofRound(within, tree)
    case "root":
      return ofRoot(within, tree)
    case "extreme":
      return ofExtreme(within, tree)
    case "ofRow":
      return intervalOf(inEach(within, tree.each), tree.each.of)
    case "sum":
      return ofSum(within, tree)
    case "count":
    case "distinct":
      return between(0n, mostRows(within.form, tree.each.rows))
    case "rows":
      return between(0n, mostRows(within.form, tree.rows))
    case "items":
    case "rowNumber":
    case "length":
      return between(0n, 1_000_000_000n)
    case "numberOfText":
      return symmetric(SAFE)
    case "between":
    case "businessDays":
      return symmetric(DAYS)
    case "elapsed":
      return symmetric(tree.from.kind === "time" ? SECONDS_OF_A_DAY : DAYS * SECONDS_OF_A_DAY * powerOfTen(tree.scale))
    case "partOfTime":
      return between(0n, 59n)
    case "partOfDate":
      return between(1n, 9999n)
  }
}

/** The interval of a number, behind its guard if it has one. A guard works in the number's unit. */
export const intervalOf = (within: Within, tree: NumberTree): Interval =>
  guarded(exact(within, tree), SAFE * unitOf(tree))

/** Whether a number, counted in its unit, needs a guard. */
export const needsGuard = (within: Within, tree: NumberTree): boolean =>
  magnitude(exact(within, tree)) / unitOf(tree) > SAFE
