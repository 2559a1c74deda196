/** The tables that definitions name: found in the store, read in slices, and kept while there is room. */
import { Context, Effect, Layer, Result } from "effect"
import type { Json } from "@formwork/rules/Json"
import { readyTable } from "@formwork/rules/readyTable"
import type { TableDefinition } from "@formwork/rules/TableDefinition"
import { pinTables, type TableReference, tableReferences, versionKey } from "@formwork/rules/tableReferences"
import type { Caller } from "../callers/Caller.ts"
import type { TableNotFound } from "../callers/Refusal.ts"
import * as Grant from "../callers/Grant.ts"
import { inSlices } from "../limits/inSlices.ts"
import { Lru } from "../limits/Lru.ts"
import { type KnownTables, knownTables, type PublishedTable } from "./KnownTables.ts"
import type { TableName, TableVersionId } from "./Table.ts"
import { type FoundVersion, TableStore } from "./TableStore.ts"
import type { TableText, TableTexts } from "./TableText.ts"

/** Bytes of tables that a process keeps ready to be looked up in, and characters of their texts. */
const keptBytes = 128 * 1024 * 1024
const keptCharacters = 32 * 1024 * 1024

/** Of a row with its key and its places among the keys, and of each cell beside, about: measured with 100,000 rows of two to nine cells. */
const bytesOfRow = 240
const bytesOfCell = 16

const bytesOf = ({ keys, rows, values }: TableDefinition): number =>
  rows.length * (bytesOfRow + bytesOfCell * (keys.length + values.length))

const none = knownTables()

/**
 * Definitions that were published and that the caller may see. Without `table:read` a caller may name the tables that they name and no others:
 * a lookup in a definition of its own would read the whole table (spec/http.md §3.11).
 */
export type PublishedDefinitions = Effect.Effect<ReadonlyArray<Json>>

/** Those of the references that the caller may name. */
const nameable = Effect.fnUntraced(function* (
  caller: Caller,
  wanted: ReadonlyArray<TableReference>,
  published: PublishedDefinitions
) {
  if (wanted.length === 0 || Grant.covers(caller.privileges, "table:read")) return wanted
  const named = new Set((yield* published).flatMap(tableReferences).map(({ table }) => table))
  return wanted.filter(({ table }) => named.has(table))
})

/** Those that definitions name, as far as they exist and the caller may name them. */
const finding = (store: TableStore["Service"]) =>
  Effect.fnUntraced(function* (caller: Caller, definitions: ReadonlyArray<Json>, published: PublishedDefinitions) {
    const wanted = definitions.flatMap(tableReferences)
    const allowed = yield* nameable(caller, wanted, published)
    const found = allowed.length === 0 ? [] : yield* store.find(caller, allowed)
    const isThere = ({ table, version }: TableReference) =>
      found.some((other) => other.table === table && (version === undefined || version === other.number))
    return { found, published: wanted.every(isThere) ? undefined : yield* publishedTo(store, caller) }
  })

export class NamedTables extends Context.Service<
  NamedTables,
  {
    /** The tables that some definitions name, as texts for another thread. Left out are those that do not exist, or that the caller may not name. */
    readonly texts: (
      caller: Caller,
      definitions: ReadonlyArray<Json>,
      published: PublishedDefinitions
    ) => Effect.Effect<TableTexts>
    /** The tables that a published definition names, ready to be looked up in. Those that do not exist are left out. */
    readonly tables: (caller: Caller, definition: Json) => Effect.Effect<KnownTables>
    /** The same of a definition that is not published. Also left out are those that the caller may not name. */
    readonly tablesOfDraft: (
      caller: Caller,
      definition: Json,
      published: PublishedDefinitions
    ) => Effect.Effect<KnownTables>
    /** Those of a published definition, with the draft of a table in the place of each of its versions. Refuses: `TableNotFound`. */
    readonly tablesWithDraft: (
      caller: Caller,
      definition: Json,
      draftOf: TableName
    ) => Effect.Effect<KnownTables, TableNotFound>
    /** The definition with the number of the newest version at each table that it names without one, and that the caller may name. */
    readonly pin: (caller: Caller, definition: Json, published: PublishedDefinitions) => Effect.Effect<Json>
  }
