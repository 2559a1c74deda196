/** Writes down what was refused. What was done is written by the store that does it, in the same transaction. */
import { Context, Duration, Effect, Layer } from "effect"
import type { OrganisationId } from "../callers/Ids.ts"
import type { AuditEntry } from "./AuditEvent.ts"
import { AuditStore } from "./AuditStore.ts"

/** How long refusals that repeat share a line; configurable. */
export const RefusalAuditWindow = Context.Reference<Duration.Duration>("@formwork/domain/audit/RefusalAuditWindow", {
  defaultValue: () => Duration.minutes(1)
})

/** Different refusals that are being counted at once; one more is written at once, uncounted. */
const countedAtOnce = 10_000

export class RefusalAudit extends Context.Service<
  RefusalAudit,
  {
    /**
     * Notes a refusal, in the background: nobody waits for it, and it never fails. The first of its like is written at once;
     * those that follow within a minute become one line at its end, so that hammering costs the database two lines a minute.
     */
    readonly note: (organisationId: OrganisationId, entry: Omit<AuditEntry, "times">) => Effect.Effect<void>
  }
>()("@formwork/domain/audit/RefusalAudit") {
  /** When the layer ends, what was counted until then is written. */
  static readonly layer = Layer.effect(
    RefusalAudit,
    Effect.gen(function* () {
      const store = yield* AuditStore
      const window = yield* RefusalAuditWindow
      const scope = yield* Effect.scope
      const repeats = new Map<string, { readonly write: (times: number) => Effect.Effect<void>; times: number }>()

      const finish = (key: string) =>
        Effect.suspend(() => {
          const repeat = repeats.get(key)
          repeats.delete(key)
          return repeat === undefined || repeat.times === 0 ? Effect.void : repeat.write(repeat.times)
        })
      yield* Effect.addFinalizer(() => Effect.forEach([...repeats.keys()], finish, { discard: true }))

      const note = Effect.fnUntraced(function* (organisationId: OrganisationId, entry: Omit<AuditEntry, "times">) {
        const { action, credential, detail, subject, userId } = entry
        const key = JSON.stringify([organisationId, action, userId, credential?.id, subject, detail])
        const repeat = repeats.get(key)
        if (repeat !== undefined) {
          repeat.times++
          return
        }
        const write = (times: number) =>
          store
            .record(organisationId, { ...entry, times })
            .pipe(
              Effect.catchCause((cause) => Effect.logWarning("a refusal could not be written to the audit log", cause))
            )
        if (repeats.size < countedAtOnce) {
          const context = yield* Effect.context<never>()
          repeats.set(key, { write: (times) => Effect.provideContext(write(times), context), times: 0 })
          yield* Effect.sleep(window).pipe(Effect.andThen(finish(key)), Effect.forkIn(scope))
        }
        yield* Effect.forkIn(write(1), scope)
      })
      return RefusalAudit.of({ note })
    })
  )
}
