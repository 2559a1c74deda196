/** The documents that were made of a submission. */
import { Context, Effect, Layer, Option } from "effect"
import { SubmissionStore } from "../filing/SubmissionStore.ts"
import type { SubmissionId } from "../filing/Submission.ts"
import * as Caller from "../callers/Caller.ts"
import { DocumentNotFound } from "../callers/Refusal.ts"
import type { PrivilegeMissing, SubmissionNotFound } from "../callers/Refusal.ts"
import { seesForms } from "../forms/concealing.ts"
import { DocumentArchive } from "./DocumentArchive.ts"
import type { DocumentRecord } from "./DocumentArchive.ts"
import type { StoredFile } from "./DocumentStore.ts"
import type { FiringId } from "../filing/Firing.ts"
import { FiringStore } from "./FiringStore.ts"
import { internalEffects } from "./internalEffects.ts"

export class Documents extends Context.Service<
  Documents,
  {
    /**
     * Oldest first; without `form:read` without those that an internal effect made.
     * Refuses, in this order: `PrivilegeMissing` (`submission:read`), `SubmissionNotFound`.
     */
    readonly list: (
      caller: Caller.Caller,
      submissionId: SubmissionId
    ) => Effect.Effect<ReadonlyArray<DocumentRecord>, PrivilegeMissing | SubmissionNotFound>
    /** With its bytes. Refuses, in this order: `PrivilegeMissing` (`submission:read`), `DocumentNotFound`, also for one that `list` leaves out. */
    readonly get: (
      caller: Caller.Caller,
      submissionId: SubmissionId,
      id: FiringId
    ) => Effect.Effect<StoredFile, PrivilegeMissing | DocumentNotFound>
  }
>()("@formwork/domain/sending/Documents") {
  static readonly layer = Layer.effect(
    Documents,
    Effect.gen(function* () {
      const archive = yield* DocumentArchive
      const submissions = yield* SubmissionStore
      const firings = yield* FiringStore
      const concealedOf = yield* internalEffects
      /** Whether the caller may know of the document that a firing made. */
      const isShown = Effect.fnUntraced(function* (caller: Caller.Caller, submissionId: SubmissionId, id: FiringId) {
        if (seesForms(caller)) return true
        const isConcealed = yield* concealedOf(caller, submissionId)
        const firing = yield* Effect.option(firings.get(caller, id))
        return Option.isSome(firing) && !isConcealed(firing.value.effectId)
      })
      return Documents.of({
        list: Effect.fn("Documents.list")(function* (caller, submissionId) {
          yield* Caller.require(caller, "submission:read")
          yield* submissions.get(caller, submissionId)
          const documents = yield* archive.list(caller, submissionId)
          return yield* Effect.filter(documents, ({ id }) => isShown(caller, submissionId, id))
        }),
        get: Effect.fn("Documents.get")(function* (caller, submissionId, id) {
          yield* Caller.require(caller, "submission:read")
          const file = yield* archive.get(caller, submissionId, id)
          return (yield* isShown(caller, submissionId, id)) ? file : yield* new DocumentNotFound()
        })
      })
    })
  )
}
