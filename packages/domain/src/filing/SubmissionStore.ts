/** Port: submissions, with everything that is stored in the same transaction. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Firing } from "./Firing.ts"
import type { FormId } from "../forms/Form.ts"
import type { Caller } from "../callers/Caller.ts"
import type {
  FormNotFound,
  IdempotencyInProgress,
  IdempotencyMismatch,
  RevisionStale,
  SubmissionDeleted,
  SubmissionNotFound,
  Unauthenticated
} from "../callers/Refusal.ts"
import type { ReferenceTemplate } from "./Reference.ts"
import type { EvaluatedData, Revision, Submission, SubmissionId } from "./Submission.ts"
import type { UploadId } from "./Upload.ts"

/** The caller's promise that all requests with this key are one request. */
export interface Idempotency {
  /** As the caller sent it: an `IdempotencyKey`. */
  readonly key: string
  /** SHA-256 of what the body means. */
  readonly bodyHash: Uint8Array
}

/** A submission to store, without the members that the store assigns. */
export interface Filing {
  readonly submission: Omit<Submission, "referenceNumber" | "createdAt" | "revision">
  readonly reference: ReferenceTemplate
  readonly firings: ReadonlyArray<Firing>
  readonly idempotency: Idempotency | undefined
  /** The files that its values name, each once: they are the submission's from then on. */
  readonly uploads: ReadonlyArray<UploadId>
}

export type Filed =
  | { readonly _tag: "Filed"; readonly submission: Submission }
  /** The first answer to the same idempotency key, even if the submission has changed since. Nothing was stored and nothing fires. */
  | { readonly _tag: "Replayed"; readonly submission: Submission }
  /** Another version went live since the evaluation: nothing was stored; evaluate again. */
  | { readonly _tag: "Superseded" }
  /**
   * Another submission of the organisation has this reference number: nothing was stored; a random one is drawn again. The counter
   * of a sequence has passed the numbers that are taken, or a thousand of them, so another try goes on from there.
   */
  | { readonly _tag: "ReferenceTaken" }
  | UploadsTaken

/** Another submission has one of the files since they were looked at, or its time is over: nothing was stored; look again. */
interface UploadsTaken {
  readonly _tag: "UploadsTaken"
}

/** A change to a submission. */
export interface Change {
  readonly id: SubmissionId
  /** The revision that the change is based on. */
  readonly revision: number
  /** For the audit log. */
  readonly action: "submission.saved" | "submission.filed" | "submission.transitioned"
  /** The state after the change. */
  readonly workflowState: string
  /** Undefined keeps the stored content. */
  readonly content: EvaluatedData | undefined
  readonly transition: string | null
  readonly comment: string | null
  readonly firings: ReadonlyArray<Firing>
  /** As of a filing. Those that the submission has already stay its own. */
  readonly uploads: ReadonlyArray<UploadId>
}

export type Changed =
  | { readonly _tag: "Changed"; readonly revision: number }
  /** The new content is of a version that is no longer live: nothing was changed; evaluate again. */
  | { readonly _tag: "Superseded" }
  | UploadsTaken

export class SubmissionStore extends Context.Service<
  SubmissionStore,
  {
    /**
     * Stores a submission, its reference number, its firings, its idempotency record and an audit row: all of them or none.
     * The reference number is taken last. It is the form's next one, without gaps but for those of other forms, and never given
     * twice; if one filing
     * was answered before another began, its number is the smaller.
     * Refuses, in this order: `Unauthenticated` (the caller's credential has ended since it was admitted), `FormNotFound`,
     * `IdempotencyMismatch`, `SubmissionDeleted`, `IdempotencyInProgress`.
     */
    readonly file: (
      caller: Caller,
      filing: Filing
    ) => Effect.Effect<
      Filed,
      Unauthenticated | FormNotFound | IdempotencyMismatch | SubmissionDeleted | IdempotencyInProgress
    >
    /**
     * Makes the next revision of a submission, its firings and an audit row, and keeps the revision before it: all of it or
     * nothing. Of several changes based on the same revision, one succeeds. Reference number and `createdAt` stay.
     * Refuses, in this order: `Unauthenticated` (the caller's credential has ended since it was admitted),
     * `SubmissionNotFound`, `RevisionStale`.
     */
    readonly change: (
      caller: Caller,
      change: Change
    ) => Effect.Effect<Changed, Unauthenticated | SubmissionNotFound | RevisionStale>
    /**
     * The first answer to an idempotency key that was used in the last 24 hours: the submission as it was first stored, even if
     * it has changed since. Undefined for an unused key. Refuses: `IdempotencyMismatch`, `SubmissionDeleted`.
     */
    readonly replay: (
      caller: Caller,
      formId: FormId,
      idempotency: Idempotency
    ) => Effect.Effect<Submission | undefined, IdempotencyMismatch | SubmissionDeleted>
    /** Refuses: `SubmissionNotFound`, also for a submission of another organisation. */
    readonly get: (caller: Caller, id: SubmissionId) => Effect.Effect<Submission, SubmissionNotFound>
    /** A submission as a revision of it left it. Refuses: `SubmissionNotFound`, as `get`, and where it has no such revision. */
    readonly revision: (
      caller: Caller,
      id: SubmissionId,
      revision: number
    ) => Effect.Effect<Submission, SubmissionNotFound>
    /** Every revision of a submission, oldest first. Refuses: `SubmissionNotFound`, as `get`. */
    readonly history: (caller: Caller, id: SubmissionId) => Effect.Effect<ReadonlyArray<Revision>, SubmissionNotFound>
  }
>()("@formwork/domain/filing/SubmissionStore") {}
