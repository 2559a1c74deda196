/** Postgres as a server, 15 to 18. Runs as formwork_api (sending: as formwork_worker) whatever the login is, and refuses to start where row security would not bind it. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Redacted, Schema } from "effect"
import type { Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import * as Guards from "./Guards.ts"
import * as Installation from "./Installation.ts"
import * as Migrations from "./Migrations.ts"
import * as SessionSettings from "./SessionSettings.ts"
import type { Pooler } from "./SessionSettings.ts"
import { StartRefused } from "./StartRefused.ts"
import * as TenantDatabase from "./TenantDatabase.ts"
import { messageOf, sqlStateOf } from "./SqlFailure.ts"
import * as Worker from "./Worker.ts"

export type Services = TenantDatabase.TenantDatabase | Installation.Installation

/** Writes are fastest over few connections, one statement at a time on each; admissions and reads over even fewer, with many at once. */
const writers = 8
const readers = 4

/** Claiming and settling are short; looking up a secret or a reference is rare. */
const sendingConnections = 4

type Role = "formwork_api" | "formwork_worker"

/**
 * The server at `url`. Refuses with `unreachable`, `denied`, `not_migrated`, `newer`, `unreleased`, `privileged`, `pooled`
 * and `misrestored`.
 * @param url a login that is formwork_api or may become it.
 */
export const layer = (url: Redacted.Redacted<string>, pooler: Pooler = "none"): Layer.Layer<Services, StartRefused> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const shared = yield* connecting(url, "formwork_api", pooler)
      const open = (config: PgClient.PgPoolConfig) => withReactivity(PgClient.make(config))
      const { reads, writes } = yield* Effect.all({
        reads: open({ ...shared, multiplex: true, maxConnections: readers, minConnections: 1 }),
        writes: open({ ...shared, maxConnections: writers, minConnections: 1 })
      }).pipe(Effect.catchTag("SqlError", (error) => Effect.fail(refusalOf(url, error))))
      yield* check(url, writes, "formwork_api")
      return Context.make(TenantDatabase.TenantDatabase, TenantDatabase.make({ reads, writes })).pipe(
        Context.add(Installation.Installation, Installation.make(writes))
      )
    })
  )

/**
 * The same for the dispatcher. Refuses alike.
 * @param url a login that is formwork_worker or may become it.
 */
export const layerWorker = (
  url: Redacted.Redacted<string>,
  pooler: Pooler = "none"
): Layer.Layer<Worker.Worker, StartRefused> =>
  Layer.effect(
    Worker.Worker,
    Effect.gen(function* () {
      const shared = yield* connecting(url, "formwork_worker", pooler)
      const sql = yield* withReactivity(
        PgClient.make({ ...shared, maxConnections: sendingConnections, minConnections: 1 })
      ).pipe(Effect.catchTag("SqlError", (error) => Effect.fail(refusalOf(url, error))))
      yield* check(url, sql, "formwork_worker")
      return Worker.make(sql)
    })
  )

/** The options of every connection to `url` that runs as `role`. */
const connecting = Effect.fnUntraced(function* (url: Redacted.Redacted<string>, role: Role, pooler: Pooler) {
  const startupParameters = yield* effectiveRole(url, role, pooler)
  // A prepared statement belongs to one connection of the database, and such a pooler gives each transaction another.
  const prepare = pooler !== "transaction"
  return { url, startupParameters, prepare, applicationName: "formwork", keepAlive: "30 seconds" } as const
})

/** Refuses what a server must not run on. */
const check = Effect.fnUntraced(
  function* (url: Redacted.Redacted<string>, sql: SqlClient.SqlClient, role: Role) {
    yield* checkBound(sql, role)
    yield* SessionSettings.check(sql, role)
    yield* checkSchema(url, sql)
    const differing = yield* Guards.differing(sql)
    if (differing === undefined) return
    return yield* new StartRefused({
      reason: "misrestored",
      message: `The database at ${placeOf(url)} ${differing}`
    })
  },
  (self, url) => Effect.catchTag(self, "SqlError", (error) => Effect.fail(refusalOf(url, error)))
)

/**
 * Brings the database at `url` up to this program. The login needs more rights than the server has; the refusal says which. Refuses a
 * database that has every migration and is not as they make it.
 */
export const migrate = Effect.fn("Server.migrate")((url: Redacted.Redacted<string>) =>
  Effect.gen(function* () {
    const sql = yield* connect(url)
    const ran = yield* Migrations.migrate(sql)
    const differing = yield* Guards.differing(sql)
    if (differing === undefined) return ran
    return yield* new Migrations.MigrationRefused({ message: `The database at ${placeOf(url)} ${differing}` })
  }).pipe(
    Effect.scoped,
    Effect.catchTag("SqlError", (error) => Effect.fail(refusalOf(url, error)))
  )
)

/** The migrations of the database at `url`, compared with this program's. */
export const status = Effect.fn("Server.status")((url: Redacted.Redacted<string>) =>
  Effect.scoped(Effect.flatMap(connect(url), Migrations.status)).pipe(
    Effect.catchTag("SqlError", (error) => Effect.fail(refusalOf(url, error)))
  )
)

