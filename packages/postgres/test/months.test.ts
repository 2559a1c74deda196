/** Tables that are divided by months, and months that are given up, while others read and write. */
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Logger, Schema } from "effect"
import type { Scope } from "effect"
import type { SqlClient } from "effect/sql"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import * as Guards from "../src/database/Guards.ts"
import { sqlStateOf } from "../src/database/SqlFailure.ts"
import * as TenantDatabase from "../src/database/TenantDatabase.ts"
import * as Month from "../src/database/months/Month.ts"
import * as Retention from "../src/database/months/Retention.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import * as AuditStores from "../src/stores/AuditStore.ts"
import { Raw } from "./Databases.ts"
import { reading, times } from "./Reading.ts"

const now = Month.of(new Date("2026-11-28"))
const organisation = "01900000-0000-7000-8000-000000000001"

interface Connection {
  readonly url: TestServer.Database["admin"]
  readonly sql: SqlClient.SqlClient
}

class Database extends Context.Service<Database, Connection>()("test/Database") {}

const fresh = Effect.gen(function* () {
  const { admin } = yield* TestServer.migrated
  return Database.of({ url: admin, sql: yield* TestServer.connect(admin) })
})

/** Adds lines to the audit log, as if in a month. */
const logged = (sql: SqlClient.SqlClient, month: Month.Month, times = 1) => sql`
  insert into formwork.audit_events (organisation_id, event_id, occurred_at, action)
  select ${organisation}::uuid, overlay(gen_random_uuid()::text placing ${`${Month.least.id(month).slice(0, 13)}-7`} from 1)::uuid,
         ${Month.least.day(month)}::timestamptz, 'form.published'
    from generate_series(1, ${times}::integer)`

const counts = TenantDatabase.rows(Schema.Struct({ month: Schema.String, times: Schema.Int }))

/** How many lines the audit log has of each month. */
const lines = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql`
      select to_char(occurred_at, 'YYYY-MM') as month, count(*)::integer as times
        from formwork.audit_events group by 1 order by 1`.pipe(counts),
    (found) => Object.fromEntries(found.map(({ month, times }) => [month, times]))
  )

const partsOf = (kept: ReadonlyArray<Retention.Kept>, table = "formwork.audit_events") =>
  (kept.find((one) => one.table === table)?.parts ?? []).map(({ from, to }) => [from, to])

const isAsMigrated = (sql: SqlClient.SqlClient) =>
  Effect.map(
    Effect.flatMap(Guards.expected, (wanted) => Guards.differing(sql, wanted)),
    (differing) => assert.isUndefined(differing)
  )

/** Runs against a database of its own. */
const alone = <A, E>(work: (database: Connection) => Effect.Effect<A, E, Scope.Scope>) =>
  Effect.scoped(Effect.flatMap(fresh, work))

