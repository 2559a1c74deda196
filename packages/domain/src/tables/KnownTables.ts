/** Tables as the check of a definition takes them. */
import type { TableDefinition } from "@formwork/rules/TableDefinition"
import { byVersionKey } from "@formwork/rules/tableReferences"

/** A table with the number of its newest version. */
export type PublishedTable = readonly [name: string, newest: number]

export interface KnownTables {
  /** By `versionKey`: those that a definition names, as far as they exist. */
  readonly tables: ReadonlyMap<string, TableDefinition>
  /** Every published table with the number of its newest version. Left out where all that a definition names exist, or the caller reads no tables. */
  readonly publishedTables?: ReadonlyMap<string, number>
}

export const knownTables = (
  tables: ReadonlyArray<TableDefinition> = [],
  published?: ReadonlyArray<PublishedTable>
): KnownTables => {
  const known = byVersionKey(tables)
  return published === undefined ? { tables: known } : { tables: known, publishedTables: new Map(published) }
}
