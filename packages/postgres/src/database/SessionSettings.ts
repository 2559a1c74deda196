/** The settings that every session of a server has: by its role (migrations/0012_session_settings.sql), or by start-up parameters. */
import { Effect, Schema, Struct } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { StartRefused } from "./StartRefused.ts"
import { row } from "./TenantDatabase.ts"

/** What stands between this process and the database: `transaction` is a pooler that gives a connection away for one transaction. */
export type Pooler = "none" | "transaction"

/** As `current_setting` shows them. */
export const sessionSettings = {
  statement_timeout: "5s",
  /** A statement that waited longer for what another one holds would keep a connection from those who need something else. */
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "10s",
  TimeZone: "UTC"
} as const

const found = row(
  Schema.Struct({
    login: Schema.String,
    role: Schema.String,
    statement_timeout: Schema.String,
    lock_timeout: Schema.String,
    idle_in_transaction_session_timeout: Schema.String,
    TimeZone: Schema.String
  })
)

const read = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const session = yield* sql`
    select session_user::text as login, current_user::text as role,
           current_setting('statement_timeout') as statement_timeout,
           current_setting('lock_timeout') as lock_timeout,
           current_setting('idle_in_transaction_session_timeout') as idle_in_transaction_session_timeout,
           current_setting('TimeZone') as "TimeZone"`.pipe(found)
  return session ?? (yield* Effect.die(new Error("a session has no settings")))
})

type Session = Effect.Success<ReturnType<typeof read>>

const lacking = (session: Session) =>
  Struct.keys(sessionSettings).filter((name) => session[name] !== sessionSettings[name])

const refused = (message: string) => new StartRefused({ reason: "pooled", message })

const quoted = (role: string) => `"${role.replaceAll('"', '""')}"`

/** What makes `login` a login that needs no start-up parameters. */
const remedy = (session: Session, role: string): string =>
  session.role === role
    ? `let an administrator run: ${lacking(session)
        .map((name) => `alter role ${quoted(session.login)} set ${name} = '${sessionSettings[name]}';`)
        .join(" ")}`
    : `log in as ${role}, whose role has them.`

/**
 * The start-up parameters by which a connection like `sql` runs as `role` with every setting. None where the login's role has all.
 * Refuses with `pooled` where a pooler by transaction would have to take some.
 * @param sql a connection as the login itself.
 */
export const parameters = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  role: string,
  pooler: Pooler
): Effect.fn.Return<Readonly<Record<string, string>>, StartRefused | SqlError.SqlError> {
  const session = yield* read(sql)
  const missing = lacking(session)
  if (pooler === "transaction" && (session.role !== role || missing.length > 0)) {
    return yield* refused(
      `With DATABASE_POOLER=transaction a connection takes no start-up parameters, and the login ${quoted(session.login)} ` +
        `does not come as ${role} with ${missing.length === 0 ? "its settings" : missing.join(", ")}; ${remedy(session, role)}`
    )
  }
  return {
    ...(session.role === role ? {} : { role }),
    ...Object.fromEntries(missing.map((name) => [name, sessionSettings[name]]))
  }
})

/**
 * Holds a connection against what it was opened with: a pooler may have dropped it. Refuses with `pooled`.
 * @param sql a connection that should run as `role`.
 */
export const check = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  role: string
): Effect.fn.Return<void, StartRefused | SqlError.SqlError> {
  const session = yield* read(sql)
  const [missing] = lacking(session)
  if (missing === undefined) return
  return yield* refused(
    `The setting ${missing} of this connection is ${session[missing]} and not ${sessionSettings[missing]}, as after a pooler that ` +
      `ignores start-up parameters; ${remedy(session, role)}`
  )
})

const backend = row(Schema.Struct({ id: Schema.Int }))

/** How often each connection is asked. A pooler that gives out the connection it got back last shows at once. */
const asked = 4

/** Whether two connections get their server processes from a pooler by transaction: then one has several, or both the same. */
const isPooledByTransaction = Effect.fnUntraced(function* (one: SqlClient.SqlClient, other: SqlClient.SqlClient) {
  const ids = (sql: SqlClient.SqlClient) => Effect.map(sql`select pg_backend_pid() as id`.pipe(backend), (it) => it?.id)
  const [first, second] = [yield* ids(one), yield* ids(other)]
  if (first === second) return true
  for (let turn = 1; turn < asked; turn++) {
    if ((yield* ids(one)) !== first || (yield* ids(other)) !== second) return true
  }
  return false
})

/** Refuses, with `pooled`, a pooler by transaction that DATABASE_POOLER does not name. Both connections are as the login itself. */
export const checkUnpooled = Effect.fnUntraced(function* (
  one: SqlClient.SqlClient,
  other: SqlClient.SqlClient
): Effect.fn.Return<void, StartRefused | SqlError.SqlError> {
  if (!(yield* isPooledByTransaction(one, other))) return
  return yield* refused(
    "A pooler gives this process another connection for each transaction, so statements that are prepared on one would be " +
      "missing on the next; set DATABASE_POOLER=transaction, or let the pooler work by session."
  )
})
