/** A column's numbers beside the starts of the ranges that they belong to, so that neither the row nor its cell is looked for (docs/decisions/0304). */
import type { Cell } from "../TableDefinition.ts"
import type { FromLevel } from "./levels.ts"

/** Gives the number of the range that a value lies in; NaN before the first range, for NaN, and where the row has none. */
export type NumberInRange = (value: number) => number

const known = new WeakMap<FromLevel, WeakMap<ReadonlyArray<Cell>, NumberInRange>>()

const made = ({ levels, starts }: FromLevel, cells: ReadonlyArray<Cell>): NumberInRange => {
  const pairs = new Float64Array(2 * levels.length)
  for (const [index, row] of levels.entries()) {
    const cell = typeof row === "number" ? cells[row] : undefined
    pairs[2 * index] = starts.sorted[index] ?? NaN
    pairs[2 * index + 1] = typeof cell === "number" ? cell : NaN
  }
  return (value) => pairs[2 * starts.upTo(value, pairs, 1) - 1] ?? NaN
}

/** Made once for a column. */
export const numberInRange = (level: FromLevel, cells: ReadonlyArray<Cell>): NumberInRange => {
  const ofLevel = known.get(level) ?? new WeakMap<ReadonlyArray<Cell>, NumberInRange>()
  known.set(level, ofLevel)
  const found = ofLevel.get(cells) ?? made(level, cells)
  ofLevel.set(cells, found)
  return found
}
