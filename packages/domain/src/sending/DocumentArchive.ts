/** Port: the finished documents of an organisation's submissions, for reading. */
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import { SubmissionId } from "../filing/Submission.ts"
import type { Caller } from "../callers/Caller.ts"
import type { DocumentNotFound } from "../callers/Refusal.ts"
import type { StoredFile } from "./DocumentStore.ts"
import { FiringId } from "../filing/Firing.ts"

export const DocumentRecord = Schema.Struct({
  /** The id of the firing that made it. */
  id: FiringId,
  submissionId: SubmissionId,
  fileName: Schema.String,
  mediaType: Schema.Literal("application/pdf"),
  /** Bytes. */
  size: Schema.Int,
  createdAt: Schema.DateTimeUtcFromString
})
export type DocumentRecord = typeof DocumentRecord.Type

export class DocumentArchive extends Context.Service<
  DocumentArchive,
  {
    /** The documents of a submission, oldest first. An unknown submission has none. */
    readonly list: (caller: Caller, submissionId: SubmissionId) => Effect.Effect<ReadonlyArray<DocumentRecord>>
    /** Refuses: `DocumentNotFound`, also for a document of another submission or organisation. */
    readonly get: (
      caller: Caller,
      submissionId: SubmissionId,
      id: FiringId
    ) => Effect.Effect<StoredFile, DocumentNotFound>
  }
>()("@formwork/domain/sending/DocumentArchive") {}
