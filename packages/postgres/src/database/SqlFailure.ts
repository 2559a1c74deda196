/** Sorts failures of the database: conflicts that a store can answer, failures that may pass, and all others. */
import { Cause, Duration, Effect, Schedule } from "effect"
import { SqlError } from "effect/sql"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { codeOf } from "./codeOf.ts"
import { withoutWords } from "./withoutWords.ts"

/** A failure that a store may turn into a refusal. Every other one is a defect. */
export type Conflict = SqlError.UniqueViolation | SqlError.LockTimeoutError

/** How long a caller waits for a connection and an answer together. The server itself gives up on a statement earlier. */
export const answerMillis = 10_000
const answerTimeout = Duration.millis(answerMillis)

/**
 * SQLSTATE classes that trying again later may help: a transaction undone so that another could go on (40), resources (53),
 * shutdown and recovery (57P), a standby (25006), an organisation that has been moved to another node (FW001).
 */
const passing = /^(?:40|53|57P|25006|FW001)/

/** Between two tries to get one of a server's few connections. */
const crowdedPause = "100 millis"

/** The SQLSTATE, where the server gave one. */
export const sqlStateOf = (error: SqlError.SqlError): string | undefined => codeOf(error.reason.cause)

/** What the server says besides its message, in no one's language: the function of its source, and the statements under way. */
const fieldOf = (error: SqlError.SqlError | SqlError.LockTimeoutError, name: "routine" | "where"): string => {
  const cause = "reason" in error ? error.reason.cause : error.cause
  const field: unknown = typeof cause === "object" && cause !== null ? Reflect.get(cause, name) : undefined
  return typeof field === "string" ? field : ""
}

/** Where a standby refuses a lock or a table that is not logged. It gives states there that mean other things elsewhere. */
const standbyRoutines = ["get_relation_info", "LockAcquireExtended"]

/** A server that does not write: a standby, or a primary that became one or was made read-only. */
const isStandby = (error: SqlError.SqlError): boolean => {
  const state = sqlStateOf(error)
  if (state === "25006") return true
  return (state === "0A000" || state === "55000") && standbyRoutines.includes(fieldOf(error, "routine"))
}

/** Where a session that begins keeps its catalogue in a file: on a full disk an internal error, XX000. */
const isWithoutRoom = (error: SqlError.SqlError): boolean =>
  sqlStateOf(error) === "XX000" && fieldOf(error, "routine") === "write_item"

/** A node that has planned for a part of a table which Citus has replaced meanwhile: also an internal error. */
const isReplaced = (error: SqlError.SqlError): boolean =>
  sqlStateOf(error) === "XX000" && /^(?:Lookup|Load)Shard/u.test(fieldOf(error, "routine"))

/** Nothing was done: another transaction has a lock that was needed, or waits for one that was had. The same may succeed later. */
export const isLocked = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "LockTimeoutError" || reason._tag === "DeadlockError"

/** The server has no connection left, and nothing has run. */
const isCrowded = (error: SqlError.SqlError): boolean => sqlStateOf(error) === "53300"

/** Opens a connection: tries again where the server has none left, for as long as a caller waits for an answer. Then that is the failure. */
export const whenThereIsRoom = <A, R>(
  opening: Effect.Effect<A, SqlError.SqlError, R>
): Effect.Effect<A, SqlError.SqlError, R> =>
  Effect.retry(opening, {
    while: isCrowded,
    schedule: Schedule.spaced(crowdedPause),
    times: answerMillis / Duration.toMillis(crowdedPause)
  })

/**
 * Each has a digit. A lost connection has a code of the system, such as ECONNRESET or EPIPE: what was sent before may have been done.
 */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/

/**
 * SQLSTATE classes after which a statement may have been done (08, 57), or would be refused again however it is put: a transaction
 * that is over (25), resources (53), the system (58), an internal error (XX).
 */
const beyondStatements = /^(?:08|25|53|57|58|XX)/

/** The server undid the statement, because of something in it: a conflict, a lock that was held, a value that it cannot store. */
export const isUndone = (error: SqlError.SqlError): boolean => {
  const state = sqlStateOf(error)
  return state !== undefined && sqlState.test(state) && !isStandby(error) && !beyondStatements.test(state)
}

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
    case "LockTimeoutError":
      return !isConflict(error.reason)
    default:
      return isStandby(error) || isWithoutRoom(error) || isReplaced(error) || passing.test(sqlStateOf(error) ?? "")
  }
}

