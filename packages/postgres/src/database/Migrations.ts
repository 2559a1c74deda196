/** Brings a database to the schema that this program needs: each file under migrations/ that its ledger does not have. */
import { Cause, Effect, Schedule } from "effect"
import { SqlError } from "effect/sql"
import type { SqlClient } from "effect/sql"
import * as Ledger from "./Ledger.ts"
import * as LongTransactions from "./LongTransactions.ts"
import { lockId } from "./alone.ts"
import { mayMigrate } from "./mayMigrate.ts"
import * as MigrationFiles from "./MigrationFiles.ts"
import type { Migration } from "./MigrationFiles.ts"
import { MigrationRefused } from "./MigrationRefused.ts"
import { messageOf, sqlErrors } from "./SqlFailure.ts"
import * as Distribution from "./nodes/Distribution.ts"
import * as DividedMigration from "./nodes/DividedMigration.ts"

/** The numbers of the files that make the roles. */
const roles: ReadonlyArray<number> = [1, 17]

/** How long a statement of a file waits for a lock. Whoever needs the same table waits behind it meanwhile. */
const lockTimeout = "1s"

/** Between two tries, in which those that waited go on. */
const lockPause = "2 seconds"

/** How often a migration whose lock is held is tried: for ten minutes. */
const lockTries = 200

/**
 * Runs what is pending, one caller at a time. Logs a line for each file. The roles, which have files of their own, are committed before
 * the others run; of the others all run or none. While others work: a lock is waited for no longer than a second, and then all is tried again.
 * @param sql a connection whose role may create roles and schemas, or finds them made by an administrator.
 * @returns the names of those that ran.
 */
export const migrate = Effect.fn("Migrations.migrate")(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<ReadonlyArray<string>, MigrationRefused | SqlError.SqlError> {
  const files = yield* MigrationFiles.known
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
      yield* Ledger.record(sql, pending, isDivided)
      isCommitting = true
      return pending.map(({ name }) => name)
    })
  )
  return yield* Effect.flatMap(preparing, (isPrepared) => (isPrepared ? Effect.succeed([]) : migrating)).pipe(
    Effect.tapError((error) =>
      isLocked(error) ? Effect.flatMap(LongTransactions.read(sql), tellWaiting) : Effect.void
    ),
    Effect.retry({ while: isLocked, schedule: Schedule.spaced(lockPause), times: lockTries }),
    Effect.catchCause((cause) => Effect.failCause(lostOr(cause, isCommitting)))
  )
})

/** The lock that a file needs is held by another transaction. */
const isLocked = (error: MigrationRefused | SqlError.SqlError): boolean =>
  error instanceof MigrationRefused &&
  SqlError.isSqlError(error.cause) &&
  error.cause.reason._tag === "LockTimeoutError"

const tellWaiting = (open: ReadonlyArray<LongTransactions.LongTransaction>) =>
  Effect.logWarning(
    "migrating: another transaction holds a lock that is needed; trying again" +
      (open.length === 0 ? "" : `. Open: ${open.map(LongTransactions.sentenceOf).join("; ")}`)
  )

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
  const applied = yield* Ledger.read(sql)
  yield* Ledger.agree(applied, files)
  yield* sql`select set_config('lock_timeout', ${lockTimeout}, true)`
  return Ledger.lacking(applied, files)
})

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

/** The rows of a divided database belong to roles that may not log in on its nodes. */
export const notSuperuser = new MigrationRefused({
  message:
    "Only a superuser may migrate a database that is divided among nodes: give DATABASE_URL a superuser's login for this command."
})
