/** The columns of a table: their cells, and what is known of all of them. Made once for all rules and forms that share its rows. */
import type { Cell, TableDefinition } from "../TableDefinition.ts"
import { finish, type Slices } from "../values/Slices.ts"

/** What a column of numbers can give, in units of its last decimal. */
interface Range {
  readonly least: number
  readonly most: number
}

export interface Column {
  /** By row. */
  readonly cells: ReadonlyArray<Cell>
  readonly range: Range
  /** What divides each number; 0 where all are 0. */
  readonly factor: number
  /** Whether every row has something there, and no empty text. */
  readonly isFull: boolean
  /** Characters of the longest text. */
  readonly longest: number
}

type Rows = TableDefinition["rows"]

/** Rows between two pauses: a millisecond's work. */
const AT_ONCE = 10_000

const divisor = (a: number, b: number): number => {
  let [x, y] = [Math.abs(a), Math.abs(b)]
  while (y !== 0) [x, y] = [y, x % y]
  return x
}

const known = new WeakMap<Rows, Map<number, Column>>()

/** In slices. @param place of the column among the cells of a row. */
export function* columnInSlices(rows: Rows, place: number): Slices<Column> {
  const ofRows = known.get(rows) ?? new Map<number, Column>()
  known.set(rows, ofRows)
  const kept = ofRows.get(place)
  if (kept !== undefined) return kept
  const cells: Array<Cell> = []
  let [least, most, factor, longest] = [0, 0, 0, 0]
  let isFull = true
  for (const row of rows) {
    if (cells.length % AT_ONCE === AT_ONCE - 1) yield
    const cell = row[place] ?? null
    cells.push(cell)
    isFull &&= cell !== null && cell !== ""
    if (typeof cell === "number") {
      least = Math.min(least, cell)
      most = Math.max(most, cell)
      if (factor !== 1) factor = divisor(factor, cell)
    } else if (typeof cell === "string") longest = Math.max(longest, cell.length)
  }
  const column = { cells, range: { least, most }, factor, isFull, longest }
  ofRows.set(place, column)
  return column
}

/** The same at once: of a table of the organisation it is there by now. */
export const columnOf = (rows: Rows, place: number): Column => finish(columnInSlices(rows, place))
