/** Writes refusals to the audit log. A change is written by the store that makes it, in the same transaction. */
import { Context, Duration, Effect, Layer } from "effect"
import type { OrganisationId } from "../callers/Ids.ts"
import type { AuditEntry } from "./AuditEvent.ts"
import { AuditStore } from "./AuditStore.ts"

/** How long repeated refusals share a line; configurable. */
export const RefusalAuditWindow = Context.Reference<Duration.Duration>("@formwork/domain/audit/RefusalAuditWindow", {
  defaultValue: () => Duration.minutes(1)
})

/** Kinds of refusals that are counted at the same time; any further kind is written each time, uncounted. */
const countedAtOnce = 10_000

export class RefusalAudit extends Context.Service<
  RefusalAudit,
  {
    /**
     * Notes a refusal in the background: the caller does not wait for it, and it never fails. The first of a kind is written at
     * once; its repeats within a minute become one line at the end, so a flood of refusals costs the database two lines a minute.
     */
    readonly note: (organisationId: OrganisationId, entry: Omit<AuditEntry, "times">) => Effect.Effect<void>
  }
>()("@formwork/domain/audit/RefusalAudit") {
  /** When the layer closes, it writes what it has counted. */
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
