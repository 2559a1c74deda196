/** A table of an organisation: rows that rules look up by keys, a draft, and versions that never change (spec/rules.md §1.19). */
import { Context, Schema } from "effect"
import { Id } from "../callers/Ids.ts"
import { Actor } from "../callers/Actor.ts"

export const TableId = Id.pipe(Schema.brand("TableId"))
export type TableId = typeof TableId.Type

export const TableVersionId = Id.pipe(Schema.brand("TableVersionId"))
export type TableVersionId = typeof TableVersionId.Type

/** The name by which definitions refer to a table; it never changes. */
export const TableName = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]{0,62}$/u, {
    expected: "a small letter, then small letters, digits or `_`, 63 characters at most"
  })
)
export type TableName = typeof TableName.Type

/** What an organisation may keep; configurable. */
export const TableLimits = Context.Reference<{
  readonly tables: number
  readonly rows: number
}>("@formwork/domain/tables/TableLimits", {
  defaultValue: () => ({ tables: 100, rows: 200_000 })
})

/** A table without its rows. */
export const TableRecord = Schema.Struct({
  id: TableId,
  name: TableName,
  /** 1 for the first draft, and 1 more at each change of the draft. */
  draftRevision: Schema.Int,
  /** Of the draft. */
  rows: Schema.Int,
  /** The newest version; null where none was published. */
  version: Schema.NullOr(Schema.Int),
  /** The draft's revision that it was made from. */
  publishedRevision: Schema.NullOr(Schema.Int),
  createdAt: Schema.DateTimeUtcFromString,
  updatedAt: Schema.DateTimeUtcFromString
})
export type TableRecord = typeof TableRecord.Type

/** A version without its rows. */
export const TableVersionRecord = Schema.Struct({
  id: TableVersionId,
  /** From 1. */
  number: Schema.Int,
  rows: Schema.Int,
  publishedAt: Schema.DateTimeUtcFromString,
  publishedBy: Actor,
  note: Schema.NullOr(Schema.String)
})
export type TableVersionRecord = typeof TableVersionRecord.Type

/** What a table has in its lines: columns, then rows (`readTableText` of the rules). */
export interface TableContent {
  readonly text: string
  readonly rows: number
}
