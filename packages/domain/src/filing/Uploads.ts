/** Uploads: a file is sent before the submission that names it, and read with it. */
import { Context, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { type FileFault, fileProblem } from "@formwork/rules/fileProblem"
import type { FileField } from "@formwork/rules/files"
import { takesMediaType } from "@formwork/rules/mediaTypes"
import * as Caller from "../callers/Caller.ts"
import { FileRefused, RequestInvalid, UploadLimitReached } from "../callers/Refusal.ts"
import type {
  FormNotFound,
  PrivilegeMissing,
  SubmissionNotFound,
  Unauthenticated,
  UploadNotFound,
  UploadsWaiting
} from "../callers/Refusal.ts"
import type { FormId } from "../forms/Form.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import { type Accepts, saidBy } from "../forms/Reader.ts"
import { type Decoded, decode } from "../request/Decoded.ts"
import { decoder, problem } from "../request/decoder.ts"
import { FileTypes } from "./FileTypes.ts"
import { fieldFault } from "./fieldFault.ts"
import { sentType } from "./sentType.ts"
import type { SubmissionId } from "./Submission.ts"
import { SubmissionStore } from "./SubmissionStore.ts"
import { ContentType, FileName, type Upload, UploadId, UploadLimits } from "./Upload.ts"
import { type UploadedFile, UploadStore } from "./UploadStore.ts"

export interface UploadRequest {
  /** The name of a field of type `file`, as its definition has it: `idCard`, `photos.photo` of the rows of a list. */
  readonly field: string
  /** A `FileName`. */
  readonly name: string
  /** What the file is said to be, a `ContentType`; undefined where nobody says it. */
  readonly contentType?: string | undefined
  readonly bytes: Uint8Array
  /** The languages that the reader of a refusal wants. */
  readonly accepts?: Accepts
}

export class Uploads extends Context.Service<
  Uploads,
  {
    /**
     * Keeps a file for a field of the form's live version, until a submission names it, or for a day. Filing asks again whether the field
     * takes it: by the version that is live then. What its bytes are, `FileTypes` tells.
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `FormNotFound`, `RequestInvalid` (no such name of a file or media
     * type, or the form has no such field for files), `FileRefused` (the first of: it is empty, too large, not what it is said to be, of a
     * type that the field does not take), `Unauthenticated` (the credential ended meanwhile), `UploadsWaiting`, `UploadLimitReached`.
     */
    readonly add: (
      caller: Caller.Caller,
      formId: FormId,
      request: Decoded<UploadRequest>
    ) => Effect.Effect<
      Upload,
      | PrivilegeMissing
      | FormNotFound
      | RequestInvalid
      | FileRefused
      | Unauthenticated
      | UploadsWaiting
      | UploadLimitReached
    >
    /**
     * Takes a file back that no submission has, for the credential that sent it. Refuses, in this order: `PrivilegeMissing`
     * (`submission:write`), `Unauthenticated`, `UploadNotFound`.
     */
    readonly remove: (
      caller: Caller.Caller,
      formId: FormId,
      id: UploadId
    ) => Effect.Effect<void, PrivilegeMissing | Unauthenticated | UploadNotFound>
    /** The files of a submission, those of its earlier revisions too. Refuses, in this order: `PrivilegeMissing` (`submission:read`), `SubmissionNotFound`. */
    readonly list: (
      caller: Caller.Caller,
      submissionId: SubmissionId
    ) => Effect.Effect<ReadonlyArray<Upload>, PrivilegeMissing | SubmissionNotFound>
    /** With its bytes. Refuses, in this order: `PrivilegeMissing` (`submission:read`), `UploadNotFound`. */
    readonly get: (
      caller: Caller.Caller,
      submissionId: SubmissionId,
      id: UploadId
    ) => Effect.Effect<UploadedFile, PrivilegeMissing | UploadNotFound>
  }
>()("@formwork/domain/filing/Uploads") {
  static readonly layer = Layer.effect(
    Uploads,
    Effect.gen(function* () {
      const store = yield* UploadStore
      const submissions = yield* SubmissionStore
      const forms = yield* LiveForms
      const random = yield* SecureRandom.SecureRandom
      const { bytes: mostBytes, ...limits } = yield* UploadLimits
      return Uploads.of({
        add: Effect.fn("Uploads.add")(function* (
          caller: Caller.Caller,
          formId: FormId,
          request: Decoded<UploadRequest>
        ) {
          yield* Caller.require(caller, "submission:write")
          const form = yield* forms.get(caller, formId)
          const { accepts = [], bytes, contentType, field: name, name: fileName } = yield* decode(request)
          yield* Effect.fromResult(readAbout({ name: fileName, ...(contentType === undefined ? {} : { contentType }) }))
          const { compiled } = yield* forms.inLanguage(caller, form, accepts)
          const field = compiled.files.find((one) => one.name === name)
          if (field === undefined)
            return yield* new RequestInvalid({ problems: [problem(["field"], "choice", expected(compiled.files))] })
          const bounded = { ...field, maxBytes: Math.min(field.maxBytes, mostBytes) }
          const kept = typeFor(bounded, bytes, sentType(contentType, bytes, yield* FileTypes))
          if (typeof kept !== "string") {
            const sent = { field: bounded, id: "", place: name, pointer: "" }
            const problems = [fileProblem(compiled.definition.language, sent, kept)]
            return yield* new FileRefused(saidBy(compiled, { problems }))
          }
          const id = UploadId.make(yield* random.uuidV7())
          return yield* Effect.mapError(
            store.add(caller, { id, formId, name: fileName, mediaType: kept, bytes }, limits),
            (refusal) =>
              refusal._tag === "UploadLimitReached"
                ? new UploadLimitReached(saidBy(compiled, { limit: refusal.limit }))
                : refusal
          )
        }, Effect.uninterruptible),
        remove: Effect.fn("Uploads.remove")(function* (caller, formId, id) {
          yield* Caller.require(caller, "submission:write")
          yield* store.remove(caller, formId, id)
        }, Effect.uninterruptible),
        list: Effect.fn("Uploads.list")(function* (caller, submissionId) {
          yield* Caller.require(caller, "submission:read")
          yield* submissions.get(caller, submissionId)
          return yield* store.list(caller, submissionId)
        }),
        get: Effect.fn("Uploads.get")(function* (caller, submissionId, id) {
          yield* Caller.require(caller, "submission:read")
          return yield* store.get(caller, submissionId, id)
        })
      })
    })
  )
}

const expected = (fields: ReadonlyArray<FileField>): string =>
  fields.length === 0
    ? "names no field: this form takes no files"
    : `must be one of ${fields.map(({ name }) => name).join(", ")}`

/** What a request says of its file. The field is looked for in the form. */
const readAbout = decoder(Schema.Struct({ name: FileName, contentType: Schema.optionalKey(ContentType) }))

/** The type that a file is kept under: of those that it may have, the first that the field takes. Or why it is not kept. */
const typeFor = (field: FileField, bytes: Uint8Array, sent: ReturnType<typeof sentType>): string | FileFault => {
  if (bytes.length === 0) return { is: "empty" }
  const [likeliest] = sent.mediaTypes ?? [""]
  const mediaType = sent.mediaTypes?.find((one) => takesMediaType(field, one)) ?? likeliest
  const fault = fieldFault(field, { mediaType, size: bytes.length })
  if (sent.mediaTypes !== undefined || fault?.is === "tooLarge") return fault ?? mediaType
  return { is: "otherBytes", said: sent.said, found: sent.found }
}
