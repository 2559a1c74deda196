/** The embedded database's driver, and a session with it. Apart from Embedded.ts, whose types do not need PGlite's. */
import type { PGlite } from "@electric-sql/pglite"
import { PgClient } from "@effect/sql-pg"
import * as OptionalPackage from "@formwork/domain/OptionalPackage"
import { Context, Duration, Effect, Logger, Redacted } from "effect"
import type { Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import { MigrationRefused } from "../database/MigrationRefused.ts"
import { migrate } from "../database/Migrations.ts"
import { messageOf } from "../database/SqlFailure.ts"
import { PgliteDuplex } from "./PgliteDuplex.ts"

/** Where a process has the files from that its databases in memory are copies of. */
export const Template = Context.Reference<(driver: typeof PGlite) => Promise<Blob>>(
  "@formwork/postgres/embedded/Template",
  { defaultValue: () => makeTemplate }
)

let template: Promise<Blob> | undefined

/** PGlite itself, which only those install who embed a database. */
export const driver = OptionalPackage.load(
  { needs: "The embedded database needs", name: "@electric-sql/pglite", range: "~0.5.16" },
  () => import("@electric-sql/pglite")
)

/** A database in memory before it is migrated: a copy of one that the first of a process makes. */
export const openMemory: Effect.Effect<PGlite, never, Scope.Scope> = Effect.gen(function* () {
  const { PGlite } = yield* driver
  const make = yield* Template
  return yield* scoped(async () => PGlite.create({ loadDataDir: await (template ??= make(PGlite)) }))
})

/** An empty database in memory, as the superuser that PGlite starts as. */
export const empty: Effect.Effect<SqlClient.SqlClient, SqlError.SqlError, Scope.Scope> = Effect.gen(function* () {
  const { PGlite } = yield* driver
  return yield* connect(yield* scoped(() => PGlite.create()))
})

/**
 * Migrates as the superuser that PGlite starts as, then becomes the role of a server, at once and for good.
 * @param isHeld whether the database's files are still there; without them it takes no statement.
 * @returns the driver over the database's one session.
 */
export const prepared = Effect.fnUntraced(function* (
  database: PGlite,
  isHeld = () => true
): Effect.fn.Return<SqlClient.SqlClient, MigrationRefused, Scope.Scope> {
  return yield* Effect.gen(function* () {
    const sql = yield* connect(database, isHeld)
    yield* migrate(sql)
    yield* sql`analyze` // there is no autovacuum in this process
    yield* sql`set role formwork_api`
    return sql
  }).pipe(
    Effect.catchTag("SqlError", (cause) =>
      Effect.fail(
        new MigrationRefused({ message: `The embedded database cannot be prepared: ${messageOf(cause)}.`, cause })
      )
    )
  )
})

const connect = (
  database: PGlite,
  isHeld = () => true
): Effect.Effect<SqlClient.SqlClient, SqlError.SqlError, Scope.Scope> =>
  PgClient.make({
    stream: () => new PgliteDuplex(database, isHeld),
    ssl: false,
    username: "postgres",
    database: "postgres",
    password: Redacted.make("PGlite asks for none"),
    minConnections: 1,
    maxConnections: 1,
    idleTimeout: Duration.infinity
  }).pipe(Effect.provide(Reactivity.layer))

const scoped = (open: () => Promise<PGlite>): Effect.Effect<PGlite, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.promise(open), (database) => Effect.promise(() => database.close()))

/** The files of a database in memory with the schema, as a tar file. */
export const makeTemplate = async (driver: typeof PGlite): Promise<Blob> => {
  const database = await driver.create()
  await Effect.runPromise(
    Effect.scoped(Effect.flatMap(connect(database), migrate)).pipe(Effect.provide(Logger.layer([])))
  )
  const dump = await database.dumpDataDir("none")
  await database.close()
  return dump
}
