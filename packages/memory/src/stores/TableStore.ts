/** Tables and their versions, in memory. Each method is one synchronous step, and so a transaction. */
import { DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import {
  TableLimitReached,
  TableNameTaken,
  TableNotFound,
  TablePublished,
  TableStale,
  TableVersionNotFound
} from "@formwork/domain/callers/Refusal"
import type { TableName, TableRecord, TableVersionRecord } from "@formwork/domain/tables/Table"
import { type FoundVersion, TableStore } from "@formwork/domain/tables/TableStore"
import { actorOf } from "./actorOf.ts"
import * as AuditWriter from "./auditWriter.ts"
import { Tables } from "../Tables.ts"
import type { StoredTable, StoredTableVersion, Tenant } from "../Tables.ts"

type Tenants = Tables["Service"]["tenants"]
type Service = TableStore["Service"]

const versionRecordOf = (tenant: Tenant, version: StoredTableVersion): TableVersionRecord => ({
  id: version.id,
  number: version.number,
  rows: version.rows,
  publishedAt: DateTime.makeUnsafe(version.atMillis),
  publishedBy: actorOf(tenant, version.by),
  note: version.note
})

const find = Effect.fnUntraced(function* (tenants: Tenants, caller: Caller, name: TableName) {
  const tenant = tenants.get(caller.organisationId)
  const table = tenant?.tables.get(name)
  return tenant === undefined || table === undefined ? yield* new TableNotFound() : { tenant, table }
})

const current = ({ record }: StoredTable, revision: number) =>
  record.draftRevision === revision ? Effect.void : Effect.fail(new TableStale({ revision: record.draftRevision }))

const put = (tenant: Tenant, table: StoredTable, nowMillis: number, change: Partial<TableRecord>): StoredTable => {
  const changed = { ...table, record: { ...table.record, ...change, updatedAt: DateTime.makeUnsafe(nowMillis) } }
  tenant.tables.set(changed.record.name, changed)
  return changed
}

const writing = (tenants: Tenants): Pick<Service, "create" | "save" | "publish" | "remove"> => ({
  create: Effect.fnUntraced(function* (caller, { id, name, rows, text }, most) {
    const auditContext = yield* AuditWriter.auditContext
    const tenant = tenants.get(caller.organisationId)
    if (tenant === undefined) return yield* Effect.die(new Error("no such organisation"))
    if (tenant.tables.has(name)) return yield* new TableNameTaken({ name })
    if (tenant.tables.size >= most) return yield* new TableLimitReached({ limit: most })
    const now = DateTime.makeUnsafe(auditContext.nowMillis)
    const record: TableRecord = {
      id,
      name,
      draftRevision: 1,
      rows,
      version: null,
      publishedRevision: null,
      createdAt: now,
      updatedAt: now
    }
    tenant.tables.set(name, { record, draft: text, versions: [] })
    AuditWriter.record(tenant, auditContext, caller, "table.created", id, name)
    return record
  }),
  save: Effect.fnUntraced(function* (caller, name, revision, { rows, text }) {
    const auditContext = yield* AuditWriter.auditContext
    const { table, tenant } = yield* find(tenants, caller, name)
    yield* current(table, revision)
    const draftRevision = revision + 1
    const { record } = put(tenant, { ...table, draft: text }, auditContext.nowMillis, { draftRevision, rows })
    AuditWriter.record(tenant, auditContext, caller, "table.draft_saved", record.id, String(draftRevision))
    return record
  }),
  publish: Effect.fnUntraced(function* (caller, name, revision, { id, note }) {
    const auditContext = yield* AuditWriter.auditContext
    const { table, tenant } = yield* find(tenants, caller, name)
    yield* current(table, revision)
    const { nowMillis: atMillis } = auditContext
    const { draft: text, record, versions } = table
    const number = versions.length + 1
    const version: StoredTableVersion = { id, number, rows: record.rows, text, atMillis, by: caller, note }
    const published = { version: number, publishedRevision: revision }
    put(tenant, { ...table, versions: [...versions, version] }, atMillis, published)
    AuditWriter.record(tenant, auditContext, caller, "table.published", record.id, String(number))
    return versionRecordOf(tenant, version)
  }),
  remove: Effect.fnUntraced(function* (caller, name) {
    const auditContext = yield* AuditWriter.auditContext
    const { table, tenant } = yield* find(tenants, caller, name)
    if (table.versions.length > 0) return yield* new TablePublished()
    tenant.tables.delete(name)
    AuditWriter.record(tenant, auditContext, caller, "table.removed", table.record.id, name)
  })
})

const reading = (tenants: Tenants): Omit<Service, "create" | "save" | "publish" | "remove"> => ({
  list: (caller) =>
    Effect.sync(() =>
      [...(tenants.get(caller.organisationId)?.tables.values() ?? [])]
        .map(({ record }) => record)
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    ),
  record: (caller, name) => Effect.map(find(tenants, caller, name), ({ table }) => table.record),
  draft: (caller, name) =>
    Effect.map(find(tenants, caller, name), ({ table }) => ({ record: table.record, text: table.draft })),
  versions: (caller, name, { before = Infinity, limit }) =>
    Effect.map(find(tenants, caller, name), ({ table, tenant }) =>
      table.versions
        .filter(({ number }) => number < before)
        .toReversed()
        .slice(0, limit)
        .map((version) => versionRecordOf(tenant, version))
    ),
  find: (caller, wanted) =>
    Effect.sync(() => {
      const found = new Map<string, FoundVersion>()
      for (const { record, versions } of tenants.get(caller.organisationId)?.tables.values() ?? []) {
        for (const { table, version = versions.length } of wanted) {
          const one = table === record.name ? versions[version - 1] : undefined
          if (one !== undefined) found.set(one.id, { id: one.id, table: record.name, number: one.number })
        }
      }
      return [...found.values()]
    }),
  text: Effect.fnUntraced(function* (caller, id) {
    for (const { versions } of tenants.get(caller.organisationId)?.tables.values() ?? []) {
      const version = versions.find((one) => one.id === id)
      if (version !== undefined) return version.text
    }
    return yield* new TableVersionNotFound()
  })
})

export const layer: Layer.Layer<TableStore, never, Tables> = Layer.effect(
  TableStore,
  Effect.map(Tables, ({ tenants }) => TableStore.of({ ...reading(tenants), ...writing(tenants) }))
)
