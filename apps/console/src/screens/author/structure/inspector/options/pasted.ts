/** Options with cells of a spreadsheet put into them. */
import { entriesOf, memberOf, sourceOf } from "../../../document/nodes.ts"
import { type Node, parseText } from "../../../document/parseText.ts"
import { below } from "../../../document/pointer.ts"
import { applyChanges } from "../../../document/TextChange.ts"
import { structureChanges } from "../../../document/structureChanges.ts"
import { type LabelLanguage, labelWith, noLanguage } from "./labelLanguage.ts"
import { cellJson, type Column } from "./optionColumns.ts"

/** An option with other members; all others stay. */
const withCells = (
  option: string,
  cells: ReadonlyArray<readonly [column: Column, typed: string]>,
  into: LabelLanguage
): string =>
  cells.reduce((now, [column, typed]) => {
    const parsed = parseText(now)
    if (!("tree" in parsed)) return now
    const label = column.is === "label" ? labelWith(now, memberOf(parsed.tree, "label"), into, typed) : undefined
    const made = structureChanges(now, parsed.tree, {
      edit: "set",
      pointer: below("", column.name),
      json: label ?? cellJson(column, typed),
      after: ["value", "label"]
    })
    return made === undefined ? now : applyChanges(now, made.changes)
  }, option)

/**
 * The options as JSON, with cells from a row and a column on, as a spreadsheet would put them: over what is there, and in new rows behind it.
 * A label that is pasted alone is the value of a new option too. An empty cell changes nothing but a value.
 */
export const pasted = (
  text: string,
  options: Node | undefined,
  row: number,
  columns: ReadonlyArray<Column>,
  at: number,
  cells: ReadonlyArray<ReadonlyArray<string>>,
  into: LabelLanguage = noLanguage
): string => {
  const now = entriesOf(options).map((option) => sourceOf(text, option))
  const [value] = columns
  cells.forEach((line, index) => {
    const old = now[row + index]
    const typed = line.flatMap((cell, place): ReadonlyArray<readonly [Column, string]> => {
      const column = columns[at + place]
      return column === undefined || (cell === "" && column.is !== "value") ? [] : [[column, cell]]
    })
    const own = old === undefined && at > 0 && value !== undefined ? ([[value, line[0] ?? ""]] as const) : []
    now[row + index] = withCells(old ?? "{}", [...own, ...typed], into)
  })
  return `[${now.join(",")}]`
}
