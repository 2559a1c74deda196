/** Postgres inside this process (PGlite): for a first look, for tests, and for one machine. The same SQL as on a server. */
import type { PGlite } from "@electric-sql/pglite"
import { PgClient } from "@effect/sql-pg"
import * as OptionalPackage from "@formwork/domain/OptionalPackage"
import { Context, Duration, Effect, Layer, Logger, Redacted } from "effect"
import type { Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import { existsSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import * as DataFolder from "./DataFolder.ts"
import { DataLost } from "./FolderLost.ts"
import * as Installation from "../database/Installation.ts"
import { migrate, MigrationRefused } from "../database/Migrations.ts"
import * as Operator from "../database/Operator.ts"
import { PgliteDuplex } from "./PgliteDuplex.ts"
import { StartRefused } from "../database/StartRefused.ts"
import * as TenantDatabase from "../database/TenantDatabase.ts"
import { messageOf } from "../database/SqlFailure.ts"
import * as Worker from "../database/Worker.ts"

export type Services = TenantDatabase.TenantDatabase | Worker.Worker | Operator.Operator | Installation.Installation

/**
 * A database in `folder`, which is made on the first start. One process at a time.
 * It does not wait for the disk: a killed process loses nothing that was answered, a power cut may.
 * What it stores is its owner's alone. Once the folder is gone or another, it takes no more statements, and `DataLost` fails.
 * Dies where the package @electric-sql/pglite is not installed.
 * Refuses with `unwritable`, `in_use` and `corrupt`; with `MigrationRefused` where the folder is from a newer program, or from before
 * the first release.
 */
export const layer = (folder: string): Layer.Layer<Services, StartRefused | MigrationRefused> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const place = yield* DataFolder.hold(folder)
      yield* Effect.addFinalizer(() => place.mend)
      const sql = yield* prepared(yield* openFolder(folder, place), place.isHeld).pipe(
        Effect.mapError(
          (cause) => new MigrationRefused({ message: `${cause.message} The data folder is ${folder}.`, cause })
        )
      )
      yield* place.mend
      return Context.add(services(sql), DataLost, place.lost)
    })
  )

/** A database in memory with nothing but the schema. The first of a process takes two seconds, each other a fraction of one. */
export const layerMemory: Layer.Layer<Services, MigrationRefused> = Layer.effectContext(
  Effect.gen(function* () {
    return services(yield* prepared(yield* openMemory))
  })
)

/** The database of `layerMemory` before it is migrated. */
export const openMemory: Effect.Effect<PGlite, never, Scope.Scope> = Effect.suspend(() =>
  Effect.flatMap(pglite, ({ PGlite }) =>
    scoped(async () => PGlite.create({ loadDataDir: await (template ??= makeTemplate(PGlite)) }))
  )
)

const pglite = OptionalPackage.load(
  { needs: "The embedded database needs", name: "@electric-sql/pglite", range: "~0.5.16" },
  () => import("@electric-sql/pglite")
)

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

const services = (sql: SqlClient.SqlClient): Context.Context<Services> =>
  Context.make(TenantDatabase.TenantDatabase, TenantDatabase.make({ reads: sql, writes: sql })).pipe(
    Context.add(Worker.Worker, Worker.make(sql, true)),
    Context.add(Operator.Operator, Operator.make(sql, true)),
    Context.add(Installation.Installation, Installation.make(sql))
  )

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

let template: Promise<Blob> | undefined
const makeTemplate = async (driver: typeof PGlite): Promise<Blob> => {
  const database = await driver.create()
  await Effect.runPromise(
    Effect.scoped(Effect.flatMap(connect(database), migrate)).pipe(Effect.provide(Logger.layer([])))
  )
  const dump = await database.dumpDataDir("none")
  await database.close()
  return dump
}

const openFolder = Effect.fnUntraced(function* (
  folder: string,
  { data, holdData, isHeld }: DataFolder.DataFolder
): Effect.fn.Return<PGlite, StartRefused, Scope.Scope> {
  const { PGlite } = yield* pglite
  const isCluster = existsSync(join(data, "PG_VERSION"))
  // In a folder that has lost its PG_VERSION, PGlite would make a new database over the files that are there.
  if (!isCluster && existsSync(data)) return yield* corrupt(folder)
  if (!isCluster)
    yield* Effect.tryPromise({ try: () => initialise(PGlite, data), catch: (cause) => corrupt(folder, cause) })
  yield* holdData
  return yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => PGlite.create(data), catch: (cause) => corrupt(folder, cause) }),
    // Closing writes: into whatever lies there by now.
    (database) => (isHeld() ? Effect.promise(() => database.close()) : Effect.void)
  )
})

/** Made under another name until it is complete: after a killed first start no folder looks like a database. */
const initialise = async (driver: typeof PGlite, data: string): Promise<void> => {
  const fresh = `${data}.new`
  rmSync(fresh, { recursive: true, force: true })
  await (await driver.create(fresh)).close()
  renameSync(fresh, data)
}

const corrupt = (folder: string, cause?: unknown) =>
  new StartRefused({
    reason: "corrupt",
    message: `The data folder ${folder} cannot be opened as a database; put a copy of it back, or choose another folder.`,
    ...(cause === undefined ? {} : { cause })
  })
