/** A table: rows of values that rules look up by keys (spec/rules.md §1.18). */

export const columnTypes = ["text", "integer", "number", "date", "boolean"] as const
export type ColumnType = (typeof columnTypes)[number]

/** A key has to equal its cell, or reaches from its cell up to the next greater one of the rows that are alike otherwise. */
export type Match = "exact" | "from"

export interface TableKey {
  readonly name: string
  readonly type: ColumnType
  /** Decimals after the point, of `number`; else 0. */
  readonly decimals: number
  readonly match: Match
}

export interface TableValue {
  readonly name: string
  readonly type: ColumnType
  readonly decimals: number
}

export type TableColumn = TableKey | TableValue

/**
 * A cell as it is looked up: a number counts units of its column's last decimal, a date days since 1970. `null` is a key that any value
 * meets, or a value that is missing. INVARIANT: a number has at most 15 digits, so a double holds it exactly.
 */
export type Cell = string | number | boolean | null

/** The version of a table of the organisation. */
export interface TableOrigin {
  readonly table: string
  /** From 1. */
  readonly version: number
}

export interface TableDefinition {
  /** What the form calls it. */
  readonly name: string
  /** Left out for a table that stands in the form. */
  readonly origin?: TableOrigin
  /** True: no table of an author's, but the attributes and labels of a choice's options (tables/optionTable.ts), or names of months and days (tables/dateNames.ts). */
  readonly isBuiltIn?: true
  readonly keys: ReadonlyArray<TableKey>
  readonly values: ReadonlyArray<TableValue>
  /** Each row has a cell for each key and then for each value. */
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}
