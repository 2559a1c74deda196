/** What changed from one version of a table to another. */
import type { Json } from "../Json.ts"
import { columnType } from "../tables/columnTypes.ts"
import { writtenRow } from "../tables/writtenRow.ts"
import type { TableColumn, TableDefinition } from "../TableDefinition.ts"

export interface TableComparison {
  /** Whether a column came, went or changed. */
  readonly columns: boolean
  /** Rows whose keys the other side does not have, and those that have other values. */
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** Some of them: `before` is null for a row that came, `after` for one that went. */
  readonly rows: ReadonlyArray<{
    readonly before: ReadonlyArray<Json> | null
    readonly after: ReadonlyArray<Json> | null
  }>
}

const column = ({ decimals, name, type, ...key }: TableColumn): Json => ({
  name,
  type,
  ...(columnType[type].decimals === undefined ? {} : { decimals }),
  ...("match" in key ? { match: key.match } : {})
})

/** Columns as their author writes them. */
export const columnsOf = (columns: ReadonlyArray<TableColumn>): ReadonlyArray<Json> => columns.map(column)

const byKeys = (table: TableDefinition): ReadonlyMap<string, ReadonlyArray<Json>> =>
  new Map(
    table.rows.map((row) => {
      const written = writtenRow(table, row)
      return [JSON.stringify(written.slice(0, table.keys.length)), written] as const
    })
  )

/** @param most rows that it shows. */
export const compareTables = (before: TableDefinition, after: TableDefinition, most: number): TableComparison => {
  const [was, is] = [byKeys(before), byKeys(after)]
  const rows: Array<TableComparison["rows"][number]> = []
  const counts = { added: 0, removed: 0, changed: 0 }
  const note = (kind: keyof typeof counts, row: TableComparison["rows"][number]) => {
    counts[kind] += 1
    if (rows.length < most) rows.push(row)
  }
  for (const [key, row] of is) {
    const old = was.get(key)
    if (old === undefined) note("added", { before: null, after: row })
    else if (JSON.stringify(old) !== JSON.stringify(row)) note("changed", { before: old, after: row })
  }
  for (const [key, row] of was) if (!is.has(key)) note("removed", { before: row, after: null })
  const columns = ({ keys, values }: TableDefinition) => JSON.stringify([columnsOf(keys), columnsOf(values)])
  return { columns: columns(before) !== columns(after), ...counts, rows }
}
