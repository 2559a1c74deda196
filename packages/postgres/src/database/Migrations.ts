/** Brings a database to the schema that this program needs. The files under migrations/ say how; the ledger remembers which ran. */
import { Cause, Effect, Schema } from "effect"
import { SqlError } from "effect/sql"
import type { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { rows } from "./TenantDatabase.ts"
import { sessionSettings } from "./SessionSettings.ts"
import { messageOf, sqlErrors } from "./SqlFailure.ts"
import * as Distribution from "./nodes/Distribution.ts"
import * as DividedMigration from "./nodes/DividedMigration.ts"

const folder = fileURLToPath(new URL("../../migrations", import.meta.url))

/** An arbitrary advisory lock: one migration at a time runs in a database. */
const lockId = 4_702_111_234

/** The numbers of the files that make the roles. */
const roles: ReadonlyArray<number> = [1, 17]

export interface Migration {
  readonly id: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
}

/** The migrations of a database, compared with this program's. */
export interface Status {
  /** Names of the migrations that the database has, oldest first. */
  readonly applied: ReadonlyArray<string>
  /** Names of those that the database lacks. */
  readonly pending: ReadonlyArray<string>
  /** Names of those that this program does not know: the database is newer. */
  readonly unknown: ReadonlyArray<string>
  /** Names of those whose number has another name here: the database is from before the first release. */
  readonly unreleased: ReadonlyArray<string>
}

/** The database cannot be migrated. `message` is one sentence that says what to do. */
export class MigrationRefused extends Schema.TaggedError<MigrationRefused>()("MigrationRefused", {
  message: Schema.String,
  /** What an administrator has to run first. */
  sql: Schema.optionalKey(Schema.String),
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/** The migrations of this program, oldest first. */
export const known: Effect.Effect<ReadonlyArray<Migration>> = Effect.promise(async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${folder}/${name}`, "utf8")
      return { id: Number(name.slice(0, 4)), name, sql, sha256: createHash("sha256").update(sql).digest("hex") }
    })
  )
})

const Entry = Schema.Struct({ id: Schema.Int, name: Schema.String, sha256: Schema.String })
type Entry = typeof Entry.Type
const entries = rows(Entry)
const existing = rows(Schema.Struct({ ledger: Schema.Boolean }))

const ledger = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [found] = yield* sql`select to_regclass('formwork.migrations') is not null as ledger`.pipe(existing)
  return found?.ledger === true
    ? yield* sql`select id, name, sha256 from formwork.migrations order by id`.pipe(entries)
    : []
})

/** Compares the database with this program. Reads only the ledger. */
export const status = Effect.fn("Migrations.status")(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<Status, SqlError.SqlError> {
  const applied = yield* ledger(sql)
  const files = yield* known
  return {
    applied: applied.map(({ name }) => name),
    pending: lacking(applied, files).map(({ name }) => name),
    unknown: applied.filter(({ id }) => !files.some((file) => file.id === id)).map(({ name }) => name),
    unreleased: unreleased(applied, files)
  }
})

const lacking = (applied: ReadonlyArray<Entry>, files: ReadonlyArray<Migration>) =>
  files.filter(({ id }) => !applied.some((entry) => entry.id === id))

/** A released file keeps its name and its number for good. */
const unreleased = (applied: ReadonlyArray<Entry>, files: ReadonlyArray<Migration>): ReadonlyArray<string> =>
  applied
    .filter((entry) => files.some(({ id, name }) => id === entry.id && name !== entry.name))
    .map(({ name }) => name)

/** The end of the message for a database from before the first release. */
export const unreleasedMessage = (migration: string | undefined): string =>
  `is from before the first release (it has the migration ${migration}), and its data cannot be carried over: ` +
  "delete the data folder, or on a server drop the database, and start again."

/**
 * Runs what is pending, one caller at a time. Logs a line for each file. The roles, which have files of their own, are committed before
 * the others run; of the others all run or none.
 * @param sql a connection whose role may create roles and schemas, or finds them made by an administrator.
 * @returns the names of those that ran.
 */
export const migrate = Effect.fn("Migrations.migrate")(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<ReadonlyArray<string>, MigrationRefused | SqlError.SqlError> {
  const files = yield* known
  const citus = yield* Distribution.state(sql)
  const isDivided = citus?.isDivided === true
  // A node lets a role in that is committed there, and these files make roles and act as them: the nodes get all of it afterwards. Once
  // it is divided, each statement goes to the nodes too.
  const apart =
    citus === undefined
      ? Effect.void
      : isDivided
        ? sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`
        : sql`select set_config('citus.enable_ddl_propagation', 'off', true)`
  const runFile = isDivided ? runDivided : run
  let isCommitting = false
  const preparing = sql.withTransaction(
    Effect.gen(function* () {
      yield* apart
      const pending = yield* pendingOf(sql, files)
      if (pending.length > 0) yield* isDivided && !citus.isSuperuser ? notSuperuser : mayMigrate(sql)
      for (const file of pending.filter(({ id }) => roles.includes(id))) yield* runFile(sql, file)
      return pending.length === 0
    })
  )
  const migrating = sql.withTransaction(
    Effect.gen(function* () {
      yield* apart
      const pending = yield* pendingOf(sql, files)
      for (const file of pending.filter(({ id }) => !roles.includes(id))) yield* runFile(sql, file)
      yield* record(sql, pending, isDivided)
      isCommitting = true
      return pending.map(({ name }) => name)
    })
  )
  return yield* Effect.flatMap(preparing, (isPrepared) => (isPrepared ? Effect.succeed([]) : migrating)).pipe(
    Effect.catchCause((cause) => Effect.failCause(lostOr(cause, isCommitting)))
  )
})

/** A lost connection fails the statement and then the rollback, which is a defect: one sentence for both. */
const lostOr = (
  cause: Cause.Cause<MigrationRefused | SqlError.SqlError>,
  isCommitting: boolean
): Cause.Cause<MigrationRefused | SqlError.SqlError> => {
  const behind = cause.reasons.flatMap((reason) =>
    Cause.isFailReason(reason) && reason.error instanceof MigrationRefused ? [reason.error.cause] : []
  )
  const lost = [...sqlErrors(cause), ...behind.filter(SqlError.isSqlError)].find(
    ({ reason }) => reason._tag === "ConnectionError"
  )
  if (lost === undefined) return cause
  const outcome = isCommitting
    ? "while the changes were being committed; run `formwork migrate` again, which finds out"
    : "and nothing was changed; run `formwork migrate` again"
  return Cause.fail(
    new MigrationRefused({ message: `The connection to the database was lost, ${outcome}.`, cause: lost })
  )
}

/** The migrations that the database lacks. The lock keeps this list true until the transaction ends. */
const pendingOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, files: ReadonlyArray<Migration>) {
  yield* sql`select pg_advisory_xact_lock(${lockId})::text`
  const applied = yield* ledger(sql)
  yield* agree(applied, files)
  return lacking(applied, files)
})

