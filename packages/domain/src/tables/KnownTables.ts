/** Tables as the check of a definition takes them. */
import type { TableDefinition } from "@formwork/rules/TableDefinition"
import { versionKey } from "@formwork/rules/tableReferences"

/** A table with the number of its newest version. */
export type PublishedTable = readonly [name: string, newest: number]

export interface KnownTables {
  /** By `versionKey`: those that a definition names, as far as they exist. */
  readonly tables: ReadonlyMap<string, TableDefinition>
  /** Every published table with the number of its newest version. Left out where all that a definition names exist, or the caller reads no tables. */
  readonly publishedTables?: ReadonlyMap<string, number>
}

/** Each version by its number, and the newest of those that there are by the table's name. */
export const knownTables = (
  tables: ReadonlyArray<TableDefinition> = [],
  published?: ReadonlyArray<PublishedTable>
): KnownTables => {
  const known = new Map<string, TableDefinition>()
  for (const table of tables) {
    if (table.origin === undefined) continue
    const { table: name, version } = table.origin
    known.set(versionKey(name, version), table)
    const other = known.get(name)?.origin?.version ?? 0
    if (version > other) known.set(name, table)
  }
  return published === undefined ? { tables: known } : { tables: known, publishedTables: new Map(published) }
}
