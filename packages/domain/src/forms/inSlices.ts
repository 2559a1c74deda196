/** Work that can pause, done on this thread without holding it. */
import { Clock, Effect } from "effect"

/** How long a slice may take before other fibers and sockets have a turn. */
const sliceNanos = 4_000_000n

/** Does all of the work: a few milliseconds at a time. */
export const inSlices = Effect.fnUntraced(function* <A>(work: Generator<undefined, A, undefined>) {
  const clock = yield* Clock.Clock
  for (;;) {
    const until = clock.monotonicTimeNanosUnsafe() + sliceNanos
    do {
      const step = work.next()
      if (step.done === true) return step.value
    } while (clock.monotonicTimeNanosUnsafe() < until)
    yield* Effect.yieldNow
  }
})
