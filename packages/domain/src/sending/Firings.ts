/** The firings of an organisation: reading what became of them, and retrying those that failed. */
import { Context, Effect, Layer, Schema } from "effect"
import * as Caller from "../callers/Caller.ts"
import { FiringNotFound } from "../callers/Refusal.ts"
import type { FiringDelivered, FormNotFound, PrivilegeMissing } from "../callers/Refusal.ts"
import { Content } from "../filing/Content.ts"
import type { FiringId } from "../filing/Firing.ts"
import * as ReferenceMarker from "../filing/ReferenceMarker.ts"
import { SubmissionStore } from "../filing/SubmissionStore.ts"
import type { FormId } from "../forms/Form.ts"
import { FormStore } from "../forms/FormStore.ts"
import type { SubmissionId } from "../filing/Submission.ts"
import { seesForms } from "../forms/concealing.ts"
import type { Attempt, FiringHistory, FiringRecord, StateSummary } from "./FiringRecord.ts"
import { FiringStore } from "./FiringStore.ts"
import { internalEffects } from "./internalEffects.ts"
import type { FiringFilter } from "./FiringStore.ts"
import { Wakeup } from "../filing/Firing.ts"

/** Firings that one call makes due again: one statement must not hold the outbox for long. */
export const maxAtOnce = 1_000

/** Firings of one state that a summary looks at. */
const mostCounted = 10_000

const decode = Schema.decodeUnknownEffect(Content)

/** An attempt without words of its receiver. */
const silent = <A extends Attempt | null>(attempt: A): A =>
  attempt === null ? attempt : { ...attempt, excerpt: null, reason: null }

export class Firings extends Context.Service<
  Firings,
  {
    /**
     * A page, newest first. Without `form:read` attempts of internal effects have neither `excerpt` nor `reason`: a receiver may
     * repeat what it was sent.
     * @param page at most `limit` firings, older than `before`.
     * Refuses: `PrivilegeMissing` (`effect:read`).
     */
    readonly list: (
      caller: Caller.Caller,
      filter: FiringFilter,
      page: { readonly limit: number; readonly before?: FiringId }
    ) => Effect.Effect<ReadonlyArray<FiringRecord>, PrivilegeMissing>
    /**
     * How many firings are in each state: of the organisation, or of a form.
     * @returns every state once; of each the newest 10,000 firings of the organisation are looked at.
     * Refuses, in this order: `PrivilegeMissing` (`effect:read`), `FormNotFound`.
     */
    readonly summary: (
      caller: Caller.Caller,
      formId: FormId | undefined
    ) => Effect.Effect<ReadonlyArray<StateSummary>, PrivilegeMissing | FormNotFound>
    /** With every attempt, as `list` shows them. Refuses, in this order: `PrivilegeMissing` (`effect:read`), `FiringNotFound`. */
    readonly get: (
      caller: Caller.Caller,
      id: FiringId
    ) => Effect.Effect<FiringHistory, PrivilegeMissing | FiringNotFound>
    /**
     * What a firing sends, as it was rendered when its submission was stored, with the submission's reference number: every attempt
     * sends the same. Secrets are in it by their names. Null where it has no content: nothing can be sent.
     * Refuses, in this order: `PrivilegeMissing` (`effect:read`), `FiringNotFound`, `PrivilegeMissing` (`submission:read`, because
     * values are in it), `PrivilegeMissing` (`form:read`, of an internal effect).
     */
    readonly content: (
      caller: Caller.Caller,
      id: FiringId
    ) => Effect.Effect<Content | null, PrivilegeMissing | FiringNotFound>
    /**
     * Makes a firing due at once, also one that waits for its next attempt. Its id stays, so a receiver can drop a repeat.
     * Refuses, in this order: `PrivilegeMissing` (`effect:write`), `FiringNotFound`, `FiringDelivered`.
     */
    readonly retry: (
      caller: Caller.Caller,
      id: FiringId
    ) => Effect.Effect<FiringHistory, PrivilegeMissing | FiringNotFound | FiringDelivered>
    /**
     * Retries the dead and stopped firings of a selection, the oldest 1,000 of them.
     * @returns how many firings are due again; at 1,000 there may be more.
     * Refuses: `PrivilegeMissing` (`effect:write`).
     */
    readonly retryMany: (
      caller: Caller.Caller,
      selection: { readonly ids: ReadonlyArray<FiringId> } | { readonly filter: FiringFilter }
    ) => Effect.Effect<number, PrivilegeMissing>
  }
