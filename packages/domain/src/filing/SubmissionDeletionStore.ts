/** Port: deletes submissions. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { SubmissionNotFound, Unauthenticated } from "../callers/Refusal.ts"
import type { SubmissionId } from "./Submission.ts"

export class SubmissionDeletionStore extends Context.Service<
  SubmissionDeletionStore,
  {
    /**
     * Removes a submission with its values, every revision, its firings and their attempts, its files, and the documents
     * that were made of it: all of it or nothing. Firings that are not yet sent are never sent. What stays is its reference number, which is
     * never given again, the records of its idempotency keys until they expire, and a line of the audit log with `reason`.
     * Refuses, in this order: `Unauthenticated` (the caller's credential has ended since it was admitted), `SubmissionNotFound`.
     */
    readonly remove: (
      caller: Caller,
      id: SubmissionId,
      reason: string
    ) => Effect.Effect<void, Unauthenticated | SubmissionNotFound>
  }
>()("@formwork/domain/filing/SubmissionDeletionStore") {}
