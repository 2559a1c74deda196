/** Sending what is due, at once and in this fiber's time. */
import { Cause, Deferred, Effect, Layer } from "effect"
import type { SecretVault } from "@formwork/domain/secrets/SecretVault"
import { DispatchLimits, Dispatcher } from "@formwork/domain/sending/Dispatcher"
import type { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { Outbox } from "@formwork/domain/sending/Outbox"
import type { Ended } from "@formwork/domain/sending/Outbox"
import type { Sender } from "@formwork/domain/sending/Sender"

/**
 * Sends every effect that is due now, as a dispatcher does, and ends when all are sent. A failed effect waits until its retry is
 * due: move the clock on and drain again.
 * @returns the attempts in the order in which they ended, each with its result.
 * Dies with the defect of the outbox where that is unavailable.
 */
export const drain: Effect.Effect<
  ReadonlyArray<Ended>,
  never,
  DocumentStore | Outbox | Sender | SecretVault
> = Effect.gen(function* () {
  const outbox = yield* Outbox
  const { atOnce } = yield* DispatchLimits
  const done = yield* Deferred.make<void>()
  const attempts: Array<Ended> = []
  const stopping = <A>(effect: Effect.Effect<A>) =>
    Effect.tapCause(effect, (cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : Deferred.failCause(done, cause)))
  const watched = Outbox.of({
    ...outbox,
    claim: (limits) =>
      stopping(outbox.claim(limits)).pipe(
        // INVARIANT: a dispatcher that asks for all of its places has nothing under way, and all that it sent is settled.
        Effect.tap((claims) =>
          claims.length === 0 && limits.limit === atOnce ? Deferred.succeed(done, undefined) : Effect.void
        )
      ),
    settle: (ended) => Effect.tap(stopping(outbox.settle(ended)), () => Effect.sync(() => attempts.push(...ended)))
  })
  const sending = Dispatcher.use(({ run }) => run).pipe(
    Effect.provide(Dispatcher.layer.pipe(Layer.provide(Layer.succeed(Outbox, watched))))
  )
  yield* Effect.raceFirst(sending, Deferred.await(done))
  return attempts
})
