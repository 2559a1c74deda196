/** Uploads: a file is sent before the submission that names it, and read with it. */
import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { type FileFault, fileProblem } from "@formwork/rules/fileProblem"
import { type FileField, takesMediaType } from "@formwork/rules/files"
import * as Caller from "../callers/Caller.ts"
import { FileRefused, RequestInvalid } from "../callers/Refusal.ts"
import type {
  FormNotFound,
  PrivilegeMissing,
  SubmissionNotFound,
  Unauthenticated,
  UploadLimitReached,
  UploadNotFound
} from "../callers/Refusal.ts"
import type { FormId } from "../forms/Form.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import { type Accepts, saidBy } from "../forms/Reader.ts"
import { type Decoded, decode } from "../request/Decoded.ts"
import { problem } from "../request/decoder.ts"
import type { SubmissionId } from "./Submission.ts"
import { SubmissionStore } from "./SubmissionStore.ts"
import { type Upload, UploadId, UploadLimits } from "./Upload.ts"
import { type UploadedFile, UploadStore } from "./UploadStore.ts"

export interface UploadRequest extends UploadedFile {
  /** The name of a field of type `file`, as its definition has it: `idCard`, `photos.photo` of the rows of a list. */
  readonly field: string
  /** The languages that the reader of a refusal wants. */
  readonly accepts?: Accepts
}

export class Uploads extends Context.Service<
  Uploads,
  {
    /**
     * Keeps a file for a field of the form's live version, until a submission names it, or for a day. Filing asks again whether the field
     * takes it: by the version that is live then.
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `FormNotFound`, `RequestInvalid` (also where the form has no such
     * field for files), `FileRefused` (the field takes no such file), `Unauthenticated` (the credential ended meanwhile),
     * `UploadLimitReached`.
     */
    readonly add: (
      caller: Caller.Caller,
      formId: FormId,
      request: Decoded<UploadRequest>
    ) => Effect.Effect<
      Upload,
      PrivilegeMissing | FormNotFound | RequestInvalid | FileRefused | Unauthenticated | UploadLimitReached
    >
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
          const { accepts = [], bytes, field: name, mediaType, name: fileName } = yield* decode(request)
          const { compiled } = yield* forms.inLanguage(caller, form, accepts)
          const field = compiled.files.find((one) => one.name === name)
          if (field === undefined)
            return yield* new RequestInvalid({ problems: [problem(["field"], "choice", expected(compiled.files))] })
          const fault = faultOf({ ...field, maxBytes: Math.min(field.maxBytes, mostBytes) }, bytes.length, mediaType)
          if (fault !== undefined) {
            const sent = { field, id: "", place: name, pointer: "" }
            const problems = [fileProblem(compiled.definition.language, sent, fault)]
            return yield* new FileRefused(saidBy(compiled, { problems }))
          }
          const id = UploadId.make(yield* random.uuidV7())
          return yield* store.add(caller, { id, formId, name: fileName, mediaType, bytes }, limits)
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

const faultOf = (field: FileField, bytes: number, mediaType: string): FileFault | undefined => {
  if (bytes > field.maxBytes) return { is: "tooLarge", bytes }
  return takesMediaType(field, mediaType) ? undefined : { is: "refusedType", mediaType }
}
