/** An upload: a file that a field of type `file` names by its id (spec/http.md §6.29). It is kept for a submission, or for a day. */
import { Context, Schema } from "effect"
import { Id } from "../callers/Ids.ts"
import { MAX_FILE_BYTES } from "@formwork/rules/files"
import { FormId } from "../forms/Form.ts"
import type { SubmissionId } from "./Submission.ts"

export const UploadId = Id.pipe(Schema.brand("UploadId"))
export type UploadId = typeof UploadId.Type

/** What no name may have: control characters, separators of lines, and characters that nobody sees but that turn or hide text. */
const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}`

/**
 * The name of a file as its person had it: no folder, something to see, and nothing that shows it as another. The two joiners stay, which
 * Persian and emoji are written with.
 */
export const FileName = Schema.String.check(
  Schema.isPattern(
    new RegExp(
      String.raw`^(?!\.{1,2}$)(?=.*[^\s\p{Default_Ignorable_Code_Point}])(?:[^${UNSEEN}/\\]|[\u200c\u200d]){1,255}$`,
      "u"
    ),
    {
      expected:
        "a file's name of 1 to 255 characters that is not blank, `.` or `..`, without / and \\, control characters, and invisible ones that turn or hide text"
    }
  )
)

const essenceOf = (contentType: string): string => (contentType.split(";")[0] ?? "").trim().toLowerCase()

/** Whether a body of this `Content-Type` is a form, or parts of another kind, around a file, and not the file itself. */
export const isFormBody = (contentType: string): boolean => {
  const essence = essenceOf(contentType)
  return essence.startsWith("multipart/") || essence === "application/x-www-form-urlencoded"
}

/** What a file is said to be: a media type (RFC 6838 §4.2), with parameters or without. A form is none. */
export const ContentType = Schema.String.check(
  Schema.makeFilter(
    (contentType) =>
      !isFormBody(contentType) &&
      /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/u.test(essenceOf(contentType)),
    { expected: "a media type such as `application/pdf`" }
  )
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
  /** Files of one credential that no submission has yet, and their bytes. */
  readonly waiting: number
  readonly waitingBytes: number
  /** Bytes of all files of an organisation. */
  readonly keptBytes: number
  /** Milliseconds for which a file waits for a submission. Later it is gone. */
  readonly waitingMillis: number
  /** Milliseconds for which it surely does: after them it makes room where another one needs it (docs/decisions/0299). */
  readonly sureMillis: number
}

/** Read when the services are made; configurable. */
export const UploadLimits = Context.Reference<Limits>("@formwork/domain/filing/UploadLimits", {
  defaultValue: () => ({
    bytes: MAX_FILE_BYTES,
    waiting: 2_000,
    waitingBytes: 2e9,
    keptBytes: 20e9,
    waitingMillis: 24 * 60 * 60 * 1000,
    sureMillis: 15 * 60 * 1000
  })
})
