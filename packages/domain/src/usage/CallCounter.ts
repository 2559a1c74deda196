/** Counts the calls of the versioned operations in memory, so that a call does not wait for the store. */
import { Clock, Context, DateTime, Duration, Effect, Latch, Layer } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { FormId } from "../forms/Form.ts"
import type { Calls, MeteredOperation } from "./Usage.ts"
import { UsageStore } from "./UsageStore.ts"

/** How long calls are counted before they are stored; configurable. A process that is killed loses what it has not stored. */
export const CallFlushInterval = Context.Reference<Duration.Duration>("@formwork/domain/usage/CallFlushInterval", {
  defaultValue: () => Duration.seconds(5)
})

interface Counted extends Calls {
  calls: number
}

const dayMillis = 86_400_000

/** The date in UTC, which is formatted once a day. */
const days = () => {
  let number = NaN
  let date = ""
  return (now: number): string => {
    if (Math.floor(now / dayMillis) === number) return date
    number = Math.floor(now / dayMillis)
    date = DateTime.formatIsoDateUtc(DateTime.makeUnsafe(now))
    return date
  }
}

export class CallCounter extends Context.Service<
  CallCounter,
  {
    /** Counts a call that reached a form, whether or not it succeeded; or, for the lines of a batch, as many as `calls`. */
    readonly count: (caller: Caller, operation: MeteredOperation, formId: FormId, calls?: number) => Effect.Effect<void>
    /** The same for a call at `nowMillis`, at once. */
    readonly countUnsafe: (
      nowMillis: number,
      caller: Caller,
      operation: MeteredOperation,
      formId: FormId,
      calls?: number
    ) => void
    /** Stores the counts. Counts that cannot be stored are kept for the next time. */
    readonly flush: Effect.Effect<void>
  }
>()("@formwork/domain/usage/CallCounter") {
  /** When the layer closes, it stores what it has counted. */
  static readonly layer = Layer.effect(
    CallCounter,
    Effect.gen(function* () {
      const store = yield* UsageStore
      const interval = yield* CallFlushInterval
      /** Open while counts wait to be stored: an idle process does nothing. */
      const waiting = yield* Latch.make(false)
      let counted = new Map<string, Counted>()

      const add = ({ calls, credential, day, formId, operation, organisationId }: Calls): void => {
        const key = `${organisationId} ${credential.id} ${operation} ${day} ${formId}`
        const known = counted.get(key)
        if (known === undefined) counted.set(key, { organisationId, credential, formId, operation, day, calls })
        else known.calls += calls
        waiting.openUnsafe()
      }
      const dayOf = days()
      const countUnsafe = (
        now: number,
        { credential, organisationId }: Caller,
        operation: MeteredOperation,
        formId: FormId,
        calls = 1
      ): void => add({ organisationId, credential, formId, operation, day: dayOf(now), calls })
      const count = (caller: Caller, operation: MeteredOperation, formId: FormId, calls = 1) =>
        Effect.map(Clock.currentTimeMillis, (now) => countUnsafe(now, caller, operation, formId, calls))
      const flush = Effect.suspend(() => {
        const taken = [...counted.values()]
        counted = new Map()
        waiting.closeUnsafe()
        if (taken.length === 0) return Effect.void
        return store.add(taken).pipe(
          Effect.catchCause((cause) => Effect.as(Effect.logWarning("calls could not be stored", cause), taken)),
          Effect.map((left) => {
            for (const calls of left) add(calls)
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
      return CallCounter.of({ count, countUnsafe, flush })
    })
  )
}
