/** Postgres as a server, 15 to 18. Runs as formwork_api (sending: as formwork_worker) whatever the login is, and refuses to start where row security would not bind it. */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import type { Duration, Redacted, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient, SqlError } from "effect/sql"
import * as Address from "./Address.ts"
import * as Guards from "./Guards.ts"
import * as Installation from "./Installation.ts"
import * as Ledger from "./Ledger.ts"
import * as MigrationPlan from "./MigrationPlan.ts"
import { MigrationRefused } from "./MigrationRefused.ts"
import * as Migrations from "./Migrations.ts"
import * as Distribution from "./nodes/Distribution.ts"
import * as Distributed from "./nodes/distributed.ts"
import * as Nodes from "./nodes/Nodes.ts"
import * as Operator from "./Operator.ts"
import * as Primary from "./Primary.ts"
import * as StandbyReads from "./StandbyReads.ts"
import * as SessionSettings from "./SessionSettings.ts"
import type { Pooler } from "./SessionSettings.ts"
import { connect, using } from "./asLogin.ts"
import type { Options } from "./asLogin.ts"
import { check } from "./check.ts"
import type { Role } from "./check.ts"
import { isDirect } from "./isDirect.ts"
import { whenThereIsRoom } from "./SqlFailure.ts"
import { notMigrated, refusalOf, StartRefused } from "./StartRefused.ts"
import * as TenantDatabase from "./TenantDatabase.ts"
import * as Worker from "./Worker.ts"

export type Services = TenantDatabase.TenantDatabase | Installation.Installation

/** Writes are fastest over few connections (`writers`), one statement at a time on each; admissions and reads over even fewer, with many at once. */
const readers = 4

/** The same through a pooler, where one carries one statement at a time. */
const pooledReaders = 8

/** Claiming and settling are short; looking up a secret or a reference is rare. */
const sendingConnections = 4

/** Of those two stay open: an engine that had to ask for its first one would get none from a server whose connections are all taken. */
const keptForSending = 2

/** The operator's calls are rare. */
const operating = 1

/** A standby, or several servers of which one is. */
export interface Reading {
  /** A login as that of `layer`. */
  readonly url: Redacted.Redacted<string>
  /** How long a read waits for the standby to have what the primary had when it began. */
  readonly lag: Duration.Duration
}

/**
 * The server at `url`. Refuses with `unreachable`, `not_honoured`, `standby`, `denied`, `not_migrated`, `newer`, `unreleased`, `privileged`,
 * `pooled` and `misrestored`.
 * @param url a login that is formwork_api or may become it; with several hosts, one of them takes writes.
 * @param reading where lists, exports and reports may be read. A database that is distributed is read on its nodes.
 */
export const layer = (
  url: Redacted.Redacted<string>,
  pooler: Pooler = "none",
  reading?: Reading
): Layer.Layer<Services, StartRefused> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const address = yield* Address.parse(url)
      const standby = reading && { lag: reading.lag, address: yield* Address.parse(reading.url, "reads") }
      const { database, doubt, writes } = yield* serving(address, pooler)
      const nodes = yield* nodesOf(address, writes, (place) =>
        Effect.map(serving(place, "none", Nodes.sessionSettings), (node) => node.database)
      )
      return Context.make(
        TenantDatabase.TenantDatabase,
        nodes !== undefined
          ? Distributed.tenantDatabase(database, nodes)
          : standby === undefined
            ? database
            : yield* StandbyReads.make({
                primary: database,
                open: serving(standby.address, pooler),
                foreign: foreign(standby.address, address),
                lag: standby.lag
              })
      ).pipe(Context.add(Installation.Installation, Installation.make(writes, doubt)))
    })
  )

const foreign = (standby: Address.Address, primary: Address.Address): StartRefused =>
  new StartRefused({
    reason: "standby",
    message: `The database at ${standby.shown} is not a standby of the database at ${primary.shown}.`
  })

