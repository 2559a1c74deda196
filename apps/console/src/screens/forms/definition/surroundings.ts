/**
 * The tables of the organisation that definitions name, as the check takes them, for screens that check in the page. It has the rules in it:
 * `await import("./surroundings.ts")`.
 */
import type { Json } from "@formwork/rules/Json"
import { readTableText } from "@formwork/rules/readTableText"
import type { TableDefinition } from "@formwork/rules/TableDefinition"
import { queries } from "../../../api/queries.ts"
import { type FetchedTable, tablesOf } from "../../../api/tables.ts"
import { type TablesByKey, tablesByKey } from "../../author/engine/tablesByKey.ts"

/** Longer than that the page does nothing else. */
const MOST_MILLIS = 10

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** A large table is read between what else the page does. */
const read = async ({ table, text, version }: FetchedTable): Promise<TableDefinition | null> => {
  const work = readTableText(text, Infinity, true)
  let end = performance.now() + MOST_MILLIS
  for (;;) {
    const step = work.next()
    if (step.done === true)
      return step.value._tag === "Success" ? { ...step.value.success, origin: { table, version } } : null
    if (performance.now() < end) continue
    await pause()
    end = performance.now() + MOST_MILLIS
  }
}

/** A version never changes, so it is read once for all that name it. */
const readOnce = (fetched: FetchedTable): Promise<TableDefinition | null> =>
  queries.fetchQuery({
    queryKey: ["table read", fetched.table, fetched.version],
    queryFn: () => read(fetched),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false
  })

/** @param definitions as the API gave them, or as they were read. */
export const surroundingsOf = async (definitions: ReadonlyArray<unknown>): Promise<TablesByKey> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer's body is JSON
  const sent = await tablesOf(queries, definitions as ReadonlyArray<Json>)
  const tables = await Promise.all(sent.tables.map(readOnce))
  return tablesByKey(
    sent,
    tables.flatMap((table) => table ?? [])
  )
}
