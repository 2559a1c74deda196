/** Port: where submissions are kept, and everything that is true the moment one is filed. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Firing } from "../effects/Firing.ts"
import type { FormId } from "../forms/Form.ts"
import type { Caller } from "../grants/Caller.ts"
import type {
  FormNotFound,
  IdempotencyInProgress,
  IdempotencyMismatch,
  SubmissionNotFound,
  Unauthenticated
} from "../Refusal.ts"
import type { ReferenceSlot } from "./Reference.ts"
import type { Submission, SubmissionId } from "./Submission.ts"

/** The caller's promise that two requests are one. */
export interface Idempotency {
  /** As the caller sent it: 1 to 255 visible ASCII characters. Its scope is the organisation, the credential and the form. */
  readonly key: string
  /** SHA-256 of what the body means. */
  readonly bodyHash: Uint8Array
}

/** A submission about to be stored: all but what only the store can know. */
export interface Filing {
  readonly submission: Omit<Submission, "referenceNumber" | "createdAt">
  readonly reference: ReferenceSlot
  readonly firings: ReadonlyArray<Firing>
  readonly idempotency: Idempotency | undefined
}

export type Filed =
  | { readonly _tag: "Filed"; readonly submission: Submission }
  /** The first answer to the same idempotency key, again. Nothing was stored and nothing fires. */
  | { readonly _tag: "Replayed"; readonly submission: Submission }
  /** Another version went live since the evaluation: nothing was stored; evaluate again. */
  | { readonly _tag: "Superseded" }
  /** Another submission of the organisation has this reference number: nothing was stored; a random one is drawn again. */
  | { readonly _tag: "ReferenceTaken" }

export class SubmissionStore extends Context.Service<
  SubmissionStore,
  {
    /**
     * Stores a submission, its reference number, its firings, its idempotency record and an audit row: all of them or none.
     * The reference number is taken last. It is the form's next one, without gaps, and never given twice; if one filing
     * was answered before another began, its number is the smaller.
     * Refuses, in this order: `Unauthenticated` (the caller's credential has ended since it was admitted), `FormNotFound`,
     * `IdempotencyMismatch`, `IdempotencyInProgress`.
     */
    readonly file: (
      caller: Caller,
      filing: Filing
    ) => Effect.Effect<Filed, Unauthenticated | FormNotFound | IdempotencyMismatch | IdempotencyInProgress>
    /**
     * The answer that an idempotency key got, if it was used and is still remembered (24 hours).
     * Refuses: `IdempotencyMismatch`.
     */
    readonly replay: (
      caller: Caller,
      formId: FormId,
      idempotency: Idempotency
    ) => Effect.Effect<Submission | undefined, IdempotencyMismatch>
    /** Refuses: `SubmissionNotFound`, also for a submission of another organisation. */
    readonly get: (caller: Caller, id: SubmissionId) => Effect.Effect<Submission, SubmissionNotFound>
  }
>()("@formwork/domain/filing/SubmissionStore") {}
