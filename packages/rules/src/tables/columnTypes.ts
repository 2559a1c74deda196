/** What differs between the types of a table's columns. */
import type { Json } from "../Json.ts"
import { formatDate } from "../values/civil.ts"
import { toFixed } from "../values/decimal.ts"
import type { Cell, ColumnType, TableColumn } from "../TableDefinition.ts"

/** The kinds of values that cells have (tree/Tree.ts). */
type CellKind = "text" | "number" | "date" | "boolean"

interface ColumnTypeEntry {
  readonly kind: CellKind
  /** Whether a key can begin a range. */
  readonly ranges: boolean
  /** Decimals of a column that does not say them; undefined where it cannot. */
  readonly decimals?: number
  /** What a cell is, with an example. */
  readonly example: string
  /** A cell as its author writes it. */
  readonly written: (cell: Exclude<Cell, null>, decimals: number) => Json
}

const asItIs = (cell: Exclude<Cell, null>): Json => cell

export const columnType: { readonly [T in ColumnType]: ColumnTypeEntry } = {
  text: { kind: "text", ranges: false, example: 'a text such as `"north"`', written: asItIs },
  integer: { kind: "number", ranges: true, example: "a whole number such as `25`", written: asItIs },
  number: {
    kind: "number",
    ranges: true,
    decimals: 6,
    example: 'a number such as `1.25` or `"1.2500"`',
    written: (cell, decimals) => (typeof cell === "number" ? toFixed(BigInt(cell), decimals) : cell)
  },
  date: {
    kind: "date",
    ranges: true,
    example: 'a date such as `"2026-01-31"`',
    written: (cell) => (typeof cell === "number" ? formatDate(cell) : cell)
  },
  boolean: { kind: "boolean", ranges: false, example: "`true` or `false`", written: asItIs }
}

export const cellKind = ({ type }: TableColumn): CellKind => columnType[type].kind