const agree = (applied: ReadonlyArray<Entry>, files: ReadonlyArray<Migration>) => {
  const [earlier] = unreleased(applied, files)
  if (earlier !== undefined) return new MigrationRefused({ message: `The database ${unreleasedMessage(earlier)}` })
  for (const entry of applied) {
    const file = files.find(({ id }) => id === entry.id)
    if (file === undefined) {
      return new MigrationRefused({
        message: `The database has the migration ${entry.name}, which this program does not know: it is newer than this program. Use the newer program.`
      })
    }
    if (file.sha256 !== entry.sha256) {
      return new MigrationRefused({
        message: `The migration ${entry.name} was changed after this database had run it. Put it back as it was, and change the schema in a new file.`
      })
    }
  }
  return Effect.void
}

// One DO block for each file: the protocol takes one statement at a time, and a file has many.
export const run = (sql: SqlClient.SqlClient, { name, sql: text }: Migration) =>
  running(
    name,
    Effect.andThen(
      sql.unsafe(`do $formwork_run$ begin execute $formwork_file$${text}$formwork_file$; end $formwork_run$`)
        .unprepared,
      sql`set local role none`
    )
  )

/** The same on a database that is divided among nodes, as a superuser. */
export const runDivided = (sql: SqlClient.SqlClient, { name, sql: text }: Migration) =>
  running(name, DividedMigration.run(sql, text))

