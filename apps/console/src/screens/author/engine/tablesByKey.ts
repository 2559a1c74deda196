/** Tables of the organisation as the check takes them: each version by its number, and the newest of those that there are by the table's name. */
import type { TableDefinition } from "@formwork/rules/TableDefinition"
import { versionKey } from "@formwork/rules/tableReferences"
import type { SentTables } from "./SentTable.ts"

export interface TablesByKey {
  readonly tables?: ReadonlyMap<string, TableDefinition>
  readonly publishedTables?: ReadonlyMap<string, number>
}

/** @param read those of `sent` that could be read. Where the person reads no tables, the check says that the service alone knows them. */
export const tablesByKey = (
  { published, tables: sent }: SentTables,
  read: ReadonlyArray<TableDefinition>
): TablesByKey => {
  if (published === undefined && sent.length === 0) return {}
  const tables = new Map<string, TableDefinition>()
  for (const table of read.toSorted((a, b) => (a.origin?.version ?? 0) - (b.origin?.version ?? 0))) {
    if (table.origin === undefined) continue
    tables.set(versionKey(table.origin.table, table.origin.version), table)
    tables.set(table.origin.table, table)
  }
  return published === undefined ? { tables } : { tables, publishedTables: new Map(published) }
}
