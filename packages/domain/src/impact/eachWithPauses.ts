/** Work on many things in a process that also answers requests: background work, in shorter slices than forms/inSlices.ts. */
import { Clock, Effect } from "effect"
import { nextTurn } from "../limits/nextTurn.ts"

/** How long is worked before requests have a turn. A filing takes several turns, each of which waits for this. */
const sliceNanos = 250_000n

/** Calls `work` with each item in turn, for a quarter of a millisecond at a time. */
export const eachWithPauses = Effect.fnUntraced(function* <A>(
  items: ReadonlyArray<A>,
  work: (item: A, index: number) => void
) {
  const clock = yield* Clock.Clock
  let until = clock.monotonicTimeNanosUnsafe() + sliceNanos
  for (const [index, item] of items.entries()) {
    work(item, index)
    if (clock.monotonicTimeNanosUnsafe() < until) continue
    yield* nextTurn
    until = clock.monotonicTimeNanosUnsafe() + sliceNanos
  }
})
