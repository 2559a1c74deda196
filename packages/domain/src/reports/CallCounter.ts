/** Counts the calls of the versioned operations, in the process: a call waits for nobody and asks the store for nothing. */
import { Clock, Context, DateTime, Duration, Effect, Layer } from "effect"
import type { Caller } from "../grants/Caller.ts"
import type { Calls, Operation } from "./Usage.ts"
import { UsageStore } from "./UsageStore.ts"

/** How long calls are counted before they are written down; configurable. What a process has not written when it is killed is lost. */
export const CallsShareAWrite = Context.Reference<Duration.Duration>("@formwork/domain/reports/CallsShareAWrite", {
  defaultValue: () => Duration.seconds(5)
})

export class CallCounter extends Context.Service<
  CallCounter,
  {
    /** Notes a call that reached a form, whatever became of it. */
    readonly count: (caller: Caller, operation: Operation) => Effect.Effect<void>
    /** Writes down what was counted until now. What cannot be written is kept for the next time. */
    readonly flush: Effect.Effect<void>
  }
>()("@formwork/domain/reports/CallCounter") {
  /** When the layer ends, what was counted until then is written. */
  static readonly layer = Layer.effect(
    CallCounter,
    Effect.gen(function* () {
      const store = yield* UsageStore
      const interval = yield* CallsShareAWrite
      const scope = yield* Effect.scope
      let counted = new Map<string, Calls>()
      let isDue = false

      const add = (calls: Calls): void => {
        const { credential, day, operation, organisationId } = calls
        const key = `${organisationId} ${credential.id} ${operation} ${day}`
        counted.set(key, { ...calls, calls: calls.calls + (counted.get(key)?.calls ?? 0) })
      }
      const flush: Effect.Effect<void> = Effect.suspend(() => {
        const taken = [...counted.values()]
        counted = new Map()
        if (taken.length === 0) return Effect.void
        return store.add(taken).pipe(
          Effect.catchCause((cause) => {
            for (const calls of taken) add(calls)
            return Effect.andThen(Effect.logWarning("calls could not be written down", cause), soon)
          }),
          Effect.uninterruptible
        )
      })
      /** Nothing runs while nobody calls. */
      const soon: Effect.Effect<void> = Effect.suspend(() => {
        if (isDue) return Effect.void
        isDue = true
        return Effect.interruptible(Effect.sleep(interval)).pipe(
          Effect.andThen(Effect.sync(() => void (isDue = false))),
          Effect.andThen(flush),
          Effect.forkIn(scope),
          Effect.asVoid
        )
      })
      const count = Effect.fnUntraced(function* ({ credential, organisationId }: Caller, operation: Operation) {
        const day = DateTime.formatIsoDateUtc(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
        add({ organisationId, credential, operation, day, calls: 1 })
        yield* soon
      })
      yield* Effect.addFinalizer(() => flush)
      return CallCounter.of({ count, flush })
    })
  )
}
