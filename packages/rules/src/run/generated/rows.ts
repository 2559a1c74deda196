/** What is taken of rows as code: the row that is picked, and how many different values there are. */
import { type Each, isCounted, type OrderedTree, type Picked, type ValueTree } from "../../tree/Tree.ts"
import type { Moment } from "../../values/civil.ts"
import { called, type Emitter, type Site, writeEach } from "./Emitter.ts"
import { inEach } from "./intervals.ts"
import { compareMoments } from "./runtime.ts"

/** Writes the loop that finds the row. `row` is its variable. */
const writePick = (emitter: Emitter, site: Site, each: Picked<unknown>, row: string): void => {
  const { writer } = site
  const { rows } = each
  if (each.which === "previous") {
    if (rows.node === "list") writer.line(`if (${site.row}.n > 1) ${row} = l${rows.slot}[${site.row}.n - 2];`)
    return
  }
  if (each.which === "least" || each.which === "greatest")
    return writeBest(emitter, site, { rows, of: each.by }, each.which, row)
  const end = each.which === "first" ? " break;" : ""
  writeEach(emitter, site, { rows, of: each.by }, (inside, by) => {
    writer.line(`if (${emitter.isTrue(inside, by)}) { ${row} = ${inside.each};${end} }`)
  })
}

const writeBest = (
  emitter: Emitter,
  site: Site,
  each: Each<OrderedTree>,
  which: "least" | "greatest",
  row: string
): void => {
  const { writer } = site
  const [best, value] = [writer.temp(), writer.temp()]
  const sign = which === "least" ? "<" : ">"
  writeEach(emitter, site, each, (inside, by) => {
    writer.line(`${value} = ${orderedCode(emitter, inside, by)};`)
    const isBetter =
      by.kind === "datetime"
        ? `${value} !== undefined && (${row} === undefined || ${writer.constant(compareMoments)}(${value}, ${best}) ${sign} 0)`
        : `${value} === ${value} && (${row} === undefined || ${value} ${sign} ${best})`
    writer.line(`if (${isBetter}) { ${best} = ${value}; ${row} = ${inside.each}; }`)
  })
}

const orderedCode = ({ days, moment, number }: Emitter, site: Site, tree: OrderedTree): string =>
  isCounted(tree) ? days(site, tree) : tree.kind === "number" ? number(site, tree) : moment(site, tree)

/** Writes what is worked out for the row that is picked; gives a variable, which has `nothing` where none is. */
export const pickedCode = <Tree>(
  emitter: Emitter,
  site: Site,
  each: Picked<Tree>,
  nothing: "NaN" | "undefined",
  make: (inside: Site, tree: Tree) => string
): string => {
  const { writer } = site
  const [row, value] = [writer.temp(), writer.temp()]
  writer.line(`${row} = undefined; ${value} = ${nothing};`)
  writePick(emitter, site, each, row)
  writer.line(`if (${row} !== undefined) {`)
  writer.line(`${value} = ${make({ ...site, within: inEach(site.within, each), each: row }, each.of)};`)
  writer.line("}")
  return value
}

const keyOfMoment = (moment: Moment | undefined): string | undefined => moment && `${moment.seconds} ${moment.nanos}`

/** Options chosen in another order are the same. */
const keyOfChoices = (chosen: ReadonlyArray<string> | undefined): string | undefined =>
  chosen && JSON.stringify(chosen.toSorted())

/** Something that equal values share. */
const keyCode = (emitter: Emitter, site: Site, tree: ValueTree): string => {
  if (isCounted(tree)) return emitter.days(site, tree)
  switch (tree.kind) {
    case "number":
      return emitter.number(site, tree)
    case "text":
      return emitter.text(site, tree)
    case "boolean":
      return emitter.boolean(site, tree)
    case "datetime":
      return called(site, keyOfMoment)(emitter.moment(site, tree))
    case "choices":
      return called(site, keyOfChoices)(emitter.choices(site, tree))
  }
}

/** How many different values rows have. */
export const distinctCode = (emitter: Emitter, site: Site, each: Each<ValueTree>): string => {
  const { writer } = site
  const [seen, value] = [writer.temp(), writer.temp()]
  writer.line(`${seen} = new Set();`)
  writeEach(emitter, site, each, (inside, tree) => {
    writer.line(`${value} = ${keyCode(emitter, inside, tree)};`)
    writer.line(`if (${value} === ${value} && ${value} !== undefined) ${seen}.add(${value});`)
  })
  return `${seen}.size`
}
