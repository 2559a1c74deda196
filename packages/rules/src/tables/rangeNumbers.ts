/** A column's numbers beside the starts of the ranges that they belong to, so that neither the row nor its cell is looked for (docs/decisions/0304). */
import type { Cell } from "../TableDefinition.ts"
import type { FromLevel } from "./levels.ts"
import { type NumberInRange, numbersInRanges } from "./readied.ts"

const made = ({ levels, starts }: FromLevel, cells: ReadonlyArray<Cell>): NumberInRange => {
  const pairs = new Float64Array(2 * levels.length)
  for (const [index, row] of levels.entries()) {
    const cell = typeof row === "number" ? cells[row] : undefined
    pairs[2 * index] = starts.sorted[index] ?? NaN
    pairs[2 * index + 1] = typeof cell === "number" ? cell : NaN
  }
  return (value) => pairs[2 * starts.upTo(value, pairs, 1) - 1] ?? NaN
}

/** Those of a column are made when the first form looks up in it. */
export const readyRanges = (level: FromLevel): void => {
  const known = new WeakMap<ReadonlyArray<Cell>, NumberInRange>()
  numbersInRanges.set(level, (cells) => {
    const found = known.get(cells) ?? made(level, cells)
    known.set(cells, found)
    return found
  })
}
