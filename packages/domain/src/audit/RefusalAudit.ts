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

/**
 * Lines without a person, a credential and a subject, as of sign-ins with addresses that no account has: within a window this many
 * kinds have a line of their own, and the others share one.
 */
const kindsOfStrangers = 10

/** A kind of refusal that is being counted. */
interface Repeat {
  readonly write: (times: number) => Effect.Effect<void>
  /** After the first. */
  times: number
}

export class RefusalAudit extends Context.Service<
  RefusalAudit,
  {
    /**
     * Notes a refusal in the background: the caller does not wait for it, and it never fails. The first of a kind is written at
     * once; its repeats within a minute become one line at the end, so a flood of refusals costs the database two lines a minute.
     * A flood of different refusals without a person, a credential and a subject costs it twenty lines more: from the eleventh kind
     * of an organisation on they share a line, without a detail.
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
      const repeats = new Map<string, Repeat>()

      /** By organisation and action: kinds of refusals by strangers that are being counted. */
      const strangers = new Map<string, number>()

      const finish = (key: string, repeat: Repeat) =>
        Effect.suspend(() => {
          repeats.delete(key)
          return repeat.times === 0 ? Effect.void : repeat.write(repeat.times)
        })
      yield* Effect.addFinalizer(() => Effect.asVoid(Effect.forEach(repeats, ([key, repeat]) => finish(key, repeat))))

      const release = (group: string) =>
        Effect.sync(() => {
          const left = (strangers.get(group) ?? 0) - 1
          if (left > 0) strangers.set(group, left)
          else strangers.delete(group)
        })

      const note = Effect.fnUntraced(function* (organisationId: OrganisationId, given: Omit<AuditEntry, "times">) {
        const { action, credential, subject, userId } = given
        const isByStranger = userId === null && credential === null && subject === null
        const group = JSON.stringify([organisationId, action])
        const keyOf = (detail: string | null) =>
          JSON.stringify([organisationId, action, userId, credential?.id, subject, detail])
        const isShared =
          isByStranger && !repeats.has(keyOf(given.detail)) && (strangers.get(group) ?? 0) >= kindsOfStrangers
        const entry = isShared ? { ...given, detail: null } : given
        const key = keyOf(entry.detail)
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
          const first: Repeat = { write: (times) => Effect.provideContext(write(times), context), times: 0 }
          repeats.set(key, first)
          const counts = isByStranger && !isShared
          if (counts) strangers.set(group, (strangers.get(group) ?? 0) + 1)
          yield* Effect.sleep(window).pipe(
            Effect.andThen(counts ? release(group) : Effect.void),
            Effect.andThen(finish(key, first)),
            Effect.forkIn(scope)
          )
        }
        yield* Effect.forkIn(write(1), scope)
      })
      return RefusalAudit.of({ note })
    })
  )
}
