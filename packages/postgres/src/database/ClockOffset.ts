/**
 * How far this machine's clock is from the database's. What the database judges is dated by the database; the day in a reference
 * number and in `today()` is this machine's (docs/decisions/0147), so a clock that is off has to be seen.
 */
import { Clock, Effect, Metric, Schedule, Schema } from "effect"
import { monotonicMillis } from "@formwork/domain/limits/monotonicMillis"
import type { Conflict } from "./SqlFailure.ts"
import { row } from "./TenantDatabase.ts"
import type { Sql } from "./TenantDatabase.ts"

const offsetSeconds = Metric.gauge("formwork_clock_offset_seconds", {
  description:
    "How far this machine's clock is ahead of the database's; negative where it is behind. Measured once a minute."
})

/** A difference up to this is usual. */
const toleratedMillis = 5_000

const database = row(Schema.Struct({ millis: Schema.Finite }))

/** Runs one statement in the database. */
type Ask = (statement: (sql: Sql) => ReturnType<Sql>) => Effect.Effect<ReadonlyArray<unknown>, Conflict>

/** How far this machine's clock is ahead, and how long the comparison took. */
const compare = Effect.fnUntraced(function* (ask: Ask) {
  const [wall, began] = [yield* Clock.currentTimeMillis, yield* monotonicMillis]
  const found = yield* ask(
    (sql) => sql`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as millis`
  ).pipe(database)
  const took = (yield* monotonicMillis) - began
  // The database read its clock at some moment of the statement: half of it is what the offset may be wrong by.
  return found === undefined ? undefined : { offset: wall + took / 2 - found.millis, took }
})

/** By how many seconds this machine's clock is ahead of the database's; negative where it is behind. */
export const seconds = (ask: Ask) => Effect.map(compare(ask), (found) => (found?.offset ?? 0) / 1_000)

/** Compares the clocks once: sets the gauge, and logs a warning where they differ by more than five seconds. */
export const measure = Effect.fn("ClockOffset.measure")(function* (ask: Ask) {
  const found = yield* compare(ask)
  if (found === undefined) return
  const { offset, took } = found
  yield* Metric.update(offsetSeconds, offset / 1_000)
  if (Math.abs(offset) - took / 2 <= toleratedMillis) return
  yield* Effect.logWarning("the clock of this machine differs from the database's; set it by NTP", {
    offsetSeconds: Math.round(offset / 1_000)
  })
})

/** Compares the clocks now and once a minute. A database that does not answer is asked again a minute later. */
export const watch = (ask: Ask): Effect.Effect<never> =>
  measure(ask).pipe(
    Effect.catchCause((cause) => Effect.logDebug("the database's clock could not be read", cause)),
    Effect.repeat(Schedule.spaced("1 minute")),
    Effect.andThen(Effect.never)
  )
