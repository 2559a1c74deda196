/** The lines of a table as the API gives them (`ndjson`). Only the rows that are drawn are read, so that 200,000 cost nothing. */

export interface ShownColumn {
  readonly name: string
  /** As in the first line of a file: `exact text`, `number 4`. */
  readonly type: string
  readonly isKey: boolean
}

export interface TableLine {
  /** From 1. */
  readonly number: number
  /** JSON of its cells. */
  readonly text: string
}

export interface TableLines {
  readonly columns: ReadonlyArray<ShownColumn>
  readonly lines: ReadonlyArray<TableLine>
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const cellText = (cell: unknown): string =>
  cell === null || cell === undefined ? "" : typeof cell === "string" ? cell : JSON.stringify(cell)

const columnOf = (given: unknown, isKey: boolean): ShownColumn => {
  const { decimals, match, name, type }: Readonly<Record<string, unknown>> = Object(given)
  const words = [isKey ? match : undefined, type, decimals].filter((word) => word !== undefined)
  return { name: String(name), type: words.map(cellText).join(" "), isKey }
}

export const readLines = (text: string): TableLines => {
  const [head = "", ...rows] = text.split("\n").filter((line) => line.trim() !== "")
  const { keys, values }: Readonly<Record<string, unknown>> = Object(parsed(head))
  return {
    columns: [
      ...listOf(keys).map((column) => columnOf(column, true)),
      ...listOf(values).map((column) => columnOf(column, false))
    ],
    lines: rows.map((line, index) => ({ number: index + 1, text: line }))
  }
}

/** A line that cannot be read has no cells. */
export const cellsOf = ({ text }: TableLine): ReadonlyArray<string> => listOf(parsed(text)).map(cellText)

/** The lines with a text in one of their cells, in capital or small letters. */
export const found = (lines: ReadonlyArray<TableLine>, typed: string): ReadonlyArray<TableLine> => {
  const wanted = typed.trim().toLowerCase()
  if (wanted === "") return lines
  const written = JSON.stringify(wanted).slice(1, -1)
  return lines.filter(
    (line) =>
      line.text.toLowerCase().includes(written) && cellsOf(line).some((cell) => cell.toLowerCase().includes(wanted))
  )
}
