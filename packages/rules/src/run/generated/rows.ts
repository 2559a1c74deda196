/** What is taken of rows as code: the row that is picked, and how many different values there are. */
import type { Each, Picked, ValueTree } from "../../tree/Tree.ts"
import { identityOf } from "../../values/choices.ts"
import type { Moment } from "../../values/civil.ts"
import { called, type Emitter, type Site, writeEach } from "./Emitter.ts"
import type { Nothing } from "./FastValue.ts"
import { inEach } from "./intervals.ts"
import { compareMoments } from "./runtime.ts"

/** How a tree is written. */
export type Make<Tree> = (inside: Site, tree: Tree) => string

/** Writes the loop for the first row with the least or greatest value; gives the variable of that value. `row` is the variable of the row. */
const writeBest = <Tree extends { readonly kind: string }>(
  emitter: Emitter,
  site: Site,
  each: Each<Tree>,
  isLeast: boolean,
  make: Make<Tree>,
  row?: string
): string => {
  const { writer } = site
  const [best, value] = [writer.temp(), writer.temp()]
  const isMoment = each.of.kind === "datetime"
  const sign = isLeast ? "<=" : ">="
  writer.line(`${best} = ${isMoment ? "undefined" : "NaN"};`)
  writeEach(emitter, site, each, (inside, tree) => {
    writer.line(`${value} = ${make(inside, tree)};`)
    // What is missing is neither more nor less than anything.
    const isBetter = isMoment
      ? `${value} !== undefined && !(${writer.constant(compareMoments)}(${best}, ${value}) ${sign} 0)`
      : `${value} === ${value} && !(${best} ${sign} ${value})`
    writer.line(`if (${isBetter}) { ${best} = ${value};${row === undefined ? "" : ` ${row} = ${inside.each};`} }`)
  })
  return best
}

/** Writes what finds the row. */
const writePick = (emitter: Emitter, site: Site, each: Picked<unknown>, row: string): void => {
  const { writer } = site
  const { rows } = each
  if (each.which === "previous") {
    if (rows.node === "list") writer.line(`if (${site.row}.n > 1) ${row} = l${rows.slot}[${site.row}.n - 2];`)
  } else if (each.which === "least" || each.which === "greatest")
    writeBest(emitter, site, { rows, of: each.by }, each.which === "least", emitter.value, row)
  else {
    const end = each.which === "first" ? " break;" : ""
    writeEach(emitter, site, { rows, of: each.by }, (inside, by) => {
      writer.line(`if (${emitter.isTrue(inside, by)}) { ${row} = ${inside.each};${end} }`)
    })
  }
}

/** Writes the value of the row that is picked, and gives its variable. The variable has `nothing` where no row is. */
export const pickedCode = <Tree extends { readonly kind: string }>(
  emitter: Emitter,
  site: Site,
  each: Picked<Tree>,
  nothing: Nothing,
  make: Make<Tree>
): string => {
  if ("by" in each && Object.is(each.by, each.of)) return writeBest(emitter, site, each, each.which === "least", make)
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
const keyOfChoices = (chosen: ReadonlyArray<string> | undefined): string | undefined => chosen && identityOf(chosen)

/** Something that equal values share. */
const keyCode = (emitter: Emitter, site: Site, tree: ValueTree): string => {
  const code = emitter.value(site, tree)
  if (tree.kind === "datetime") return called(site, keyOfMoment)(code)
  return tree.kind === "choices" ? called(site, keyOfChoices)(code) : code
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