layer(Layer.empty, { excludeTestServices: true })("months", (it) => {
  it.effect("a table is divided with all that it has, its owners, policies, grants and constraints", () =>
    alone(({ sql, url }) =>
      Effect.gen(function* () {
        yield* logged(sql, now - 30, 3)
        yield* logged(sql, now, 2)
        yield* logged(sql, now + 1)
        const before = yield* lines(sql)
        const kept = yield* Retention.retain(url, { audit: 24, attempts: 6, usage: 12 }, now, false)
        assert.deepStrictEqual(
          kept.map(({ isDivided, table }) => [table, isDivided]),
          [
            ["formwork.audit_events", true],
            ["formwork.firing_attempts", true],
            ["formwork.usage_days", true],
            ["formwork.form_usage_days", true]
          ]
        )
        assert.deepStrictEqual(yield* lines(sql), before)
        yield* isAsMigrated(sql)
        // What has no months yet keeps the first part, and has twelve to come.
        const parts = partsOf(yield* Retention.retain(url, {}, now, false))
        assert.deepStrictEqual(parts.at(0), [undefined, now + 2])
        assert.deepStrictEqual(parts.at(-1), [now + 12, undefined])
        assert.deepStrictEqual(
          parts.slice(1, -1),
          Array.from({ length: 10 }, (_, place) => [now + 2 + place, now + 3 + place])
        )
        yield* Effect.scoped(Effect.provide(Layer.build(TestServer.whole(url)), Logger.layer([])))
      })
    )
  )

  it.effect("no role of a server reaches a part by itself", () =>
    alone(({ sql, url }) =>
      Effect.gen(function* () {
        yield* logged(sql, now)
        yield* Retention.retain(url, { audit: 24 }, now, false)
        for (const role of [
          "formwork_api",
          "formwork_worker",
          "formwork_operator",
          "formwork_filing",
          "formwork_auth"
        ]) {
          const refused = yield* Effect.flip(
            sql.withTransaction(
              Effect.andThen(
                sql`select set_config('role', ${role}, true), set_config('app.organisation_id', ${organisation}, true)`,
                sql`select count(*) from formwork_months.audit_events_before`
              )
            )
          )
          assert.strictEqual(sqlStateOf(refused), "42501", role)
        }
      })
    )
  )

  it.effect("months go once they are old enough, and not a line of the others", () =>
    alone(({ sql, url }) =>
      Effect.gen(function* () {
        yield* logged(sql, now - 30, 3)
        yield* Retention.retain(url, { audit: 3 }, now, false)
        for (let month = now + 1; month <= now + 8; month++) yield* logged(sql, month, month - now)
        const before = yield* lines(sql)
        const trial = yield* Retention.retain(url, { audit: 3 }, now + 8, true)
        assert.deepStrictEqual(yield* lines(sql), before)
        const kept = yield* Retention.retain(url, { audit: 3 }, now + 8, false)
        assert.deepStrictEqual(
          kept.map(({ parts }) => parts.map(({ isGivenUp, to }) => [to, isGivenUp])),
          trial.map(({ parts }) => parts.map(({ isGivenUp, to }) => [to, isGivenUp]))
        )
        assert.deepStrictEqual(
          yield* lines(sql),
          Object.fromEntries([5, 6, 7, 8].map((later) => [Month.shown(now + later), later]))
        )
        // A row of long ago still has a place.
        assert.deepStrictEqual(partsOf(yield* Retention.retain(url, {}, now + 8, false)).at(0), [undefined, now + 5])
        yield* logged(sql, now - 40)
        yield* Retention.retain(url, { audit: 3 }, now + 8, false)
        assert.isUndefined((yield* lines(sql))[Month.shown(now - 40)])
        // It is time for more months: there is always half a year of them.
        assert.deepStrictEqual(partsOf(yield* Retention.retain(url, {}, now + 8, false)).at(-1), [now + 20, undefined])
        yield* isAsMigrated(sql)
      })
    )
  )

  it.effect("who forgets it for years loses nothing, and goes on from there", () =>
    alone(({ sql, url }) =>
      Effect.gen(function* () {
        yield* Retention.retain(url, { audit: 2 }, now, false)
        yield* logged(sql, now + 30, 2)
        yield* logged(sql, now + 40, 3)
        yield* Retention.retain(url, { audit: 24 }, now + 40, false)
        assert.deepStrictEqual(yield* lines(sql), { [Month.shown(now + 30)]: 2, [Month.shown(now + 40)]: 3 })
        const parts = partsOf(yield* Retention.retain(url, {}, now + 40, false))
        assert.deepStrictEqual(parts.slice(0, 3), [
          [undefined, now + 12],
          [now + 12, now + 42],
          [now + 42, now + 43]
        ])
        yield* Retention.retain(url, { audit: 2 }, now + 44, false)
        assert.deepStrictEqual(yield* lines(sql), {})
      })
    )
  )

  it.effect("whoever writes meanwhile loses no line", () =>
    alone(({ sql, url }) =>
      Effect.gen(function* () {
        yield* logged(sql, now, 2_000)
        const writer = yield* TestServer.connect(url)
        const isOver = yield* Deferred.make<void>()
        const writing = yield* Effect.forkChild(
          Effect.gen(function* () {
            let written = 0
            while (!(yield* Deferred.isDone(isOver))) {
              yield* logged(writer, now + (written % 2))
              written++
            }
            return written
          })
        )
        yield* Retention.retain(url, { audit: 1 }, now, false)
        yield* Retention.retain(url, { audit: 1 }, now + 7, false).pipe(
          // By then the months of the writer are old: what it writes is given up, and it goes on writing.
          Effect.andThen(Retention.retain(url, { audit: 24 }, now + 7, false))
        )
        yield* Deferred.succeed(isOver, undefined)
        assert.isAbove(yield* Fiber.join(writing), 10)
      })
    )
  )

  it.effect("a reader of a month that goes keeps nobody from writing, and reads to its end", () =>
    alone(({ sql, url }) =>
      Effect.gen(function* () {
        yield* Retention.retain(url, { audit: 2 }, now, false)
        yield* logged(sql, now, 5)
        const reader = yield* TestServer.connect(url)
        const mayEnd = yield* Deferred.make<void>()
        const reading = yield* Deferred.make<void>()
        const read = yield* Effect.forkChild(
          reader.withTransaction(
            Effect.gen(function* () {
              const before = yield* lines(reader)
              yield* Deferred.succeed(reading, undefined)
              yield* Deferred.await(mayEnd)
              return before
            })
          )
        )
        yield* Deferred.await(reading)
        const going = yield* Effect.forkChild(Retention.retain(url, { audit: 2 }, now + 5, false))
        // The part is waited for: it cannot go while it is read. Others write meanwhile, as often as they like.
        yield* Effect.repeat(
          sql<{ waits: boolean }>`
          select exists (select from pg_stat_activity where query like 'do $months$%' and wait_event_type = 'Lock') as waits`,
          {
            until: ([found]) => found?.waits === true
          }
        )
        for (let times = 0; times < 20; times++) yield* logged(sql, now + 5)
        assert.isUndefined(going.pollUnsafe())
        yield* Deferred.succeed(mayEnd, undefined)
        assert.deepStrictEqual(yield* Fiber.join(read), { [Month.shown(now)]: 5 })
        yield* Fiber.join(going)
        assert.deepStrictEqual(yield* lines(sql), { [Month.shown(now + 5)]: 20 })
      })
    )
  )

  it.effect("what was cut short is ended by the next run; what somebody else detached is left alone", () =>
    alone(({ sql, url }) =>
      Effect.gen(function* () {
        // The server fell while it read the table.
        yield* sql`alter table formwork.audit_events add constraint months_end check (event_id < ${sql.literal(`'${Month.least.id(now + 1)}'`)}) not valid`
        yield* Retention.retain(url, { audit: 2 }, now, false)
        yield* logged(sql, now + 1)
        yield* logged(sql, now + 3)
        // The command fell between the two halves of taking a part away.
        yield* sql`comment on table formwork_months.audit_events_before is 'given up'`
        yield* sql`alter table formwork.audit_events detach partition formwork_months.audit_events_before`
        const third = `formwork_months.audit_events_${Month.shown(now + 3).replace("-", "_")}`
        yield* sql`alter table formwork.audit_events detach partition ${sql(third)}`
        yield* Retention.retain(url, { audit: 2 }, now, false)
        assert.deepStrictEqual(
          yield* sql`select to_regclass('formwork_months.audit_events_before') as before, (select count(*)::integer from ${sql(third)}) as kept`,
          [{ before: null, kept: 1 }]
        )
      })
    )
  )

  it.effect("a table with a row of years to come is not divided, and takes rows as before", () =>
    alone(({ sql, url }) =>
      Effect.gen(function* () {
        yield* logged(sql, now + 50)
        const refused = yield* Effect.flip(Retention.retain(url, { audit: 2 }, now, false))
        assert.include(refused.message, "formwork.audit_events has rows of 2027-01 or later")
        yield* logged(sql, now + 50)
        yield* isAsMigrated(sql)
      })
    )
  )

  it.effect("a page of the audit log reads its own lines, however many months there are", () =>
    alone(({ sql, url }) =>
      Effect.gen(function* () {
        yield* Retention.retain(url, { audit: 24 }, now, false)
        for (let month = now; month < now + 12; month++) yield* logged(sql, month, 200)
        yield* sql`insert into formwork.organisations (organisation_id, name) values (${organisation}, 'Months')`
        yield* sql`analyze`
        yield* Effect.gen(function* () {
          const { list } = yield* AuditStore
          const caller = Caller.operator(OrganisationId.make(organisation), UserId.make(organisation))
          const page = { limit: 50, examine: 10_000 }
          assert.deepStrictEqual(yield* reading("audit_events", list(caller, {}, page)), {
            sequential: 0,
            rows: times * 51
          })
        }).pipe(
          Effect.provide(Layer.fresh(AuditStores.layer)),
          Effect.provideService(TenantDatabase.TenantDatabase, TenantDatabase.make({ reads: sql, writes: sql })),
          Effect.provideService(Raw, sql)
        )
      })
    )
  )
})
