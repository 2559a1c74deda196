/** A schema that is newer than a program, and migrations beside programs that run. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Logger } from "effect"
import type { SqlClient } from "effect/sql"
import * as Guards from "../src/database/Guards.ts"
import * as Ledger from "../src/database/Ledger.ts"
import * as MigrationFiles from "../src/database/MigrationFiles.ts"
import * as MigrationPlan from "../src/database/MigrationPlan.ts"
import * as Migrations from "../src/database/Migrations.ts"
import * as Server from "../src/database/Server.ts"
import * as Pglite from "../src/embedded/Pglite.ts"
import * as TestServer from "../src/testing/TestServer.ts"

/** The last of the files that were written before any could say whom they serve. */
const lastSilent = 33

const refusalOfNone = /^-- No program of before runs beside it: .+\.$/mu

const quietly = Effect.provide(Logger.layer([]))

/** A database that has the migrations up to a number, as the program of then left it. */
const databaseAt = Effect.fnUntraced(function* (last: number) {
  const { admin } = yield* TestServer.empty
  const sql = yield* TestServer.connect(admin)
  const files = (yield* MigrationFiles.known).filter(({ id }) => id <= last)
  for (const file of files) yield* sql.withTransaction(quietly(Migrations.run(sql, file)))
  for (const { id, name, sha256 } of files)
    yield* sql`insert into formwork.migrations (id, name, sha256) values (${id}, ${name}, ${sha256})`
  return { sql, url: admin }
})

const newestKnown = Effect.map(MigrationFiles.known, (files) => files.at(-1)?.id ?? 0)

const starts = (url: TestServer.Database["admin"]) => Effect.scoped(quietly(Layer.build(Server.layer(url))))

describe("files of migrations", () => {
  it.effect("each says who may run beside it, or that nobody may, and why", () =>
    Effect.gen(function* () {
      for (const { id, name, servesFrom, sql } of (yield* MigrationFiles.known).filter(({ id }) => id > lastSilent)) {
        assert.isTrue(
          servesFrom !== undefined || refusalOfNone.test(sql),
          `${name} needs a line “-- Programs from NNNN on run beside it.”, or “-- No program of before runs beside it: …”`
        )
        if (servesFrom !== undefined) assert.isBelow(servesFrom, id, name)
      }
    })
  )
})

class Database extends Context.Service<Database, { readonly sql: SqlClient.SqlClient } & TestServer.Database>()(
  "test/Database"
) {
  static readonly layer = Layer.effect(
    Database,
    Effect.gen(function* () {
      const { admin } = yield* TestServer.migrated
      return { admin, sql: yield* TestServer.connect(admin) }
    })
  )
}

const tomorrow = 9999

/** Adds to the ledger what a program of tomorrow would. */
const ranTomorrow = (sql: SqlClient.SqlClient, servesFrom: number | null, guards: string | null) => sql`
  insert into formwork.migrations (id, name, sha256, serves_from, guards)
  values (${tomorrow}, '9999_tomorrow.sql', '', ${servesFrom}, ${guards})`

const isUndone = (sql: SqlClient.SqlClient) => sql`delete from formwork.migrations where id = ${tomorrow}`

layer(Database.layer, { excludeTestServices: true })("a program on a newer schema", (it) => {
  it.effect("starts where each migration that it does not know lets it run", () =>
    Effect.gen(function* () {
      const { admin, sql } = yield* Database
      yield* ranTomorrow(sql, yield* newestKnown, yield* Guards.expected)
      yield* starts(admin)
      yield* sql`update formwork.migrations set serves_from = 1 where id = ${tomorrow}`
      yield* starts(admin)
      const { isServed, unknown } = yield* Server.status(admin)
      assert.deepStrictEqual({ isServed, unknown }, { isServed: true, unknown: ["9999_tomorrow.sql"] })
      yield* isUndone(sql)
    })
  )

  it.effect("is refused where one serves only newer ones, or none", () =>
    Effect.gen(function* () {
      const { admin, sql } = yield* Database
      yield* ranTomorrow(sql, (yield* newestKnown) + 1, yield* Guards.expected)
      for (const servesFrom of [(yield* newestKnown) + 1, null]) {
        yield* sql`update formwork.migrations set serves_from = ${servesFrom} where id = ${tomorrow}`
        const refused = yield* Effect.flip(starts(admin))
        assert.strictEqual(refused.reason, "newer")
        assert.include(refused.message, "has the migration 9999_tomorrow.sql, which this program does not know")
      }
      yield* isUndone(sql)
    })
  )

  it.effect("compares owners, row security and grants with what the newer migrations make of them", () =>
    Effect.gen(function* () {
      const { admin, sql } = yield* Database
      yield* sql`create table formwork.later (id integer)`
      yield* ranTomorrow(sql, yield* newestKnown, yield* Guards.describe(sql))
      yield* starts(admin)
      yield* sql`alter table formwork.submissions no force row level security`
      const refused = yield* Effect.flip(starts(admin))
      assert.strictEqual(refused.reason, "misrestored")
      assert.include(refused.message, "row security of table formwork.submissions is “enabled”")
      yield* sql`alter table formwork.submissions force row level security`
      yield* sql`drop table formwork.later`
      yield* isUndone(sql)
    })
  )

  it.effect("finds in the ledger what its own migrations make", () =>
    Effect.gen(function* () {
      const { sql } = yield* Database
      assert.strictEqual(yield* Ledger.guards(sql), yield* Guards.expected)
      const kept = yield* sql<{ n: number }>`select count(guards)::integer as n from formwork.migrations`
      assert.deepStrictEqual(kept, [{ n: 1 }])
    })
  )
})

