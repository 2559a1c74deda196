/** Postgres inside this process (PGlite): for a first look, for tests, and for one machine. The same SQL as on a server. */
import type { PGlite } from "@electric-sql/pglite"
import { Context, Effect, Layer } from "effect"
import type { Scope } from "effect"
import type { SqlClient } from "effect/sql"
import { existsSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import * as DataFolder from "./DataFolder.ts"
import { orFull } from "./diskFull.ts"
import { DataLost } from "./FolderLost.ts"
import * as Installation from "../database/Installation.ts"
import { MigrationRefused } from "../database/MigrationRefused.ts"
import * as Operator from "../database/Operator.ts"
import * as Pglite from "./Pglite.ts"
import { StartRefused } from "../database/StartRefused.ts"
import * as TenantDatabase from "../database/TenantDatabase.ts"
import * as Worker from "../database/Worker.ts"

export type Services = TenantDatabase.TenantDatabase | Worker.Worker | Operator.Operator | Installation.Installation

/**
 * A database in `folder`, which is made on the first start. One process at a time.
 * It does not wait for the disk: a killed process loses nothing that was answered, a power cut may.
 * What it stores is its owner's alone. Once the folder is gone or another, it takes no more statements, and `DataLost` fails.
 * Dies where the package @electric-sql/pglite is not installed.
 * Refuses with `unwritable`, `in_use`, `full` and `corrupt`; with `MigrationRefused` where the folder is from a newer program, or from before
 * the first release.
 */
export const layer = (folder: string): Layer.Layer<Services, StartRefused | MigrationRefused> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const place = yield* DataFolder.hold(folder)
      yield* Effect.addFinalizer(() => place.mend)
      const sql = yield* Pglite.prepared(yield* openFolder(folder, place), place.isHeld).pipe(
        Effect.mapError(
          (cause) => new MigrationRefused({ message: `${cause.message} The data folder is ${folder}.`, cause })
        )
      )
      yield* place.mend
      return Context.add(services(sql), DataLost, place.lost)
    }).pipe(Effect.mapError(orFull(folder)))
  )

/** A database in memory with nothing but the schema. The first of a process takes two seconds, each other a fraction of one. */
export const layerMemory: Layer.Layer<Services, MigrationRefused> = Layer.effectContext(
  Effect.gen(function* () {
    return services(yield* Pglite.prepared(yield* Pglite.openMemory))
  })
)

const services = (sql: SqlClient.SqlClient): Context.Context<Services> =>
  Context.make(TenantDatabase.TenantDatabase, TenantDatabase.make({ reads: sql, writes: sql })).pipe(
    Context.add(Worker.Worker, Worker.make(sql, true)),
    Context.add(Operator.Operator, Operator.make(sql, true)),
    Context.add(Installation.Installation, Installation.make(sql))
  )

const openFolder = Effect.fnUntraced(function* (
  folder: string,
  { data, holdData, isHeld }: DataFolder.DataFolder
): Effect.fn.Return<PGlite, StartRefused, Scope.Scope> {
  const { PGlite } = yield* Pglite.driver
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
  try {
    await (await driver.create(fresh)).close()
    renameSync(fresh, data)
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true }) // its files may be what fills the disk
    throw cause
  }
}

const corrupt = (folder: string, cause?: unknown) =>
  new StartRefused({
    reason: "corrupt",
    message: `The data folder ${folder} cannot be opened as a database; put a copy of it back, or choose another folder.`,
    ...(cause === undefined ? {} : { cause })
  })