>()("@formwork/domain/tables/NamedTables") {
  static readonly layer = Layer.effect(
    NamedTables,
    Effect.gen(function* () {
      const store = yield* TableStore
      const ready = new Lru<TableVersionId, TableDefinition>(keptBytes, bytesOf)
      const texts = new Lru<TableVersionId, string>(keptCharacters, (text) => text.length)

      const textOf = Effect.fnUntraced(function* (caller: Caller, { id }: FoundVersion) {
        const kept = texts.find(id)
        if (kept !== undefined) return kept
        const text = yield* Effect.orDie(store.text(caller, id))
        texts.put(id, text)
        return text
      })

      const readyOf = Effect.fnUntraced(function* (caller: Caller, found: FoundVersion) {
        const kept = ready.find(found.id)
        if (kept !== undefined) return kept
        const read = yield* inSlices(readyTable(yield* textOf(caller, found)))
        if (Result.isFailure(read))
          return yield* Effect.die(
            new Error(`version ${found.id} of a table has faults: ${JSON.stringify(read.failure)}`)
          )
        const table = { ...read.success, origin: { table: found.table, version: found.number } }
        ready.put(found.id, table)
        return table
      })

      const find = finding(store)
      const tablesOfDraft = Effect.fnUntraced(function* (
        caller: Caller,
        definition: Json,
        basis: PublishedDefinitions
      ) {
        const { found, published } = yield* find(caller, [definition], basis)
        if (found.length === 0 && published === undefined) return none
        const tables = yield* Effect.forEach(found, (version) => readyOf(caller, version))
        return knownTables(tables, published)
      })
      const known = (caller: Caller, definition: Json) =>
        tablesOfDraft(caller, definition, Effect.succeed([definition]))

      return NamedTables.of({
        texts: Effect.fnUntraced(function* (caller, definitions, basis) {
          const { found, published } = yield* find(caller, definitions, basis)
          const texts = yield* Effect.forEach(found, (version) =>
            Effect.map(textOf(caller, version), (text): TableText => ({
              id: version.id,
              table: version.table,
              version: version.number,
              text
            }))
          )
          return { texts, published }
        }),
        tables: known,
        tablesOfDraft,
        tablesWithDraft: Effect.fnUntraced(function* (caller, definition, name) {
          const draft = yield* draftOf(store, caller, name)
          const { tables, ...others } = yield* known(caller, definition)
          const named = tableReferences(definition).filter(({ table }) => table === name)
          const drafts = named.map(({ table, version }) => [versionKey(table, version), draft] as const)
          return { ...others, tables: new Map([...tables, ...drafts]) }
        }),
        pin: Effect.fnUntraced(function* (caller, definition, published) {
          const allowed = yield* nameable(caller, tableReferences(definition), published)
          const found = allowed.length === 0 ? [] : yield* store.find(caller, allowed)
          return found.length === 0
            ? definition
            : pinTables(definition, ({ table, version }) => version ?? newest(found, table))
        })
      })
    })
  )
}

/** Undefined for a caller who reads no tables. */
const publishedTo = Effect.fnUntraced(function* (store: TableStore["Service"], caller: Caller) {
  if (!Grant.covers(caller.privileges, "table:read")) return undefined
  const tables = yield* store.list(caller)
  return tables.flatMap(({ name, version }): ReadonlyArray<PublishedTable> =>
    version === null ? [] : [[name, version]]
  )
})

const draftOf = Effect.fnUntraced(function* (store: TableStore["Service"], caller: Caller, name: TableName) {
  const { text } = yield* store.draft(caller, name)
  const read = yield* inSlices(readyTable(text))
  if (Result.isSuccess(read)) return read.success
  return yield* Effect.die(new Error(`the draft of ${name} has faults: ${JSON.stringify(read.failure)}`))
})

const newest = (found: ReadonlyArray<FoundVersion>, table: string): number | undefined => {
  const numbers = found.flatMap((version) => (version.table === table ? [version.number] : []))
  return numbers.length === 0 ? undefined : Math.max(...numbers)
}
