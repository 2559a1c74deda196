/** Tables as they go to the thread that analyses definitions: texts, which are read there once. */
import { Result } from "effect"
import { readyTable } from "@formwork/rules/readyTable"
import type { TableDefinition } from "@formwork/rules/TableDefinition"
import { Lru } from "../limits/Lru.ts"
import type { PublishedTable } from "./KnownTables.ts"

/** A version of a table. */
export interface TableText {
  readonly id: string
  readonly table: string
  readonly version: number
  readonly text: string
}

export interface TableTexts {
  readonly texts: ReadonlyArray<TableText>
  /** Entries of `KnownTables.publishedTables`: on the way to a thread they are JSON. */
  readonly published?: ReadonlyArray<PublishedTable> | undefined
}

/** Characters of texts whose tables a thread keeps ready. */
const keptCharacters = 16_000_000

const ready = new Lru<string, { readonly table: TableDefinition; readonly characters: number }>(
  keptCharacters,
  ({ characters }) => characters
)

/** In slices: the tables of texts that were published, in the same order. */
export function* tablesOf(
  texts: ReadonlyArray<TableText>
): Generator<undefined, ReadonlyArray<TableDefinition>, undefined> {
  const tables: Array<TableDefinition> = []
  for (const one of texts) {
    const { id, table: name, version } = one
    const kept = ready.find(id)
    // On a thread a text is made when it is asked for.
    const text = kept === undefined ? one.text : ""
    const table = kept?.table ?? {
      ...Result.getOrThrowWith(
        yield* readyTable(text),
        (faults) => new Error(`version ${id} of a table was published with faults: ${JSON.stringify(faults)}`)
      ),
      origin: { table: name, version }
    }
    if (kept === undefined) ready.put(id, { table, characters: text.length })
    tables.push(table)
  }
  return tables
}
