/** Time that passes, by the monotonic clock: the wall clock may be set back or forth meanwhile. */
import { Clock, Effect } from "effect"

/** Milliseconds by the monotonic clock. They count from no date, so only differences mean anything. */
export const monotonicMillis: Effect.Effect<number> = Effect.map(
  Clock.monotonicTimeNanos,
  (nanos) => Number(nanos) / 1_000_000
)
