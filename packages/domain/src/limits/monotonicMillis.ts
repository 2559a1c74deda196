/** Time that passes, by the monotonic clock: the wall clock may be set back or forth meanwhile. */
import { Clock, Effect } from "effect"

/** Milliseconds by the monotonic clock. They count from no date, so only differences mean anything. */
export const monotonicMillisOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000

/** The same, of the clock of the fiber. */
export const monotonicMillis: Effect.Effect<number> = Effect.withFiberSucceed((fiber) =>
  monotonicMillisOf(fiber.getRef(Clock.Clock))
)
