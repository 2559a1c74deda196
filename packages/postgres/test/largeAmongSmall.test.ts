/**
 * A large organisation among thousands of small ones. Postgres' plan for all values is made for an organisation of the usual size, of which it
 * would rather read every row than look up a page's rows one by one. The large one's pages read what they show all the same.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import * as TenantDatabase from "../src/database/TenantDatabase.ts"
import * as AuditStores from "../src/stores/AuditStore.ts"
import * as FiringStores from "../src/stores/FiringStore.ts"
import * as UsageStores from "../src/stores/UsageStore.ts"
import { seed } from "../src/testing/Seed.ts"
import { databases, Raw } from "./Databases.ts"
import { reading, times } from "./Reading.ts"

const organisation = "01900001-0000-7000-8000-000000000000"
const owner = Caller.operator(OrganisationId.make(organisation), UserId.make("01900002-0000-7000-8000-000000000000"))
const submissions = 5_000
const keys = 1_000
const page = 50

/** As many firings and lines of the audit log as submissions, keys that have each called; and what Postgres knows where there are thousands of organisations. */
const large = Effect.gen(function* () {
  const sql = yield* Raw
  yield* seed(sql, { rows: submissions, others: 10 })
  yield* sql`
    insert into formwork.firings
      (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content, state, next_attempt_at)
    select organisation_id, overlay(submission_id::text placing 'f' from 25)::uuid, submission_id, 'told', 'delivery', 'submitted',
           '{"url": "https://example.com/"}', 'dead', null
      from formwork.submissions where organisation_id = ${organisation}`
  yield* sql`
    insert into formwork.audit_events (organisation_id, event_id, occurred_at, action, subject_id)
    select organisation_id, submission_id, created_at, 'submission.filed', submission_id
      from formwork.submissions where organisation_id = ${organisation}`
  yield* sql`
    insert into formwork.api_keys (organisation_id, key_id, created_by, name, privileges, token_hash, pepper_id, hint)
    select ${organisation}, ('01900009-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${owner.userId}, 'Key ' || n, '{}',
           sha256('x'), 'p', 'abcd'
      from generate_series(1, ${keys}::integer) n`
  yield* sql`
    insert into formwork.usage_days (organisation_id, day, credential_id, credential_kind, operation, calls)
    select organisation_id, date '2026-11-01', key_id, 'api_key', 'evaluate', 1 from formwork.api_keys
     where organisation_id = ${organisation} and name like 'Key %'`
  for (const table of [
    "submissions",
    "firings",
    "audit_events",
    "users",
    "forms",
    "form_versions",
    "api_keys",
    "sessions",
    "usage_days"
  ]) {
    yield* sql.unsafe(`alter table formwork.${table} alter column organisation_id set (n_distinct = 4000)`)
    yield* sql.unsafe(`analyze formwork.${table}`)
  }
})

const seeded = databases.server.pipe((database) => Layer.effectDiscard(large).pipe(Layer.provideMerge(database)))

/** Stores on the connection that `reading` asks about. */
const onOneConnection = Layer.fresh(Layer.mergeAll(AuditStores.layer, FiringStores.layer, UsageStores.layer)).pipe(
  Layer.provide(
    Layer.effect(
      TenantDatabase.TenantDatabase,
      Effect.map(Raw, (sql) => TenantDatabase.make({ reads: sql, writes: sql }))
    )
  )
)

const tables = ["submissions", "firings", "audit_events"]

/** How many rows of each table one of `times` such statements reads, and whether it read a whole table. */
const rowsRead = Effect.fnUntraced(function* (statement: Effect.Effect<unknown>) {
  const found: Record<string, number> = {}
  for (const table of tables) {
    const { rows, sequential } = yield* reading(table, statement)
    found[table] = sequential > 0 ? Number.POSITIVE_INFINITY : rows / times
  }
  return found
})

layer(seeded, { excludeTestServices: true, timeout: "60 seconds" })("a large organisation among small ones", (it) => {
  it.effect("a page of the audit log reads its lines and what they are about", () =>
    Effect.gen(function* () {
      const { list } = yield* AuditStore
      const found = yield* rowsRead(list(owner, {}, { limit: page, examine: 10_000 }))
      assert.deepStrictEqual(found, { submissions: page + 1, firings: 0, audit_events: page + 1 })
    }).pipe(Effect.provide(onOneConnection))
  )

  it.effect("a page of effects reads them and their submissions, whatever it is narrowed to", () =>
    Effect.gen(function* () {
      const { get, list } = yield* FiringStore
      const [first] = yield* list(owner, {}, { limit: 1 })
      if (first === undefined) return assert.fail("no effect")
      for (const filter of [{}, { state: "dead" }, { kind: "delivery" }, { destination: "example.com" }] as const)
        assert.deepStrictEqual(yield* rowsRead(list(owner, filter, { limit: page })), {
          submissions: page,
          firings: page,
          audit_events: 0
        })
      const one = { submissions: 1, firings: 1, audit_events: 0 }
      assert.deepStrictEqual(yield* rowsRead(list(owner, { submissionId: first.submissionId }, { limit: page })), one)
      assert.deepStrictEqual(yield* rowsRead(Effect.orDie(get(owner, first.id))), one)
    }).pipe(Effect.provide(onOneConnection))
  )

  it.effect("the counts of effects read as many as they count, and a retry what it retries", () =>
    Effect.gen(function* () {
      const { list, retryMany, summary } = yield* FiringStore
      const most = 100
      const counted = yield* rowsRead(summary(owner, { formId: undefined, most }))
      assert.isAtMost(counted["submissions"] ?? 0, 2 * most)
      assert.isAtMost(counted["firings"] ?? 0, 8 * most)
      const [first] = yield* list(owner, {}, { limit: 1 })
      if (first === undefined) return assert.fail("no effect")
      const retried = yield* rowsRead(retryMany(owner, { ids: [first.id] }, 10))
      assert.isAtMost(retried["submissions"] ?? 0, 2)
      assert.isAtMost(retried["firings"] ?? 0, 10)
    }).pipe(Effect.provide(onOneConnection))
  )

  it.effect("usage reads each key once, however many there are", () =>
    Effect.gen(function* () {
      const { list } = yield* UsageStore
      const month = { formId: undefined, from: "2026-11-01", to: "2026-11-30" }
      assert.lengthOf(yield* list(owner, month), keys)
      const read = yield* reading("api_keys", list(owner, month))
      assert.isAtMost(read.rows / times, 2 * keys)
    }).pipe(Effect.provide(onOneConnection))
  )
})