/** The connections of a server for its callers. */
const serving = Effect.fnUntraced(function* (address: Address.Address, pooler: Pooler, settings: Settings = {}) {
  const { doubt, open, pipelines } = yield* connecting(address, "formwork_api", pooler, settings)
  const { reads, writes } = yield* Effect.all({
    // INVARIANT: never through a pooler. When a process loses a connection on which several answers are due, old poolers give them
    // to the next process that gets the connection of the database behind it.
    reads: open({ multiplex: pipelines, maxConnections: pipelines ? readers : pooledReaders, minConnections: 1 }),
    writes: open({ maxConnections: TenantDatabase.writers, minConnections: 1 })
  })
  yield* check(address, writes, "formwork_api")
  return { database: TenantDatabase.make({ reads, writes }, doubt), doubt, writes }
})

/**
 * The nodes of a database that is distributed. A node is asked directly, whatever stands before the coordinator.
 * @param sql a connection to the server at `address`.
 */
const nodesOf = <A>(
  address: Address.Address,
  sql: SqlClient.SqlClient,
  open: (address: Address.Address) => Effect.Effect<A, StartRefused, Scope.Scope>
) =>
  Nodes.make(sql, (place) => open(Address.at(address, place))).pipe(
    Effect.catchTag("SqlError", (error) => Effect.fail(refusalOf(address.shown, error)))
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
      const address = yield* Address.parse(url)
      const { database, sql } = yield* sendingAt(address, pooler)
      const nodes = yield* nodesOf(address, sql, (place) =>
        Effect.map(sendingAt(place, "none", Nodes.sessionSettings), (node) => node.database)
      )
      return nodes === undefined ? database : Worker.Worker.of(Distributed.roleDatabase(database, nodes))
    })
  )

const sendingAt = Effect.fnUntraced(function* (address: Address.Address, pooler: Pooler, settings: Settings = {}) {
  const { doubt, open } = yield* connecting(address, "formwork_worker", pooler, settings)
  const sql = yield* open({ maxConnections: sendingConnections, minConnections: keptForSending })
  yield* check(address, sql, "formwork_worker")
  return { database: Worker.make(sql, false, doubt), sql }
})

/**
 * The same for the operator of the installation. Refuses alike.
 * @param url a login that is formwork_operator or may become it.
 */
export const layerOperator = (
  url: Redacted.Redacted<string>,
  pooler: Pooler = "none"
): Layer.Layer<Operator.Operator, StartRefused> =>
  Layer.effect(
    Operator.Operator,
    Effect.gen(function* () {
      const address = yield* Address.parse(url)
      const { database, sql } = yield* operatingAt(address, pooler)
      const nodes = yield* nodesOf(address, sql, (place) =>
        Effect.map(operatingAt(place, "none", Nodes.sessionSettings), (node) => node.database)
      )
      return nodes === undefined ? database : Operator.Operator.of(Distributed.roleDatabase(database, nodes))
    })
  )

const operatingAt = Effect.fnUntraced(function* (address: Address.Address, pooler: Pooler, settings: Settings = {}) {
  const { doubt, open } = yield* connecting(address, "formwork_operator", pooler, settings)
  const sql = yield* open({ maxConnections: operating, minConnections: 1 })
  yield* check(address, sql, "formwork_operator")
  return { database: Operator.make(sql, false, doubt), sql }
})

/** Start-up parameters beside those of every session. */
type Settings = Readonly<Record<string, string>>

/** Finds the server at an address that takes writes, and makes the function that opens pools which run as `role`. */
const connecting = Effect.fnUntraced(function* (
  address: Address.Address,
  role: Role,
  pooler: Pooler,
  settings: Settings
) {
  const { doubt, options } = yield* Primary.make(address)
  const startupParameters = { ...(yield* effectiveRole(address, options, role, pooler)), ...settings }
  // A prepared statement belongs to one connection of the database, and such a pooler gives each transaction another.
  const prepare = pooler !== "transaction"
  const open = (pool: PgClient.PgPoolConfig) =>
    PgClient.make(options({ ...pool, startupParameters, prepare })).pipe(
      Effect.provide(Reactivity.layer),
      whenThereIsRoom,
      Effect.catchTag("SqlError", (error) => Effect.fail(refusalOf(address.shown, error)))
    )
  const pipelines =
    pooler === "none" &&
    (yield* whenThereIsRoom(isDirect(options({ prepare }))).pipe(
      Effect.catchTag("SqlError", (error) => Effect.fail(refusalOf(address.shown, error)))
    ))
  return { doubt, open, pipelines }
})

