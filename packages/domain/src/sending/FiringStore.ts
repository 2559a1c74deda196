/** Port: the outbox as one organisation sees it: its own firings. */
import { Context } from "effect"
import type { DateTime, Effect } from "effect"
import type { EffectKind } from "@formwork/rules/Definition"
import type { SubmissionId } from "../filing/Submission.ts"
import type { FormId } from "../forms/Form.ts"
import type { Caller } from "../callers/Caller.ts"
import type { FiringDelivered, FiringNotFound } from "../callers/Refusal.ts"
import type { Content } from "../filing/Content.ts"
import type { FiringId } from "../filing/Firing.ts"
import type { FiringHistory, FiringRecord, FiringState, StateSummary } from "./FiringRecord.ts"

/** Each member narrows the list; without members it is every firing. */
export interface FiringFilter {
  readonly formId?: FormId
  readonly submissionId?: SubmissionId
  readonly state?: FiringState
  readonly kind?: EffectKind
  /** As `FiringRecord.destination` has it. */
  readonly destination?: string
  /** Fired at this time or later. */
  readonly from?: DateTime.Utc
  /** Fired before this time. */
  readonly to?: DateTime.Utc
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
    /**
     * How many firings of the caller's organisation, or of one of its forms, are in each state, among the newest `most` firings of the
     * organisation in that state. Every state once.
     */
    readonly summary: (
      caller: Caller,
      about: { readonly formId: FormId | undefined; readonly most: number }
    ) => Effect.Effect<ReadonlyArray<StateSummary>>
    /** Refuses: `FiringNotFound`, also for a firing of another organisation. */
    readonly get: (caller: Caller, id: FiringId) => Effect.Effect<FiringHistory, FiringNotFound>
    /** What it sends, as it was rendered; null where it has no content. Refuses: `FiringNotFound`, as `get`. */
    readonly content: (caller: Caller, id: FiringId) => Effect.Effect<Content | null, FiringNotFound>
    /**
     * Makes a firing due at once, also one that waits for its next attempt, and starts its schedule anew. A stopped endpoint may
     * be tried again. With an e-mail, the documents that it still waits for are due too; with a document, the e-mails that are dead
     * because of it wait for it again. Leaves an audit row.
     * Refuses: `FiringNotFound`, `FiringDelivered`.
     */
    readonly retry: (caller: Caller, id: FiringId) => Effect.Effect<FiringHistory, FiringNotFound | FiringDelivered>
    /**
     * Retries, in one step and each as `retry` does, the dead and stopped firings among `ids` or of `filter`, the oldest `limit` of them. Ids of other
     * organisations are ignored. Leaves one audit row for all; without a firing to retry, none.
     * @returns how many firings of the selection are due again.
     */
    readonly retryMany: (
      caller: Caller,
      selection: { readonly ids: ReadonlyArray<FiringId> } | { readonly filter: FiringFilter },
      limit: number
    ) => Effect.Effect<number>
  }
>()("@formwork/domain/sending/FiringStore") {}
