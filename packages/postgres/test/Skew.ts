/** A node whose clock is wrong, beside a database whose clock is right. */
import { Clock, Duration, Effect } from "effect"

/** Runs `self` on a node whose wall clock is off by `offset`. Its monotonic clock is right. */
export const skewed =
  (offset: Duration.Input) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.clockWith(Effect.succeed), (clock) => {
      const millis = Duration.toMillis(offset)
      const nanos = BigInt(millis) * 1_000_000n
      return Effect.provideService(self, Clock.Clock, {
        sleep: (duration) => clock.sleep(duration),
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + millis,
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis),
        currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() + nanos,
        currentTimeNanos: Effect.map(clock.currentTimeNanos, (now) => now + nanos),
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos
      })
    })
