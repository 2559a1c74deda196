/** How the arrows go through a chart: to the sides from column to column, up and down within one. */

export interface Place {
  readonly column: number
  /** From the bottom. */
  readonly row: number
}

/** How many bars each column has. A column without any is passed over. */
type Rows = ReadonlyArray<number>

const columnFrom = (rows: Rows, start: number, by: 1 | -1): number | undefined => {
  for (let column = start; column >= 0 && column < rows.length; column += by) if ((rows[column] ?? 0) > 0) return column
  return undefined
}

const inColumn = (rows: Rows, column: number | undefined, row: number): Place | undefined =>
  column === undefined ? undefined : { column, row: Math.min(row, (rows[column] ?? 1) - 1) }

/** The bar at a place, or the nearest before or after it; undefined for a chart without bars. */
export const nearestBar = (rows: Rows, { column, row }: Place): Place | undefined =>
  inColumn(rows, columnFrom(rows, Math.min(column, rows.length - 1), -1) ?? columnFrom(rows, 0, 1), row)

/** The bar that a key leads to; undefined where it is not a key of charts, or there is none further on. */
export const stepFrom = (rows: Rows, { column, row }: Place, key: string): Place | undefined => {
  switch (key) {
    case "ArrowLeft":
      return inColumn(rows, columnFrom(rows, column - 1, -1), row)
    case "ArrowRight":
      return inColumn(rows, columnFrom(rows, column + 1, 1), row)
    case "Home":
      return inColumn(rows, columnFrom(rows, 0, 1), row)
    case "End":
      return inColumn(rows, columnFrom(rows, rows.length - 1, -1), row)
    case "ArrowUp":
      return row + 1 < (rows[column] ?? 0) ? { column, row: row + 1 } : undefined
    case "ArrowDown":
      return row > 0 ? { column, row: row - 1 } : undefined
    default:
      return undefined
  }
}