describe("a migration beside others' transactions", () => {
  it.live("waits for a lock without keeping those behind it", () =>
    Effect.gen(function* () {
      const { sql, url } = yield* databaseAt(lastSilent)
      const isHeld = yield* Deferred.make<void>()
      const mayEnd = yield* Deferred.make<void>()
      const holding = yield* Effect.forkChild(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select id from formwork.migrations`
            yield* Deferred.succeed(isHeld, undefined)
            yield* Deferred.await(mayEnd)
          })
        )
      )
      yield* Deferred.await(isHeld)
      const said: Array<unknown> = []
      const telling = yield* Deferred.make<void>()
      const logger = Logger.make(({ message }) => {
        said.push(message)
        if (String(message).includes("trying again")) Deferred.doneUnsafe(telling, Effect.void)
      })
      const migrating = yield* Effect.forkChild(Server.migrate(url).pipe(Effect.provide(Logger.layer([logger]))))
      // It has waited for the lock once. One who reads the same table is answered, although the lock is still held.
      yield* Deferred.await(telling)
      const other = yield* TestServer.connect(url)
      assert.isAbove((yield* other`select id from formwork.migrations`).length, 0)
      assert.match(String(said.at(-1)), /another transaction holds a lock that is needed; trying again/u)
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Fiber.join(holding)
      const names = (yield* MigrationFiles.known).filter(({ id }) => id > lastSilent).map(({ name }) => name)
      assert.deepStrictEqual(yield* Fiber.join(migrating), names)
    }).pipe(Effect.scoped)
  )
})

describe("the plan of a migration", () => {
  it.live("says what each file locks and for how long, and changes nothing", () =>
    Effect.gen(function* () {
      const { sql } = yield* databaseAt(20)
      const before = yield* Ledger.read(sql)
      const { isWithoutPause, newest, steps } = yield* MigrationPlan.make(sql, Pglite.empty)
      assert.strictEqual(newest, "0020_form_examples.sql")
      assert.isFalse(isWithoutPause)
      const names = (yield* MigrationFiles.known).filter(({ id }) => id > 20).map(({ name }) => name)
      assert.deepStrictEqual(
        steps.map(({ migration }) => migration),
        names
      )
      assert.isFalse(steps.find(({ migration }) => migration === "0030_uploads.sql")?.isServed)
      const locked = steps.flatMap((step) => step.locked)
      // The table that 0030 makes is none that somebody could wait for.
      assert.notInclude(
        locked.map(({ table }) => table),
        "formwork.uploads"
      )
      const long = locked.filter(({ work }) => work !== "kept")
      assert.isAbove(long.length, 0)
      for (const { seconds } of long) assert.isAbove(seconds ?? 0, 0)
      assert.deepStrictEqual(yield* Ledger.read(sql), before)
    }).pipe(Effect.scoped)
  )

  it.live("is without a pause from the version before on", () =>
    Effect.gen(function* () {
      const { sql } = yield* databaseAt(lastSilent)
      const { isWithoutPause, steps } = yield* MigrationPlan.make(sql, Pglite.empty)
      assert.isTrue(isWithoutPause)
      assert.deepStrictEqual(
        steps[0]?.locked.map(({ lock, table, work }) => ({ lock, table, work })),
        [{ table: "formwork.migrations", lock: "AccessExclusiveLock", work: "kept" }]
      )
    }).pipe(Effect.scoped)
  )

  it.live("is empty for a database that is up to date, and refuses a newer one", () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.migrated
      const sql = yield* TestServer.connect(admin)
      assert.deepStrictEqual((yield* MigrationPlan.make(sql, Pglite.empty)).steps, [])
      yield* ranTomorrow(sql, 1, null)
      assert.include((yield* Effect.flip(MigrationPlan.make(sql, Pglite.empty))).message, "9999_tomorrow.sql")
    }).pipe(Effect.scoped)
  )
})
