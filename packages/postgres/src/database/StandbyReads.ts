/**
 * Reads that a standby may answer: each where the standby has all that the primary had when the read began, and otherwise the primary
 * (docs/decisions/0315).
 */
import { Cause, Clock, Duration, Effect, Exit, Metric, Option, Schedule, Schema, Scope } from "effect"
import { monotonicMillisOf } from "@formwork/domain/limits/monotonicMillis"
import { reads } from "./metrics.ts"
import type { StartRefused } from "./StartRefused.ts"
import { row } from "./TenantDatabase.ts"
import type { Database } from "./TenantDatabase.ts"

/** A standby that has been found fit. */
export interface Standby {
  readonly database: Database
  /** It is no standby any more: another is looked for. */
  readonly doubt: Effect.Effect<void>
}

export interface Options {
  readonly primary: Database
  /** Opens the standby and checks it as a server is checked at the start. */
  readonly open: Effect.Effect<Standby, StartRefused, Scope.Scope>
  /** What the log says of a server that is opened and is no standby of the primary's database. */
  readonly foreign: StartRefused
  /** How long a read waits for the standby to have what the primary had. */
  readonly lag: Duration.Duration
}

/** After a read that waited in vain, or failed, the next ones go to the primary for so long. */
const restMillis = 1_000

/** Between two tries to open a standby. */
const pause = "5 seconds"

/** A moment in the primary's log, and which database that is. */
const Position = Schema.Struct({
  lsn: Schema.String,
  timeline: Schema.String,
  /** What a server has in common with its standbys alone, through every failover. */
  system: Schema.String,
  database: Schema.String
})

const positionRow = row(Position)
const Reached = Schema.Struct({ isStandby: Schema.Boolean, isOwn: Schema.Boolean, isThere: Schema.Boolean })
type Reached = typeof Reached.Type
const reachedRow = row(Reached)

/** What has been answered to any caller lies before it: on the disk, or where commits do not wait for that, written at all. */
const positionOf = ({ common }: Database) =>
  common(
    "read",
    (sql) => sql`
      select (case when current_setting('synchronous_commit') = 'off'
                then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as lsn,
             left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline,
             (select system_identifier from pg_control_system())::text as "system",
             (select oid from pg_database where datname = current_database())::text as "database"`
  ).pipe(positionRow, Effect.orDie)

/**
 * Whether a standby has replayed the primary's log up to a position. A former leader that was cut off may be further in a log of its own,
 * which has another timeline. To another database a position is a number like any other, so that is asked each time: an address may lead
 * to another server by now.
 */
const reached = ({ common }: Database, { database, lsn, system, timeline }: typeof Position.Type) =>
  common(
    "read",
    (sql) => sql`
      select pg_is_in_recovery() as "isStandby",
             (select system_identifier from pg_control_system())::text = ${system}
               and (select oid from pg_database where datname = current_database())::text = ${database} as "isOwn",
             coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false)
               and lpad(upper(to_hex((select timeline_id from pg_control_checkpoint()))), 8, '0') = ${timeline} as "isThere"`
  ).pipe(reachedRow, Effect.orDie)

/** Whether a server is known to have another database than the primary's. Where one of them does not answer, each read will ask. */
const isForeign = (primary: Database, other: Database) =>
  positionOf(primary).pipe(
    Effect.flatMap((position) => (position === undefined ? Effect.undefined : reached(other, position))),
    Effect.map((found) => found?.isOwn === false),
    Effect.catchCause((cause) => (isEnded(cause) ? Effect.failCause(cause) : Effect.succeed(false)))
  )

/** Replay is some milliseconds behind; who waits longer asks less often. */
const looking = Schedule.exponential("2 millis", 1.5)

