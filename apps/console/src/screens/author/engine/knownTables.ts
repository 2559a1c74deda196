/** Tables of the organisation in the worker, which has no network: the page sends them. One worker checks the definitions of one form. */
import type { Json } from "@formwork/rules/Json"
import { checkLoaded, openLoaded } from "@formwork/rules/loading"
import type { OpenForm } from "@formwork/rules/openForm"
import { readTableText } from "@formwork/rules/readTableText"
import type { TableDefinition } from "@formwork/rules/TableDefinition"
import { versionKey } from "@formwork/rules/tableReferences"
import type { SentTable, SentTables } from "./SentTable.ts"
import { type TablesByKey, tablesByKey } from "./tablesByKey.ts"

let known: TablesByKey = {}

const read = ({ table, text, version }: SentTable): TableDefinition | undefined => {
  const kept = known.tables?.get(versionKey(table, version))
  if (kept !== undefined) return kept
  const work = readTableText(text, Infinity, true)
  for (;;) {
    const step = work.next()
    if (step.done !== true) continue
    return step.value._tag === "Success" ? { ...step.value.success, origin: { table, version } } : undefined
  }
}

/** Takes all tables that the page knows. The newest version that it has of a table is the one that its name alone stands for. */
export const takeTables = (sent: SentTables): void => {
  known = tablesByKey(
    sent,
    sent.tables.flatMap((one) => read(one) ?? [])
  )
}

/** As `checkLoaded`, with these tables. */
export const checkKnown = (
  definition: Json,
  surroundings: { readonly published?: boolean; readonly accepts?: ReadonlyArray<string> } = {}
): ReturnType<typeof checkLoaded> => checkLoaded(definition, { ...surroundings, ...known })

/** As `openLoaded`, with these tables. */
export const openKnown = (definition: Json): OpenForm => openLoaded(definition, known)
