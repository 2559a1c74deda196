/** Counts the calls of the versioned operations, in the process: a call waits for nobody and asks the store for nothing. */
import { Clock, Context, DateTime, Duration, Effect, Latch, Layer } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Calls, MeteredOperation } from "./Usage.ts"
import { UsageStore } from "./UsageStore.ts"

/** How long calls are counted before they are written down; configurable. What a process has not written when it is killed is lost. */
export const CallFlushInterval = Context.Reference<Duration.Duration>("@formwork/domain/usage/CallFlushInterval", {
  defaultValue: () => Duration.seconds(5)
})

export class CallCounter extends Context.Service<
  CallCounter,
  {
    /** Notes a call that reached a form, whatever became of it. */
    readonly count: (caller: Caller, operation: MeteredOperation) => Effect.Effect<void>
    /** Writes down what was counted until now. What cannot be written is kept for the next time. */
    readonly flush: Effect.Effect<void>
  }
>()("@formwork/domain/usage/CallCounter") {
  /** When the layer ends, what was counted until then is written. */
  static readonly layer = Layer.effect(
    CallCounter,
    Effect.gen(function* () {
      const store = yield* UsageStore
      const interval = yield* CallFlushInterval
      /** Open while something waits to be written: a process that nobody calls does nothing. */
      const waiting = yield* Latch.make(false)
      let counted = new Map<string, Calls>()

      const add = (calls: Calls): void => {
        const { credential, day, operation, organisationId } = calls
        const key = `${organisationId} ${credential.id} ${operation} ${day}`
        counted.set(key, { ...calls, calls: calls.calls + (counted.get(key)?.calls ?? 0) })
        waiting.openUnsafe()
      }
      const count = ({ credential, organisationId }: Caller, operation: MeteredOperation) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          const day = DateTime.formatIsoDateUtc(DateTime.makeUnsafe(now))
          add({ organisationId, credential, operation, day, calls: 1 })
        })
      const flush = Effect.suspend(() => {
        const taken = [...counted.values()]
        counted = new Map()
        waiting.closeUnsafe()
        if (taken.length === 0) return Effect.void
        return store.add(taken).pipe(
          Effect.catchCause((cause) => {
            for (const calls of taken) add(calls)
            return Effect.logWarning("calls could not be written down", cause)
          }),
          Effect.uninterruptible
        )
      })
      yield* Effect.addFinalizer(() => flush)
      yield* waiting.await.pipe(
        Effect.andThen(Effect.sleep(interval)),
        Effect.andThen(flush),
        Effect.forever,
        Effect.forkScoped
      )
      return CallCounter.of({ count, flush })
    })
  )
}
