/** Tables of the organisation in the worker, which has no network: the page sends them. One worker checks the definitions of one form. */
import type { Json } from "@formwork/rules/Json"
import { checkLoaded, openLoaded } from "@formwork/rules/loading"
import type { OpenForm } from "@formwork/rules/openForm"
import { readTableText } from "@formwork/rules/readTableText"
import type { TableDefinition } from "@formwork/rules/TableDefinition"
import { versionKey } from "@formwork/rules/tableReferences"
import type { SentTable } from "./SentTable.ts"

let known: ReadonlyMap<string, TableDefinition> = new Map()

const read = ({ table, text, version }: SentTable): TableDefinition | undefined => {
  const kept = known.get(versionKey(table, version))
  if (kept !== undefined) return kept
  const work = readTableText(text, Infinity, true)
  for (;;) {
    const step = work.next()
    if (step.done !== true) continue
    return step.value._tag === "Success" ? { ...step.value.success, origin: { table, version } } : undefined
  }
}

/** Takes all tables that the page knows. The newest version that it has of a table is the one that its name alone stands for. */
export const takeTables = (sent: ReadonlyArray<SentTable>): void => {
  const taken = new Map<string, TableDefinition>()
  for (const one of sent.toSorted((a, b) => a.version - b.version)) {
    const table = read(one)
    if (table === undefined) continue
    taken.set(versionKey(one.table, one.version), table)
    taken.set(one.table, table)
  }
  known = taken
}

/** As `checkLoaded`, with these tables. */
export const checkKnown = (
  definition: Json,
  surroundings: { readonly published?: boolean } = {}
): ReturnType<typeof checkLoaded> => checkLoaded(definition, { ...surroundings, tables: known })

/** As `openLoaded`, with these tables. */
export const openKnown = (definition: Json): OpenForm => openLoaded(definition, { tables: known })
