/** Tables of organisations and their versions on Postgres. */
import { Effect, Layer, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import {
  TableLimitReached,
  TableNameTaken,
  TableNotFound,
  TablePublished,
  TableStale,
  TableVersionNotFound
} from "@formwork/domain/callers/Refusal"
import { TableName, TableRecord, TableVersionId, TableVersionRecord } from "@formwork/domain/tables/Table"
import { TableStore } from "@formwork/domain/tables/TableStore"
import * as AuditWriter from "./auditWriter.ts"
import { row, rows, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"

type Store = TableStore["Service"]

const record = Schema.Struct({
  ...TableRecord.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  updatedAt: Schema.DateTimeUtcFromDate
})
const recordRows = rows(record)
const draftRow = row(Schema.Struct({ text: Schema.String }))
const versionRows = rows(Schema.Struct({ ...TableVersionRecord.fields, publishedAt: Schema.DateTimeUtcFromDate }))
const foundRows = rows(Schema.Struct({ id: TableVersionId, table: TableName, number: Schema.Int }))
const countRow = row(Schema.Struct({ tables: Schema.Int }))

const listed = (sql: Sql, organisation: string, name: TableName | null) =>
  sql`
    select table_id as "id", name, draft_revision as "draftRevision", draft_rows as "rows", version,
           published_revision as "publishedRevision", created_at as "createdAt", updated_at as "updatedAt"
      from formwork.tables
     where organisation_id = ${organisation} and (${name}::text is null or name = ${name}::text)
     order by name collate "C"`.pipe(recordRows)

const one = Effect.fnUntraced(function* (sql: Sql, organisation: string, name: TableName) {
  const [found] = yield* listed(sql, organisation, name)
  return found ?? (yield* new TableNotFound())
})

/** Locks a table until the transaction ends. */
const held = Effect.fnUntraced(function* (sql: Sql, organisation: string, name: TableName) {
  yield* sql`
    select from formwork.tables where organisation_id = ${organisation} and name = ${name} for no key update`
  return yield* one(sql, organisation, name)
})

/** The same, where its draft is at this revision. */
const heldAt = Effect.fnUntraced(function* (sql: Sql, organisation: string, name: TableName, revision: number) {
  const found = yield* held(sql, organisation, name)
  return revision === found.draftRevision ? found : yield* new TableStale({ revision: found.draftRevision })
})

/** The records of versions that `where` finds. */
const versionsOf = (sql: Sql, organisation: string, id: TableRecord["id"], before: number | null, limit: number) =>
  sql`
    select version_id as "id", number, content_rows as "rows", published_at as "publishedAt",
           coalesce(
             (select json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name) from formwork.api_keys k
               where v.credential_kind = 'api_key' and k.organisation_id = ${organisation} and k.key_id = v.credential_id),
             (select json_build_object('kind', 'user', 'id', u.user_id, 'name', u.name) from formwork.users u
               where u.organisation_id = ${organisation} and u.user_id = v.published_by)) as "publishedBy", note
      from formwork.table_versions v
     where organisation_id = ${organisation} and table_id = ${id}
       and (${before}::integer is null or number < ${before}::integer)
     order by number desc
     limit ${limit}::integer`.pipe(versionRows)

const create =
  (database: Database): Store["create"] =>
  (caller, { id, name, rows: count, text }, most) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          // Makes two requests take turns that make the last table.
          yield* sql`select pg_advisory_xact_lock(hashtextextended(${organisation} || 'tables', 0))::text`
          const before = yield* listed(sql, organisation, name)
          if (before.length > 0) return yield* new TableNameTaken({ name })
          const counted = yield* sql`
            select count(*)::integer as tables from formwork.tables where organisation_id = ${organisation}`.pipe(
            countRow
          )
          if ((counted?.tables ?? 0) >= most) return yield* new TableLimitReached({ limit: most })
          yield* sql`
            insert into formwork.tables (organisation_id, table_id, name, draft, draft_rows)
            values (${organisation}, ${id}, ${name}, ${text}, ${count})`
          yield* AuditWriter.record(sql, organisation, caller, "table.created", id, name)
          return yield* Effect.catchTag(one(sql, organisation, name), "TableNotFound", Effect.die)
        })
      )
      .pipe(noConflict)

const save =
  (database: Database): Store["save"] =>
  (caller, name, revision, { rows: count, text }) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const { id } = yield* heldAt(sql, organisation, name, revision)
          yield* sql`
            update formwork.tables
               set draft = ${text}, draft_rows = ${count}, draft_revision = draft_revision + 1, updated_at = statement_timestamp()
             where organisation_id = ${organisation} and table_id = ${id}`
          yield* AuditWriter.record(sql, organisation, caller, "table.draft_saved", id, String(revision + 1))
          return yield* one(sql, organisation, name)
        })
      )
      .pipe(noConflict)

