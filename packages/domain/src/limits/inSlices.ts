/** Work that can pause, done on this thread without holding it. */
import { Clock, Effect } from "effect"
import { nextTurn } from "./nextTurn.ts"

/** How long a slice may take before other fibers and sockets have a turn. */
const sliceNanos = 4_000_000n

/** Does all of the work: a few milliseconds at a time. What is done with a result that took longer begins in a turn of its own. */
export const inSlices = Effect.fnUntraced(function* <A>(work: Generator<undefined, A, undefined>) {
  const clock = yield* Clock.Clock
  for (let slices = 0; ; slices += 1) {
    const until = clock.monotonicTimeNanosUnsafe() + sliceNanos
    do {
      const step = work.next()
      if (step.done === true) {
        if (slices > 0) yield* nextTurn
        return step.value
      }
    } while (clock.monotonicTimeNanosUnsafe() < until)
    yield* nextTurn
  }
})