export const unavailable = (reason: string, cause?: unknown) =>
  Effect.die(new Unavailable(cause === undefined ? { reason } : { reason, cause }))

/** A caller waits no longer than this, and is then answered that the database is unavailable. */
const patiently = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.timeoutOrElse(self, {
    duration: answerTimeout,
    orElse: () => unavailable(`the database did not answer within ${Duration.format(answerTimeout)}`)
  })

/**
 * Makes `asDefectUntimed` for the statements of one address: `asDefect` for a caller that interrupts what takes too long.
 * @param doubt is run where a server refused to write.
 */
export const asDefectUntimedAt =
  (doubt: Effect.Effect<void>) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, SqlError.SqlError> | Conflict, R> => {
    const attempt: Effect.Effect<A, Exclude<E, SqlError.SqlError> | Conflict, R> = Effect.catchCause(self, (cause) => {
      const errors = sqlErrors(cause)
      if (errors.some(isCrowded)) return Effect.andThen(Effect.sleep(crowdedPause), attempt)
      return errors.some(isStandby) ? Effect.andThen(doubt, sort(cause)) : sort(cause)
    })
    return attempt
  }

/** Makes `asDefect` for the statements of one address. @param doubt is run where a server refused to write. */
export const asDefectAt = (doubt: Effect.Effect<void>) => {
  const asDefectUntimed = asDefectUntimedAt(doubt)
  return <A, E, R>(self: Effect.Effect<A, E, R>) => patiently(asDefectUntimed(self))
}

/**
 * Leaves a store only conflicts. Every other failure becomes a defect: `Unavailable` if trying again may help. No defect has
 * Postgres' words, which may quote values, so no log has them. An outage alone has its message, which quotes none.
 */
export const asDefect = asDefectAt(Effect.void)

const sort = <E>(cause: Cause.Cause<E>): Effect.Effect<never, Exclude<E, SqlError.SqlError> | Conflict> => {
  if (hasNoSqlError(cause)) return Effect.failCause(cause)
  const errors = sqlErrors(cause)
  const [error] = errors
  const away = errors.find(isPassing)
  if (away !== undefined) return unavailable(`the database cannot do it now: ${messageOf(away)}`, withoutWords(away))
  const reason = error?.reason
  return isConflict(reason) ? Effect.fail(shortened(reason)) : Effect.die(error && withoutWords(error))
}

/** On a node of a divided database the constraints of a table's parts have its name with the part's number behind. */
const nameOf = (constraint: string): string => constraint.replace(/_[0-9]{6,}$/u, "")

/** The lock is known by the words of its context; `noConflict` takes them out. */
const shortened = (conflict: Conflict): Conflict =>
  conflict instanceof SqlError.UniqueViolation
    ? new SqlError.UniqueViolation({ cause: withoutWords(conflict), constraint: nameOf(conflict.constraint) })
    : conflict

/** Looks among the defects too: a rollback over a lost connection arrives there. */
export const sqlErrors = (cause: Cause.Cause<unknown>): ReadonlyArray<SqlError.SqlError> =>
  cause.reasons
    .map((reason) =>
      Cause.isFailReason(reason) ? reason.error : Cause.isDieReason(reason) ? reason.defect : undefined
    )
    .filter(SqlError.isSqlError)

const hasNoSqlError = <E>(cause: Cause.Cause<E>): cause is Cause.Cause<Exclude<E, SqlError.SqlError>> =>
  sqlErrors(cause).length === 0

/** For a store that has no refusal for a conflict: the conflict becomes a defect. */
export const noConflict = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, Conflict>, R> =>
  Effect.catch(self, (error) =>
    isAnswer(error) ? Effect.fail(error) : Effect.die(isConflict(error) ? withoutWords(error) : error)
  )

const isAnswer = <E>(error: E): error is Exclude<E, Conflict> => !isConflict(error)

/** The one lock whose wait is an answer: an equal request is under way. Any other lock that is held too long passes. */
const isConflict = (error: unknown): error is Conflict =>
  error instanceof SqlError.UniqueViolation ||
  (error instanceof SqlError.LockTimeoutError && fieldOf(error, "where").includes("formwork.idempotency_records"))