/**
 * Brings the database at `url` up to this program. The login needs more rights than the server has; the refusal says which. Where
 * the connection is lost, nothing is half done. Refuses a database that has every migration and is not as they make it. Of a database
 * that is divided among nodes, new tables are divided too.
 */
export const migrate = Effect.fn("Server.migrate")((url: Redacted.Redacted<string>) =>
  using(
    url,
    Effect.fnUntraced(function* (sql, shown) {
      const ran = yield* Migrations.migrate(sql)
      yield* Effect.catchTag(Distribution.complete(sql), "DistributionRefused", ({ message }) =>
        Effect.fail(new MigrationRefused({ message }))
      )
      const differing = yield* Guards.differing(sql, yield* Guards.expected)
      if (differing === undefined) return ran
      return yield* new MigrationRefused({ message: `The database at ${shown} ${differing}` })
    })
  )
)

/**
 * Divides a database that has been migrated among the nodes of Citus. Refuses where there is no Citus or the login is no superuser.
 * @param announce is given the sentences of what will be done, before the first of it.
 */
export const distribute = Effect.fn("Server.distribute")(
  (url: Redacted.Redacted<string>, announce: (steps: ReadonlyArray<string>) => Effect.Effect<void>) =>
    using(url, (sql) => Distribution.run(sql, announce))
)

/**
 * What `migrate` would do to the database at `url`: which tables it locks and for how long, and whether servers run on meanwhile. Changes
 * nothing.
 * @param scratch an empty database, as a superuser, on which they are tried.
 */
export const plan = Effect.fn("Server.plan")(
  (url: Redacted.Redacted<string>, scratch: Effect.Effect<SqlClient.SqlClient, SqlError.SqlError, Scope.Scope>) =>
    using(url, (sql) => MigrationPlan.make(sql, scratch))
)

/** The migrations of the database at `url`, compared with this program's. */
export const status = Effect.fn("Server.status")((url: Redacted.Redacted<string>) => using(url, Ledger.status))

const loginRow = TenantDatabase.row(
  Schema.Struct({ login: Schema.String, migrated: Schema.Boolean, mayBecome: Schema.Boolean })
)

/** Checks the database as the login. Gives the start-up parameters that make a connection run as `role`. */
const effectiveRole = (address: Address.Address, options: Options, role: Role, pooler: Pooler) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* connect(options)
      const state = yield* Primary.stateOf(sql)
      const refused = Primary.refused(address, state)
      if (refused !== undefined) return yield* refused
      const found = yield* sql`
        select session_user::text as login,
               exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                        where n.nspname = 'formwork' and c.relname = 'migrations') as migrated,
               coalesce((select pg_has_role(session_user, r.oid,
                           case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end)
                           from pg_roles r where r.rolname = ${role}), false) as "mayBecome"`.pipe(loginRow)
      if (found?.migrated !== true) return yield* notMigrated(address.shown, "has no Formwork schema")
      if (!found.mayBecome) {
        const login = `"${found.login.replaceAll('"', '""')}"`
        return yield* new StartRefused({
          reason: "denied",
          message: `The role ${login} may not run as ${role}; ${remedy(found.login, login, role)}`
        })
      }
      if (pooler === "none") yield* SessionSettings.checkUnpooled(sql, yield* connect(options))
      return yield* SessionSettings.parameters(sql, role, pooler)
    })
  ).pipe(Effect.catchTag("SqlError", (error) => Effect.fail(refusalOf(address.shown, error))))

// A member of formwork_worker sees every organisation's outbox, and one of formwork_operator every organisation's name: the role that
// serves callers must never be a member of either.
const remedy = (login: string, quoted: string, role: Role): string => {
  if (login !== "formwork_api" || role === "formwork_api")
    return `let an administrator run: grant ${role} to ${quoted};`
  return role === "formwork_worker"
    ? "to send effects, set WORKER_DATABASE_URL to a login that is formwork_worker, or WORKERS=0 where another process sends them."
    : "to work as the operator, set OPERATOR_DATABASE_URL to a login that is formwork_operator."
}
