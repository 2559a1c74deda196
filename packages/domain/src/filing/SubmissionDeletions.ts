/** Deleting submissions, for good. */
import { Context, Effect, Layer } from "effect"
import * as Caller from "../callers/Caller.ts"
import type { PrivilegeMissing, SubmissionNotFound, Unauthenticated } from "../callers/Refusal.ts"
import type { SubmissionId } from "./Submission.ts"
import { SubmissionDeletionStore } from "./SubmissionDeletionStore.ts"

export class SubmissionDeletions extends Context.Service<
  SubmissionDeletions,
  {
    /**
     * Removes a submission and everything that was made of it, and writes down who did it and why. What is being sent at this
     * moment may still arrive; a file that a receiver or a folder already has stays there.
     * @param reason `DeletionReason`.
     * Refuses, in this order: `PrivilegeMissing` (`submission:delete`), `SubmissionNotFound`, also for another organisation's
     * and one that was deleted already, `Unauthenticated` (the credential ended meanwhile).
     */
    readonly remove: (
      caller: Caller.Caller,
      id: SubmissionId,
      reason: string
    ) => Effect.Effect<void, PrivilegeMissing | SubmissionNotFound | Unauthenticated>
  }
>()("@formwork/domain/filing/SubmissionDeletions") {
  static readonly layer = Layer.effect(
    SubmissionDeletions,
    Effect.map(SubmissionDeletionStore, (store) =>
      SubmissionDeletions.of({
        remove: Effect.fn("SubmissionDeletions.remove")(function* (
          caller: Caller.Caller,
          id: SubmissionId,
          reason: string
        ) {
          yield* Caller.require(caller, "submission:delete")
          yield* store.remove(caller, id, reason)
        }, Effect.uninterruptible)
      })
    )
  )
}
