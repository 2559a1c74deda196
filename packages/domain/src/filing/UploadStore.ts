/** Port: files that submissions name, and that wait for a submission to name them. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Unauthenticated, UploadLimitReached, UploadNotFound, UploadsWaiting } from "../callers/Refusal.ts"
import type { FormId } from "../forms/Form.ts"
import type { SubmissionId } from "./Submission.ts"
import type { Limits, Upload, UploadId, UploadState } from "./Upload.ts"

export interface NewUpload extends Omit<Upload, "createdAt" | "size"> {
  readonly bytes: Uint8Array
}

/** A file as its person sent it. */
export interface UploadedFile extends Pick<Upload, "name" | "mediaType"> {
  readonly bytes: Uint8Array
}

export class UploadStore extends Context.Service<
  UploadStore,
  {
    /**
     * Stores a file of an existing form, with a line of the audit log, and forgets some of the organisation's that have waited too long.
     * Where the credential has `waiting` files that no submission has, or they would have more than `waitingBytes`, the oldest of them make
     * room that are older than `sureMillis`; where the organisation's would have more than `keptBytes`, the oldest such ones of all.
     * Refuses, in this order: `Unauthenticated` (the caller's credential has ended since it was admitted), `UploadsWaiting`,
     * `UploadLimitReached`. What is refused has made no other one go.
     */
    readonly add: (
      caller: Caller,
      upload: NewUpload,
      limits: Omit<Limits, "bytes">
    ) => Effect.Effect<Upload, Unauthenticated | UploadsWaiting | UploadLimitReached>
    /**
     * Takes a file back that waits, with a line of the audit log. A key and those that it replaced are one credential here, and have the room of
     * one. Refuses, in this order: `Unauthenticated`, `UploadNotFound` (also for one that another credential sent, that is of another form, or
     * that a submission has).
     */
    readonly remove: (
      caller: Caller,
      formId: FormId,
      id: UploadId
    ) => Effect.Effect<void, Unauthenticated | UploadNotFound>
    /** Those of `ids` that are uploads of the form, whatever submission has them; one that has waited too long is not there. */
    readonly find: (
      caller: Caller,
      formId: FormId,
      ids: ReadonlyArray<UploadId>
    ) => Effect.Effect<ReadonlyArray<UploadState>>
    /** The files that a submission has, and those that a revision of it had: in the order of their ids. An unknown submission has none. */
    readonly list: (caller: Caller, submissionId: SubmissionId) => Effect.Effect<ReadonlyArray<Upload>>
    /** Refuses: `UploadNotFound`, also for a file of another submission or organisation, and one that still waits. */
    readonly get: (
      caller: Caller,
      submissionId: SubmissionId,
      id: UploadId
    ) => Effect.Effect<UploadedFile, UploadNotFound>
  }
>()("@formwork/domain/filing/UploadStore") {}
