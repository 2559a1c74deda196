/** Comparisons as code: each is true where it is known to hold. Its denial is another comparison, which is not its negation. */
import {
  type BooleanTree,
  isCounted,
  type Order,
  type RowsTree,
  type ScalarTree,
  type ValueTree
} from "../../tree/Tree.ts"
import type { Emitter, Site } from "./Emitter.ts"
import { fraction } from "./numbers.ts"
import * as runtime from "./runtime.ts"
import { after, atom } from "./Writer.ts"

export const opposite: { readonly [O in Order]: Order } = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<"
}

/** Two numbers, dates or times; NaN compares as not known. */
const ordered = (site: Site, operator: Order, left: string, right: string, before: Array<string>): string => {
  if (operator === "==") return `${left} === ${right}`
  if (operator !== "!=") return `${left} ${operator} ${right}`
  const [a, b] = [atom(site.writer, left, before), atom(site.writer, right, before)]
  return `(${a} < ${b} || ${a} > ${b})`
}

/** Two texts or two truth values; undefined is missing. */
const equal = (site: Site, isEqual: boolean, left: string, right: string, before: Array<string>): string => {
  const written = /^(?:"|true$|false$)/.test(right)
  if (isEqual && written) return `${left} === ${right}`
  const [a, b] = [atom(site.writer, left, before), written ? right : atom(site.writer, right, before)]
  const present = written
    ? `${a} !== undefined`
    : isEqual
      ? `${a} !== undefined`
      : `${a} !== undefined && ${b} !== undefined`
  return `(${present} && ${a} ${isEqual ? "===" : "!=="} ${b})`
}

/** The operands of a comparison, and how it is written, true or denied. */
export const comparison = (emitter: Emitter, site: Site, tree: BooleanTree) => {
  const { moment, number, days, text } = emitter
  switch (tree.node) {
    case "compareNumbers":
      return { left: number(site, tree.left), right: number(site, tree.right), operator: tree.operator, write: ordered }
    case "compareDays":
      return { left: days(site, tree.left), right: days(site, tree.right), operator: tree.operator, write: ordered }
    case "compareDatetimes": {
      const sign = `${site.writer.constant(runtime.compareMoments)}(${moment(site, tree.left)}, ${moment(site, tree.right)})`
      return { left: sign, right: "0", operator: tree.operator, write: ordered }
    }
    case "compareRatios": {
      const operands = [...fraction(emitter, site, tree.left), ...fraction(emitter, site, tree.right)].join(", ")
      const sign = `${site.writer.constant(runtime.compareFractions)}(${operands})`
      return { left: sign, right: "0", operator: tree.operator, write: ordered }
    }
    case "compareTexts":
      return { left: text(site, tree.left), right: text(site, tree.right), operator: tree.operator, write: same }
    case "compareBooleans":
      return {
        left: emitter.boolean(site, tree.left),
        right: emitter.boolean(site, tree.right),
        operator: tree.operator,
        write: same
      }
    default:
      return undefined
  }
}

const same = (site: Site, operator: Order, left: string, right: string, before: Array<string>): string =>
  equal(site, operator === "==", left, right, before)

/** Whether a value of the kind is missing where it is NaN, and not undefined. */
const isCount = (tree: ValueTree): boolean => tree.kind === "number" || isCounted(tree)

/** Whether there is no value, as code that is true or false. */
export const absent = (emitter: Emitter, site: Site, tree: ValueTree | RowsTree): string => {
  if (tree.kind === "rows") return tree.node === "list" ? `m${tree.slot}` : "false"
  const code = emitter.value(site, tree)
  if (!isCount(tree)) return `${code} === undefined`
  const before: Array<string> = []
  const value = atom(site.writer, code, before)
  return after(before, `${value} !== ${value}`)
}

/** How a value compares with another of its kind. */
const comparedAs = (tree: ScalarTree) => (isCount(tree) ? ordered : tree.kind === "datetime" ? sameMoment : same)

const sameMoment = (site: Site, operator: Order, left: string, right: string, before: Array<string>): string =>
  ordered(site, operator, `${site.writer.constant(runtime.compareMoments)}(${left}, ${right})`, "0", before)

/**
 * `x in [a, b]` is `x == a || x == b`: that is also what it means where something is missing. One rail of it. The value is
 * computed in `before`, and the items too if both rails need them.
 */
const amongRail = (
  site: Site,
  { items, of }: Among,
  wanted: boolean,
  value: string,
  codes: ReadonlyArray<string>
): string => {
  const write = comparedAs(of)
  const each = items.map((_, index) => {
    const own: Array<string> = []
    const compared = write(site, wanted ? "==" : "!=", value, codes[index] ?? "", own)
    return after(own, `(${compared})`)
  })
  return `(${each.join(wanted ? " || " : " && ") || String(!wanted)})`
}

type Among = Extract<BooleanTree, { readonly node: "among" }>

/** One rail: where `x in [a, b]` is known to be `wanted`. */
export const amongCode = (emitter: Emitter, site: Site, tree: Among, wanted: boolean): string => {
  const before: Array<string> = []
  const value = atom(site.writer, emitter.value(site, tree.of), before)
  const codes = tree.items.map((item) => emitter.value(site, item))
  return after(before, amongRail(site, tree, wanted, value, codes))
}

/** true, false or undefined. Each operand is written once: were it written for either rail, one in another would double it. */
export const amongValue = (emitter: Emitter, site: Site, tree: Among): string => {
  const before: Array<string> = []
  const hold = (code: string) => (code.startsWith('"') ? code : atom(site.writer, code, before))
  const value = atom(site.writer, emitter.value(site, tree.of), before)
  const codes = tree.items.map((item) => hold(emitter.value(site, item)))
  const [isTrue, isFalse] = [true, false].map((wanted) => amongRail(site, tree, wanted, value, codes))
  return after(before, `(${isTrue} ? true : ${isFalse} ? false : undefined)`)
}