const withReactivity = <A, E>(self: Effect.Effect<A, E, Scope.Scope | Reactivity.Reactivity>) =>
  Effect.provide(self, Reactivity.layer)

/** One connection as the login itself. It prepares nothing, so it works through any pooler. */
const connect = (url: Redacted.Redacted<string>): Effect.Effect<SqlClient.SqlClient, SqlError.SqlError, Scope.Scope> =>
  withReactivity(PgClient.makeClient({ url, applicationName: "formwork", prepare: false }))

const loginRow = TenantDatabase.row(
  Schema.Struct({ login: Schema.String, migrated: Schema.Boolean, mayBecome: Schema.Boolean })
)
const boundRow = TenantDatabase.row(Schema.Struct({ role: Schema.String, unbound: Schema.Boolean }))

/** Checks the database as the login. Gives the start-up parameters that make a connection run as `role`. */
const effectiveRole = (url: Redacted.Redacted<string>, role: Role, pooler: Pooler) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* connect(url)
      const found = yield* sql`
        select session_user::text as login,
               exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                        where n.nspname = 'formwork' and c.relname = 'migrations') as migrated,
               coalesce((select pg_has_role(session_user, r.oid,
                           case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end)
                           from pg_roles r where r.rolname = ${role}), false) as "mayBecome"`.pipe(loginRow)
      if (found?.migrated !== true) return yield* notMigrated(url, "has no Formwork schema")
      if (!found.mayBecome) {
        const login = `"${found.login.replaceAll('"', '""')}"`
        return yield* new StartRefused({
          reason: "denied",
          message: `The role ${login} may not run as ${role}; ${remedy(found.login, login, role)}`
        })
      }
      if (pooler === "none") yield* SessionSettings.checkUnpooled(sql, yield* connect(url))
      return yield* SessionSettings.parameters(sql, role, pooler)
    })
  ).pipe(Effect.catchTag("SqlError", (error) => Effect.fail(refusalOf(url, error))))

// A member of formwork_worker sees every organisation's outbox: the role that serves callers must never be a member.
const remedy = (login: string, quoted: string, role: Role): string =>
  login === "formwork_api"
    ? "to send effects, set WORKER_DATABASE_URL to a login that is formwork_worker, or WORKERS=0 where another process sends them."
    : `let an administrator run: grant ${role} to ${quoted};`

const checkBound = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, role: Role) {
  const found = yield* sql`
    select rolname::text as role, rolsuper or rolbypassrls as unbound from pg_roles where rolname = current_user`.pipe(
    boundRow
  )
  if (found?.role === role && !found.unbound) return
  return yield* new StartRefused({
    reason: "privileged",
    message:
      `The role ${found?.role} is a superuser or bypasses row security, so nothing would keep organisations apart; ` +
      `let an administrator run: alter role ${found?.role} nosuperuser nobypassrls;`
  })
})

const checkSchema = Effect.fnUntraced(function* (url: Redacted.Redacted<string>, sql: SqlClient.SqlClient) {
  const { pending, unknown, unreleased } = yield* Migrations.status(sql)
  if (unreleased.length > 0) {
    return yield* new StartRefused({
      reason: "unreleased",
      message: `The database at ${placeOf(url)} ${Migrations.unreleasedMessage(unreleased[0])}`
    })
  }
  if (unknown.length > 0) {
    return yield* new StartRefused({
      reason: "newer",
      message: `The database at ${placeOf(url)} has the migration ${unknown[0]}, which this program does not know; use the newer program.`
    })
  }
  if (pending.length > 0) return yield* notMigrated(url, `lacks the migration ${pending[0]}`)
})

const notMigrated = (url: Redacted.Redacted<string>, what: string) =>
  new StartRefused({
    reason: "not_migrated",
    message: `The database at ${placeOf(url)} ${what}; run \`formwork migrate\` first.`
  })

/** Host, port and database: what may be shown of a URL. */
const placeOf = (url: Redacted.Redacted<string>): string => {
  try {
    const { host, pathname } = new URL(Redacted.value(url))
    return `${host}${pathname}`
  } catch {
    return "the address given"
  }
}

const refusalOf = (url: Redacted.Redacted<string>, cause: SqlError.SqlError) => {
  const place = placeOf(url)
  const said = messageOf(cause).replace(/\.$/u, "")
  if (said.includes("unsupported startup parameter")) {
    return new StartRefused({
      reason: "pooled",
      message:
        `A pooler at ${place} takes no start-up parameters (${said}); log in as formwork_api and formwork_worker, whose roles ` +
        "have those settings, or let the pooler pass them on.",
      cause
    })
  }
  if (cause.reason._tag === "AuthenticationError" || sqlStateOf(cause) === "42501") {
    return new StartRefused({
      reason: "denied",
      message: `The database at ${place} refuses this login: ${said}.`,
      cause
    })
  }
  return new StartRefused({
    reason: "unreachable",
    message: `The database at ${place} cannot be reached: ${said}.`,
    cause
  })
}
