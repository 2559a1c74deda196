/** An upload: a file that a field of type `file` names by its id (spec/http.md §6.29). It is kept for a submission, or for a day. */
import { Context, Schema } from "effect"
import { MAX_FILE_BYTES } from "@formwork/rules/files"
import { FormId } from "../forms/Form.ts"
import type { SubmissionId } from "./Submission.ts"

export const UploadId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("UploadId"))
export type UploadId = typeof UploadId.Type

/** The name of a file as its person had it: no folder, no control characters. */
export const FileName = Schema.String.check(
  Schema.isPattern(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}/\\]{1,255}$/u, {
    expected: "a file's name of 1 to 255 characters without / and \\"
  })
)

/** A media type without parameters, in small letters (RFC 6838 §4.2). */
export const MediaType = Schema.String.check(
  Schema.isPattern(/^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/u, {
    expected: "a media type such as `application/pdf`"
  })
)

/** An upload without its bytes. */
export const Upload = Schema.Struct({
  id: UploadId,
  formId: FormId,
  name: Schema.String,
  mediaType: Schema.String,
  /** Bytes. */
  size: Schema.Int,
  createdAt: Schema.DateTimeUtcFromString
})
export type Upload = typeof Upload.Type

/** What filing asks of an upload. */
export interface UploadState extends Pick<Upload, "id" | "mediaType" | "name" | "size"> {
  /** The submission that has it; null while none does. */
  readonly submissionId: SubmissionId | null
}

/** What uploads may take. */
export interface Limits {
  /** Bytes of one file. */
  readonly bytes: number
  /** Files of one credential that no submission has yet. */
  readonly waiting: number
  /** Bytes of all files of an organisation. */
  readonly keptBytes: number
  /** Milliseconds for which a file waits for a submission. Later it is gone. */
  readonly waitingMillis: number
}

/** Read when the services are made; configurable. */
export const UploadLimits = Context.Reference<Limits>("@formwork/domain/filing/UploadLimits", {
  defaultValue: () => ({
    bytes: MAX_FILE_BYTES,
    waiting: 200,
    keptBytes: 20e9,
    waitingMillis: 24 * 60 * 60 * 1000
  })
})