const running = (name: string, file: Effect.Effect<unknown, SqlError.SqlError>) =>
  Effect.andThen(
    Effect.logInfo(`migrating: ${name}`),
    Effect.mapError(
      Effect.asVoid(file),
      (cause) =>
        new MigrationRefused({
          message: `The migration ${name} failed, and the schema is as it was: ${messageOf(cause)}.`,
          cause
        })
    )
  )

/** Last, because the first files come before the ledger itself. On a divided database nodes let the owner of the ledger in no more than elsewhere. */
const record = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  files: ReadonlyArray<Migration>,
  isDivided: boolean
) {
  if (!isDivided) yield* sql`set local role formwork_owner`
  for (const { id, name, sha256 } of files) {
    yield* sql`insert into formwork.migrations (id, name, sha256) values (${id}, ${name}, ${sha256})`
  }
  yield* sql`set local role none`
})

const notSuperuser = new MigrationRefused({
  message:
    "Only a superuser may migrate a database that is divided among nodes: give DATABASE_URL a superuser's login for this command."
})

const Login = Schema.Struct({
  login: Schema.String,
  database: Schema.String,
  superuser: Schema.Boolean,
  createsRoles: Schema.Boolean,
  createsSchemas: Schema.Boolean,
  missing: Schema.Array(Schema.String),
  foreign: Schema.Array(Schema.String),
  /** What has to be run so that the servers' roles have their settings, where the login may not run it. */
  unset: Schema.Array(Schema.String)
})
const loginRows = rows(Login)

/** The roles that own tables or functions: a migration acts as them. */
const owners = ["formwork_owner", "formwork_auth", "formwork_filing"]

/** The roles that servers, workers and operators run as. */
const servers = ["formwork_api", "formwork_operator", "formwork_worker"]

/** Checks the login's rights before the first change, and says what an administrator has to run. */
const mayMigrate = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [me] = yield* sql`
    select session_user::text as login, current_database()::text as database, r.rolsuper as superuser,
           r.rolcreaterole as "createsRoles",
           has_database_privilege(current_database(), 'create') as "createsSchemas",
           array(select n from unnest(array['formwork_owner', 'formwork_auth', 'formwork_filing', 'formwork_api', 'formwork_operator', 'formwork_worker']) n
                  where not exists (select from pg_roles where rolname = n)) as missing,
           array(select o.rolname::text from pg_roles o
                  where o.rolname = any (${owners}) and not pg_has_role(session_user, o.oid, 'member')) as foreign,
           array(select format('alter role %s set %s = %L;', w.role, s.name, s.setting)
                   from unnest(${servers}::text[]) w (role),
                        unnest(${Object.keys(sessionSettings)}::text[], ${Object.values(sessionSettings)}::text[]) s (name, setting)
                   left join lateral (select p.oid from pg_roles p where p.rolname = w.role) o on true
                  where not case
                          when o.oid is null then r.rolcreaterole -- the login will make the role
                          when current_setting('server_version_num')::integer < 160000 then r.rolcreaterole
                          else r.rolcreaterole and pg_has_role(session_user, o.oid, 'member with admin option') end
                    and not exists (select from pg_db_role_setting d, unnest(d.setconfig) c (setting)
                                     where d.setdatabase = 0 and d.setrole = o.oid and split_part(c.setting, '=', 1) = s.name)
                  order by w.role, s.name) as unset
      from pg_roles r where r.rolname = session_user`.pipe(loginRows)
  if (me === undefined || me.superuser) return
  const login = `"${me.login.replaceAll('"', '""')}"`
  const wanting = [
    ...(me.createsRoles
      ? []
      : me.missing.map((role) => `create role ${role} ${servers.includes(role) ? "login" : "nologin"};`)),
    ...(me.createsRoles && me.foreign.length === 0
      ? []
      : owners
          .filter((role) => me.foreign.includes(role) || (!me.createsRoles && me.missing.includes(role)))
          .map((role) => `grant ${role} to ${login};`)),
    ...me.unset,
    ...(me.createsSchemas ? [] : [`grant create on database "${me.database.replaceAll('"', '""')}" to ${login};`])
  ]
  if (wanting.length === 0) return
  return yield* new MigrationRefused({
    message: `The role ${login} may not prepare this database for Formwork. Let an administrator run: ${wanting.join(" ")}`,
    sql: wanting.join("\n")
  })
})
