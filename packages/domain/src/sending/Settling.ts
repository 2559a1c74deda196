/** Recording how attempts ended: those that end while a statement is under way share the next one. */
import { Deferred, Effect, Queue, Schedule } from "effect"
import type { Ended, Outbox } from "./Outbox.ts"

/** The backoff for failures of the outbox itself. */
export const backoff = Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("15 seconds")])

interface Waiting {
  readonly ended: Ended
  /** Fails where the shared statement did. */
  readonly recorded: Deferred.Deferred<void, unknown>
}

/**
 * Until the scope closes. What it gives records one attempt, and never fails: the store may be unavailable for longer than it tries,
 * a minute. Then the lease ends, and the next claim records this attempt as lost.
 */
export const make = Effect.fnUntraced(function* (outbox: Outbox["Service"]) {
  const queue = yield* Queue.unbounded<Waiting>()
  const together = Effect.gen(function* () {
    const waiting = yield* Queue.takeAll(queue)
    const exit = yield* Effect.exit(Effect.asVoid(Effect.sandbox(outbox.settle(waiting.map(({ ended }) => ended)))))
    for (const { recorded } of waiting) yield* Deferred.done(recorded, exit)
  })
  yield* Effect.forkScoped(Effect.forever(together))

  // INVARIANT: an attempt whose record the store refuses keeps no other from being recorded: after a failure each tries alone.
  const alone = (ended: Ended) =>
    outbox.settle([ended]).pipe(
      Effect.sandbox,
      Effect.retry({ schedule: backoff, times: 8 }),
      Effect.tapCause((cause) =>
        Effect.logError("an attempt could not be recorded", { firing: ended.claim.id }, cause)
      ),
      Effect.ignore
    )
  return Effect.fnUntraced(function* (ended: Ended) {
    const recorded = yield* Deferred.make<void, unknown>()
    yield* Queue.offer(queue, { ended, recorded })
    yield* Deferred.await(recorded).pipe(Effect.catchCause(() => alone(ended)))
  })
})