/** Keeps trying to open the standby: it may be away when the server starts. */
const opening = Effect.fnUntraced(function* (
  { foreign, open, primary }: Options,
  opened: (standby: Standby) => Effect.Effect<void>
) {
  const scope = yield* Scope.Scope
  const compared = Effect.tap(open, ({ database }) =>
    Effect.flatMap(isForeign(primary, database), (differs) => (differs ? Effect.fail(foreign) : Effect.void))
  )
  const attempt = Effect.gen(function* () {
    const own = yield* Scope.fork(scope)
    return yield* Scope.provide(compared, own).pipe(Effect.onError((cause) => Scope.close(own, Exit.failCause(cause))))
  })
  let isSaid = false
  const trying: Effect.Effect<void> = attempt.pipe(
    Effect.flatMap(opened),
    Effect.catch((refusal) =>
      Effect.suspend(() => {
        const saying = isSaid ? Effect.void : Effect.logWarning(`no standby is read: ${refusal.message}`)
        isSaid = true
        return saying.pipe(Effect.andThen(Effect.sleep(pause)), Effect.andThen(trying))
      })
    )
  )
  yield* Effect.forkIn(trying, scope)
})

/** Whether waiting would change nothing. */
const isSettled = ({ isOwn, isStandby, isThere }: Reached) => !isOwn || isThere || !isStandby

/** The ways to the primary, of which `lately` leads to the standby where that is fresh. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const { lag, primary } = options
  const clock = yield* Clock.Clock
  let standby: Standby | undefined
  let restsUntil = 0
  let isLeft: boolean | undefined
  const told = (nowLeft: boolean, sentence: string) =>
    Effect.suspend(() => {
      if (isLeft === nowLeft) return Effect.void
      const isFirst = isLeft === undefined
      isLeft = nowLeft
      // Who is warned that it was left wants to see that it is read again.
      return isFirst && !nowLeft ? Effect.logInfo(sentence) : Effect.logWarning(sentence)
    })
  const leave = (why: string) =>
    Effect.suspend(() => {
      restsUntil = monotonicMillisOf(clock) + restMillis
      return told(true, `reads go to the primary: the standby ${why}`)
    })
  yield* opening(options, (found) =>
    Effect.sync(() => {
      standby = found
    })
  )

  /** Whether the standby has what the primary has now; waits for that no longer than `lag`. */
  const isFresh = ({ database, doubt }: Standby): Effect.Effect<boolean> =>
    Effect.gen(function* () {
      const position = yield* positionOf(primary)
      if (position === undefined) return false
      const found = yield* reached(database, position).pipe(
        Effect.repeat({ until: (state) => state === undefined || isSettled(state), schedule: looking }),
        Effect.timeoutOption(lag)
      )
      const state = Option.getOrUndefined(found)
      if (state?.isOwn === true && state.isThere) return true
      if (state?.isStandby === false) yield* doubt
      yield* leave(
        state === undefined
          ? `is more than ${Duration.format(lag)} behind`
          : state.isOwn
            ? "is a primary now"
            : "is of another database"
      )
      return false
    }).pipe(
      Effect.catchCause((cause) => (isEnded(cause) ? Effect.failCause(cause) : Effect.as(leave("failed"), false)))
    )

  const byPrimary = <A, E>(use: (database: Database) => Effect.Effect<A, E>) =>
    Effect.andThen(Metric.update(reads.primary, 1), use(primary))

  const lately = <A, E>(use: (database: Database) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const found = standby
      if (found === undefined || monotonicMillisOf(clock) < restsUntil) return byPrimary(use)
      return Effect.flatMap(isFresh(found), (fresh) => {
        if (!fresh) return byPrimary(use)
        return use(found.database).pipe(
          Effect.tap(() => Effect.andThen(Metric.update(reads.standby, 1), told(false, "reads go to the standby"))),
          // Replay may have needed a row's place, or the standby has gone: nothing was stored, so the primary is asked.
          Effect.catchCause((cause) =>
            isEnded(cause) ? Effect.failCause(cause) : Effect.andThen(leave("failed"), byPrimary(use))
          )
        )
      })
    })
  return { ...primary, lately }
})

const isEnded = <E>(cause: Cause.Cause<E>): boolean => Cause.hasInterrupts(cause)
