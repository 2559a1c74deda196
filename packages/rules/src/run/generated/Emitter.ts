/** The generated back end by kind of tree. Its parts call each other through this instead of importing each other. */
import type {
  BooleanTree,
  ChoicesTree,
  CountedTree,
  DatetimeTree,
  Each,
  NumberTree,
  RowsTree,
  TextTree,
  ValueTree
} from "../../tree/Tree.ts"
import type { Place } from "../../tree/leaves.ts"
import { listOf } from "../../tree/CheckedForm.ts"
import { inEach, type Within } from "./intervals.ts"
import type { Writer } from "./Writer.ts"

/** The place of a rule: what it reads, and the variables of the rows that it sees. */
export interface Site {
  readonly writer: Writer
  readonly within: Within
  /** The variable of the row that the rule belongs to. */
  readonly row: string
  /** The variable of the row that a list function is at. */
  readonly each: string
}

/**
 * Both rails of a condition: code that is true exactly where the condition is known to be true, and where it is known to be
 * false. What both need is computed once, in `before`.
 */
export interface Rails {
  readonly before: ReadonlyArray<string>
  readonly isTrue: string
  readonly isFalse: string
}

/** Each gives an expression without a side effect; a loop that it needs is written before it. */
export interface Emitter {
  readonly number: (site: Site, tree: NumberTree) => string
  readonly text: (site: Site, tree: TextTree) => string
  readonly days: (site: Site, tree: CountedTree) => string
  readonly moment: (site: Site, tree: DatetimeTree) => string
  readonly choices: (site: Site, tree: ChoicesTree) => string
  /** Of any kind. */
  readonly value: (site: Site, tree: ValueTree) => string
  /** true, false or undefined. */
  readonly boolean: (site: Site, tree: BooleanTree) => string
  readonly isTrue: (site: Site, tree: BooleanTree) => string
  readonly isFalse: (site: Site, tree: BooleanTree) => string
  readonly rails: (site: Site, tree: BooleanTree) => Rails
}

export const variable = ({ each, row }: Site, { at, slot }: Place): string =>
  at === "form" ? `f${slot}` : `${at === "row" ? row : each}.f${slot}`

const filters = (rows: RowsTree): ReadonlyArray<BooleanTree> =>
  rows.node === "filter" ? [...filters(rows.each.rows), rows.each.of] : []

/** The variable of the rows that a loop goes through. Chosen options are worked out before it, unless a variable holds them. */
const rowsCode = (emitter: Emitter, site: Site, rows: RowsTree): string => {
  if (rows.node === "filter") return rowsCode(emitter, site, rows.each.rows)
  if (rows.node === "list") return `l${rows.slot}`
  const { writer } = site
  const chosen = writer.temp()
  writer.line(`${chosen} = ${emitter.choices(site, rows.of)};`)
  writer.line(`if (${chosen} === undefined) ${chosen} = ${writer.constant(nothingChosen)};`)
  return chosen
}

const nothingChosen: ReadonlyArray<never> = Object.freeze([])

/** Writes a loop over rows, or over chosen options, in order, without those that a filter leaves out. `body` writes what is done for each. */
export const writeLoop = (emitter: Emitter, site: Site, rows: RowsTree, body: (inside: Site) => void): void => {
  const { writer, within } = site
  const index = writer.temp()
  const row = `e${index.slice(1)}`
  const list = rowsCode(emitter, site, rows)
  const inside: Site = { ...site, within: { ...within, each: listOf(within.form, rows) }, each: row }
  writer.line(`for (${index} = 0; ${index} < ${list}.length; ${index}++) {`)
  writer.line(`const ${row} = ${list}[${index}];`)
  for (const filter of filters(rows)) {
    const kept = emitter.isTrue(inside, filter)
    writer.line(`if (!(${kept})) continue;`)
  }
  body(inside)
  writer.line("}")
}

/** The same, for a tree that is evaluated for each row. */
export const writeEach = <Tree>(
  emitter: Emitter,
  site: Site,
  each: Each<Tree>,
  body: (inside: Site, tree: Tree) => void
): void =>
  writeLoop(emitter, { ...site, within: inEach(site.within, each) }, each.rows, (inside) => body(inside, each.of))

/** Code that calls `f`, a function of this package, with one value. */
export const called =
  ({ writer }: Site, f: unknown) =>
  (value: string): string =>
    `${writer.constant(f)}(${value})`
