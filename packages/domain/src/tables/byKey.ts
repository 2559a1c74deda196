/** Tables as the check of a definition takes them. */
import type { TableDefinition } from "@formwork/rules/TableDefinition"
import { versionKey } from "@formwork/rules/tableReferences"

/** By `versionKey`. */
export type KnownTables = ReadonlyMap<string, TableDefinition>

/** Each version by its number, and the newest of those that there are by the table's name. */
export const byKey = (tables: ReadonlyArray<TableDefinition>): KnownTables => {
  const known = new Map<string, TableDefinition>()
  for (const table of tables) {
    if (table.origin === undefined) continue
    const { table: name, version } = table.origin
    known.set(versionKey(name, version), table)
    const other = known.get(name)?.origin?.version ?? 0
    if (version > other) known.set(name, table)
  }
  return known
}