const publish =
  (database: Database): Store["publish"] =>
  (caller, name, revision, { id: versionId, note }) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: the table's row is locked before its next number is made.
          const { id, version } = yield* heldAt(sql, organisation, name, revision)
          const number = (version ?? 0) + 1
          yield* sql`
            insert into formwork.table_versions (organisation_id, table_id, version_id, number, content, content_rows, published_by,
                                                 credential_kind, credential_id, note)
            select organisation_id, table_id, ${versionId}, ${number}, draft, draft_rows, ${caller.userId}, ${caller.credential.kind},
                   ${caller.credential.id}, ${note}
              from formwork.tables
             where organisation_id = ${organisation} and table_id = ${id}`
          yield* sql`
            update formwork.tables set version = ${number}, published_revision = ${revision}, updated_at = statement_timestamp()
             where organisation_id = ${organisation} and table_id = ${id}`
          yield* AuditWriter.record(sql, organisation, caller, "table.published", id, String(number))
          const [published] = yield* versionsOf(sql, organisation, id, null, 1)
          return published ?? (yield* Effect.die(new Error("a version that was published is gone")))
        })
      )
      .pipe(noConflict)

const remove =
  (database: Database): Store["remove"] =>
  (caller, name) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const { id, version } = yield* held(sql, organisation, name)
          if (version !== null) return yield* new TablePublished()
          yield* sql`delete from formwork.tables where organisation_id = ${organisation} and table_id = ${id}`
          yield* AuditWriter.record(sql, organisation, caller, "table.removed", id, name)
        })
      )
      .pipe(noConflict)

const find =
  (database: Database): Store["find"] =>
  (caller, wanted) =>
    database
      .transaction(caller, (sql, organisation) =>
        sql`
            select distinct v.version_id as "id", t.name as "table", v.number
              from json_to_recordset(${JSON.stringify(wanted)}::json) as w("table" text, version integer)
              join formwork.tables t on t.organisation_id = ${organisation} and t.name = w."table"
              join formwork.table_versions v
                on v.organisation_id = ${organisation} and v.table_id = t.table_id and v.number = coalesce(w.version, t.version)`.pipe(
          foundRows
        )
      )
      .pipe(Effect.orDie)

const text = (database: Database) =>
  Effect.fn("TableStore.text")(function* (caller: Caller, id: TableVersionId) {
    const found = yield* database
      .transaction(caller, (sql, organisation) =>
        sql`
            select content as text from formwork.table_versions
             where organisation_id = ${organisation} and version_id = ${id}`.pipe(draftRow)
      )
      .pipe(Effect.orDie)
    return found === undefined ? yield* new TableVersionNotFound() : found.text
  })

const draft =
  (database: Database): Store["draft"] =>
  (caller, name) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const found = yield* one(sql, organisation, name)
          const kept = yield* sql`
            select draft as text from formwork.tables
             where organisation_id = ${organisation} and table_id = ${found.id}`.pipe(draftRow)
          return { record: found, text: kept?.text ?? "" }
        })
      )
      .pipe(noConflict)

export const layer: Layer.Layer<TableStore, never, TenantDatabase> = Layer.effect(
  TableStore,
  Effect.map(TenantDatabase, (database) =>
    TableStore.of({
      list: Effect.fn("TableStore.list")((caller) =>
        database.transaction(caller, (sql, organisation) => listed(sql, organisation, null)).pipe(Effect.orDie)
      ),
      record: Effect.fn("TableStore.record")((caller, name) =>
        database.transaction(caller, (sql, organisation) => one(sql, organisation, name)).pipe(noConflict)
      ),
      draft: Effect.fn("TableStore.draft")(draft(database)),
      create: Effect.fn("TableStore.create")(create(database)),
      save: Effect.fn("TableStore.save")(save(database)),
      publish: Effect.fn("TableStore.publish")(publish(database)),
      remove: Effect.fn("TableStore.remove")(remove(database)),
      versions: Effect.fn("TableStore.versions")((caller, name, { before = null, limit }) =>
        database
          .transaction(
            caller,
            Effect.fnUntraced(function* (sql, organisation) {
              const { id } = yield* one(sql, organisation, name)
              return yield* versionsOf(sql, organisation, id, before, limit)
            })
          )
          .pipe(noConflict)
      ),
      find: Effect.fn("TableStore.find")(find(database)),
      text: text(database)
    })
  )
)
