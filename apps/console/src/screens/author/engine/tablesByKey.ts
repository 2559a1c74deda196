/** Tables of the organisation as the check takes them. */
import type { TableDefinition } from "@formwork/rules/TableDefinition"
import { byVersionKey } from "@formwork/rules/tableReferences"
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
  const tables = byVersionKey(read)
  return published === undefined ? { tables } : { tables, publishedTables: new Map(published) }
}
