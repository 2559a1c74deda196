/** Sorts failures of the database: conflicts that a store can answer, failures that may pass, and all others. */
import { Cause, Effect } from "effect"
import { SqlError } from "effect/sql"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { codeOf } from "./codeOf.ts"

/** A failure that a store may turn into a refusal. Every other one is a defect. */
export type Conflict = SqlError.UniqueViolation | SqlError.LockTimeoutError

/** How long a caller waits for a connection and an answer together. The server itself gives up on a statement earlier. */
const answerTimeout = "10 seconds"

/**
 * SQLSTATE classes that trying again later may help: a transaction undone so that another could go on (40), resources (53),
 * shutdown and recovery (57P), a standby (25006).
 */
const passing = /^(?:40|53|57P|25006)/

/** The SQLSTATE, where the server gave one. */
export const sqlStateOf = (error: SqlError.SqlError): string | undefined => codeOf(error.reason.cause)

/** The server's own message, for a log or an error message. */
export const messageOf = (error: SqlError.SqlError): string => {
  const { cause } = error.reason
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message
}

const isPassing = (error: SqlError.SqlError): boolean => {
  switch (error.reason._tag) {
    case "ConnectionError":
    case "AuthenticationError":
    case "StatementTimeoutError":
      return true
    default:
      return passing.test(sqlStateOf(error) ?? "")
  }
}

const unavailable = (reason: string, cause?: unknown) =>
  Effect.die(new Unavailable(cause === undefined ? { reason } : { reason, cause }))

/** Leaves a store only conflicts. Every other failure becomes a defect: `Unavailable` if trying again may help. */
export const asDefect = <A, E, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError> | Conflict, R> =>
  self.pipe(
    Effect.catchCause(sort),
    Effect.timeoutOrElse({
      duration: answerTimeout,
      orElse: () => unavailable(`the database did not answer within ${answerTimeout}`)
    })
  )

const sort = <E>(cause: Cause.Cause<E>): Effect.Effect<never, Exclude<E, SqlError.SqlError> | Conflict> => {
  if (hasNoSqlError(cause)) return Effect.failCause(cause)
  const errors = sqlErrors(cause)
  const away = errors.find(isPassing)
  if (away !== undefined) return unavailable(`the database cannot do it now: ${messageOf(away)}`, away)
  const reason = errors[0]?.reason
  return isConflict(reason) ? Effect.fail(reason) : Effect.die(errors[0])
}

/** Looks among the defects too: a rollback over a lost connection arrives there. */
const sqlErrors = (cause: Cause.Cause<unknown>): ReadonlyArray<SqlError.SqlError> =>
  cause.reasons
    .map((reason) =>
      Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    )
    .filter(SqlError.isSqlError)

const hasNoSqlError = <E>(cause: Cause.Cause<E>): cause is Cause.Cause<Exclude<E, SqlError.SqlError>> =>
  sqlErrors(cause).length === 0

/** For a store that has no refusal for a conflict: the conflict becomes a defect. */
export const noConflict = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, Conflict>, R> =>
  Effect.catch(self, (error) => (isAnswer(error) ? Effect.fail(error) : Effect.die(error)))

const isAnswer = <E>(error: E): error is Exclude<E, Conflict> => !isConflict(error)

const isConflict = (error: unknown): error is Conflict =>
  error instanceof SqlError.UniqueViolation || error instanceof SqlError.LockTimeoutError
