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

/** Whether there is no value, as code that is true or false. */
export const absent = (emitter: Emitter, site: Site, tree: ValueTree | RowsTree): string => {
  const before: Array<string> = []
  const hold = (code: string) => atom(site.writer, code, before)
  if (isCounted(tree)) {
    const value = hold(emitter.days(site, tree))
    return after(before, `${value} !== ${value}`)
  }
  switch (tree.kind) {
    case "rows":
      return tree.node === "list" ? `m${tree.slot}` : "false"
    case "number": {
      const value = hold(emitter.number(site, tree))
      return after(before, `${value} !== ${value}`)
    }
    case "text":
      return `${emitter.text(site, tree)} === undefined`
    case "boolean":
      return `${emitter.boolean(site, tree)} === undefined`
    case "datetime":
      return `${emitter.moment(site, tree)} === undefined`
    case "choices":
      return `${emitter.choices(site, tree)} === undefined`
  }
}

/** How a value is written, and how another of its kind compares with it. */
const identity = (emitter: Emitter, tree: ScalarTree) => {
  if (isCounted(tree)) return { code: (site: Site) => emitter.days(site, tree), write: ordered }
  switch (tree.kind) {
    case "number":
      return { code: (site: Site) => emitter.number(site, tree), write: ordered }
    case "text":
      return { code: (site: Site) => emitter.text(site, tree), write: same }
    case "boolean":
      return { code: (site: Site) => emitter.boolean(site, tree), write: same }
    case "datetime":
      return { code: (site: Site) => emitter.moment(site, tree), write: sameMoment }
  }
}

const sameMoment = (site: Site, operator: Order, left: string, right: string, before: Array<string>): string =>
  ordered(site, operator, `${site.writer.constant(runtime.compareMoments)}(${left}, ${right})`, "0", before)

/**
 * `x in [a, b]` is `x == a || x == b`: that is also what it means where something is missing. One rail of it. The value is
 * computed in `before`, and the items too if both rails need them.
 */
const amongRail = (
  emitter: Emitter,
  site: Site,
  { items, of }: Among,
  wanted: boolean,
  value: string,
  codes: ReadonlyArray<string>
): string => {
  const { write } = identity(emitter, of)
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
  const value = atom(site.writer, identity(emitter, tree.of).code(site), before)
  const codes = tree.items.map((item) => identity(emitter, item).code(site))
  return after(before, amongRail(emitter, site, tree, wanted, value, codes))
}

/** true, false or undefined. Each operand is written once: were it written for either rail, one in another would double it. */
export const amongValue = (emitter: Emitter, site: Site, tree: Among): string => {
  const before: Array<string> = []
  const hold = (code: string) => (code.startsWith('"') ? code : atom(site.writer, code, before))
  const value = atom(site.writer, identity(emitter, tree.of).code(site), before)
  const codes = tree.items.map((item) => hold(identity(emitter, item).code(site)))
  const [isTrue, isFalse] = [true, false].map((wanted) => amongRail(emitter, site, tree, wanted, value, codes))
  return after(before, `(${isTrue} ? true : ${isFalse} ? false : undefined)`)
}
