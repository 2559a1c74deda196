/** Port: the outbox as an organisation sees its own part of it. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { SubmissionId } from "../filing/Submission.ts"
import type { FormId } from "../forms/Form.ts"
import type { Caller } from "../callers/Caller.ts"
import type { FiringDelivered, FiringNotFound } from "../callers/Refusal.ts"
import type { FiringId } from "../filing/Firing.ts"
import type { FiringHistory, FiringRecord, FiringState } from "./FiringRecord.ts"

/** Each member narrows; none: every firing. */
export interface FiringFilter {
  readonly formId?: FormId
  readonly submissionId?: SubmissionId
  readonly state?: FiringState
}

export class FiringStore extends Context.Service<
  FiringStore,
  {
    /** The newest `limit` firings of the caller's organisation before the one with the id `before`, newest first. */
    readonly list: (
      caller: Caller,
      filter: FiringFilter,
      page: { readonly limit: number; readonly before?: FiringId }
    ) => Effect.Effect<ReadonlyArray<FiringRecord>>
    /** Refuses: `FiringNotFound`, also for one of another organisation. */
    readonly get: (caller: Caller, id: FiringId) => Effect.Effect<FiringHistory, FiringNotFound>
    /**
     * Makes a firing due at once, with every attempt of the schedule before it again, and lets its endpoint be tried again where it had
     * been stopped. One that waits for its next attempt need wait no longer. An audit row tells of it.
     * Refuses: `FiringNotFound`, `FiringDelivered`.
     */
    readonly retry: (caller: Caller, id: FiringId) => Effect.Effect<FiringHistory, FiringNotFound | FiringDelivered>
    /**
     * The same for those of `ids`, or that `filter` selects, that are dead or stopped, the oldest `limit` of them, in one step. Ids
     * that are none of the organisation's are passed over. One audit row tells of all; none where there was nothing to do.
     * @returns how many there were.
     */
    readonly retryMany: (
      caller: Caller,
      selection: { readonly ids: ReadonlyArray<FiringId> } | { readonly filter: FiringFilter },
      limit: number
    ) => Effect.Effect<number>
  }
>()("@formwork/domain/sending/FiringStore") {}