>()("@formwork/domain/sending/Firings") {
  static readonly layer = Layer.effect(
    Firings,
    Effect.gen(function* () {
      const store = yield* FiringStore
      const forms = yield* FormStore
      const submissions = yield* SubmissionStore
      const wakeup = yield* Wakeup
      const concealedOf = yield* internalEffects
      const shownRecords = Effect.fnUntraced(function* (caller: Caller.Caller, records: ReadonlyArray<FiringRecord>) {
        if (seesForms(caller)) return records
        const known = new Map<SubmissionId, (effectId: string) => boolean>()
        const shown: Array<FiringRecord> = []
        for (const record of records) {
          const { effectId, submissionId } = record
          const isConcealed = known.get(submissionId) ?? (yield* concealedOf(caller, submissionId))
          known.set(submissionId, isConcealed)
          shown.push(isConcealed(effectId) ? { ...record, lastAttempt: silent(record.lastAttempt) } : record)
        }
        return shown
      })
      const shownHistory = Effect.fnUntraced(function* (caller: Caller.Caller, history: FiringHistory) {
        const { attempts, effectId, submissionId } = history
        if (!(yield* concealedOf(caller, submissionId))(effectId)) return history
        return { ...history, lastAttempt: silent(history.lastAttempt), attempts: attempts.map(silent) }
      })
      return Firings.of({
        list: Effect.fn("Firings.list")(function* (caller, filter, page) {
          yield* Caller.require(caller, "effect:read")
          return yield* shownRecords(caller, yield* store.list(caller, filter, page))
        }),
        summary: Effect.fn("Firings.summary")(function* (caller, formId) {
          yield* Caller.require(caller, "effect:read")
          if (formId !== undefined) yield* forms.record(caller, formId)
          return yield* store.summary(caller, { formId, most: mostCounted })
        }),
        get: Effect.fn("Firings.get")(function* (caller, id) {
          yield* Caller.require(caller, "effect:read")
          return yield* shownHistory(caller, yield* store.get(caller, id))
        }),
        content: Effect.fn("Firings.content")(function* (caller, id) {
          yield* Caller.require(caller, "effect:read")
          const content = yield* store.content(caller, id)
          yield* Caller.require(caller, "submission:read")
          if (content === null) return null
          const { effectId, submissionId } = yield* store.get(caller, id)
          if ((yield* concealedOf(caller, submissionId))(effectId)) yield* Caller.require(caller, "form:read")
          if (!ReferenceMarker.isIn(content, submissionId)) return content
          // A submission that goes meanwhile takes its firings with it.
          const { referenceNumber } = yield* Effect.mapError(
            submissions.get(caller, submissionId),
            () => new FiringNotFound()
          )
          return yield* Effect.orDie(decode(ReferenceMarker.fill(content, submissionId, referenceNumber)))
        }),
        retry: Effect.fn("Firings.retry")(function* (caller, id) {
          yield* Caller.require(caller, "effect:write")
          const firing = yield* store.retry(caller, id)
          yield* wakeup
          return yield* shownHistory(caller, firing)
        }),
        retryMany: Effect.fn("Firings.retryMany")(function* (caller, selection) {
          yield* Caller.require(caller, "effect:write")
          const retried = yield* store.retryMany(caller, selection, maxAtOnce)
          yield* wakeup
          return retried
        })
      })
    })
  )
}
