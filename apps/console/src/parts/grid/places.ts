/** Where the keyboard is in a grid, and where a key takes it. */

/** Row 0 is the header, row 1 the first of the rows; columns count from 0. */
export interface Place {
  readonly row: number
  readonly column: number
}

export interface Size {
  /** Without the header. */
  readonly rows: number
  readonly columns: number
  /** Rows that are seen at once. */
  readonly page: number
}

export interface Key {
  readonly key: string
  /** Ctrl, or ⌘ on a Mac. */
  readonly isMod: boolean
  /** Whether the writing direction is from the right to the left: the arrows point to what is seen. */
  readonly isMirrored: boolean
}

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))

/** The nearest place that there is: rows and columns may have gone. */
export const within = ({ column, row }: Place, { columns, rows }: Size): Place => ({
  row: between(0, row, rows),
  column: between(0, column, Math.max(0, columns - 1))
})

const target = ({ column, row }: Place, { isMirrored, isMod, key }: Key, size: Size): Place | undefined => {
  const last = size.columns - 1
  const forward = isMirrored ? -1 : 1
  if (isMod && key !== "Home" && key !== "End") return undefined
  switch (key) {
    case "ArrowDown":
      return { row: row + 1, column }
    case "ArrowUp":
      return { row: row - 1, column }
    case "ArrowRight":
      return { row, column: column + forward }
    case "ArrowLeft":
      return { row, column: column - forward }
    case "PageDown":
      return { row: row + Math.max(1, size.page), column }
    // From the rows it stops at the first one: the header is one more press away.
    case "PageUp":
      return { row: row <= 1 ? 0 : Math.max(1, row - Math.max(1, size.page)), column }
    case "Home":
      return isMod ? { row: Math.min(1, size.rows), column: 0 } : { row, column: 0 }
    case "End":
      return isMod ? { row: size.rows, column: last } : { row, column: last }
    default:
      return undefined
  }
}

/** @returns undefined for a key that moves nothing in a grid. */
export const moved = (from: Place, key: Key, size: Size): Place | undefined => {
  const to = target(within(from, size), key, size)
  return to === undefined ? undefined : within(to, size)
}
