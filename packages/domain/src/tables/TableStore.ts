/** Port: tables of an organisation and their versions. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type {
  TableLimitReached,
  TableNameTaken,
  TableNotFound,
  TablePublished,
  TableStale,
  TableVersionNotFound
} from "../callers/Refusal.ts"
import type { TableContent, TableId, TableName, TableRecord, TableVersionId, TableVersionRecord } from "./Table.ts"

/** A version that was found by a table's name. */
export interface FoundVersion {
  readonly id: TableVersionId
  readonly table: TableName
  readonly number: number
}

export class TableStore extends Context.Service<
  TableStore,
  {
    /** Every table, sorted by name. */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<TableRecord>>
    /** Refuses: `TableNotFound`. */
    readonly record: (caller: Caller, name: TableName) => Effect.Effect<TableRecord, TableNotFound>
    /** The lines of the draft. Refuses: `TableNotFound`. */
    readonly draft: (
      caller: Caller,
      name: TableName
    ) => Effect.Effect<{ readonly record: TableRecord; readonly text: string }, TableNotFound>
    /**
     * A new table with its first draft. Leaves an audit row.
     * @param most how many tables the organisation may have.
     * Refuses, in this order: `TableNameTaken`, `TableLimitReached`.
     */
    readonly create: (
      caller: Caller,
      table: { readonly id: TableId; readonly name: TableName } & TableContent,
      most: number
    ) => Effect.Effect<TableRecord, TableNameTaken | TableLimitReached>
    /**
     * Replaces the draft. Leaves an audit row.
     * @param revision the revision that the change is based on.
     * Refuses, in this order: `TableNotFound`, `TableStale`.
     */
    readonly save: (
      caller: Caller,
      name: TableName,
      revision: number,
      content: TableContent
    ) => Effect.Effect<TableRecord, TableNotFound | TableStale>
    /**
     * Makes the draft a version, with the next number. Leaves an audit row.
     * Refuses, in this order: `TableNotFound`, `TableStale`.
     */
    readonly publish: (
      caller: Caller,
      name: TableName,
      revision: number,
      version: { readonly id: TableVersionId; readonly note: string | null }
    ) => Effect.Effect<TableVersionRecord, TableNotFound | TableStale>
    /** Removes a table that was never published. Leaves an audit row. Refuses, in this order: `TableNotFound`, `TablePublished`. */
    readonly remove: (caller: Caller, name: TableName) => Effect.Effect<void, TableNotFound | TablePublished>
    /** A page of versions, newest first, with numbers below `before`. Refuses: `TableNotFound`. */
    readonly versions: (
      caller: Caller,
      name: TableName,
      page: { readonly limit: number; readonly before?: number }
    ) => Effect.Effect<ReadonlyArray<TableVersionRecord>, TableNotFound>
    /** Those of the wanted versions that exist; without a number, the newest of the table. In any order. */
    readonly find: (
      caller: Caller,
      wanted: ReadonlyArray<{ readonly table: string; readonly version: number | undefined }>
    ) => Effect.Effect<ReadonlyArray<FoundVersion>>
    /** The lines of a version. Refuses: `TableVersionNotFound`. */
    readonly text: (caller: Caller, id: TableVersionId) => Effect.Effect<string, TableVersionNotFound>
  }
>()("@formwork/domain/tables/TableStore") {}
