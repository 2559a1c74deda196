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

/** Counts by credential and form: a text of all that a call is counted by would be made, and hashed, for each. */
const makeCounts = () => {
  const byCredential = new Map<string, Map<FormId, Array<Counted>>>()
  const ofForm = (credentialId: string, formId: FormId): Array<Counted> => {
    const byForm = byCredential.get(credentialId) ?? new Map<FormId, Array<Counted>>()
    const counts = byForm.get(formId) ?? []
    if (counts.length === 0) byCredential.set(credentialId, byForm.set(formId, counts))
    return counts
  }
  return {
    all: (): ReadonlyArray<Counted> => [...byCredential.values()].flatMap((byForm) => [...byForm.values()].flat()),
    add: (calls: Calls): void => {
      const counts = ofForm(calls.credential.id, calls.formId)
      const known = counts.find(({ day, operation }) => operation === calls.operation && day === calls.day)
      if (known === undefined) counts.push({ ...calls })
      else known.calls += calls.calls
    }
  }
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
      let counted = makeCounts()

      const add = (calls: Calls): void => {
        counted.add(calls)
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
        const taken = counted.all()
        counted = makeCounts()
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
