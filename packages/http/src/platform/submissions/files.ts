/** Files: sent before the submission that names them, and read with it. */
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { SubmissionNotFound, UploadNotFound } from "@formwork/domain/callers/Refusal"
import { FileTypes } from "@formwork/domain/filing/FileTypes"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { FileName, Upload, UploadId } from "@formwork/domain/filing/Upload"
import { Uploads } from "@formwork/domain/filing/Uploads"
import type { UploadedFile } from "@formwork/domain/filing/UploadStore"
import { FormId } from "@formwork/domain/forms/Form"
import { MAX_FILE_BYTES } from "@formwork/rules/files"
import { accepts } from "../../endpoint/accepts.ts"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as Query from "../../endpoint/Query.ts"
import { resource } from "../../endpoint/Resource.ts"
import { file, json, noContent } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import { fileTypes } from "../../request/fileTypes.ts"
import { readFor } from "../../request/readFor.ts"
import { form } from "../forms/wire.ts"
import * as Download from "../wire/Download.ts"
import { items, list } from "../wire/Wire.ts"

const Wired = Schema.Struct({ ...Upload.fields, createdAt: Timestamp }).annotate({
  identifier: "SubmissionFile",
  description: "A file without its bytes; `size` in bytes, `mediaType` as its first bytes agree with it."
})

const add = endpoint({
  name: "add",
  method: "POST",
  path: "/api/platform/forms/:formId/files",
  summary: "Send a file for a field of type file",
  description:
    "The body is the file, and Content-Type its media type. The id in the answer is the field's value in `data`. A file that no submission " +
    "names within a day is gone, after 15 minutes where newer ones need its room; one that a submission names is its own, and goes with it. At most 10,000,000 bytes.",
  needs: "submission:write",
  of: form,
  query: {
    field: Query.parameter("The field's name: `idCard`, or `photos.photo` of the rows of a list.", Schema.String),
    name: Query.parameter("The file's name, such as `passport.pdf`.", FileName)
  },
  takesFile: true,
  bodyBytes: MAX_FILE_BYTES,
  success: json(Wired, 201),
  refuses: ["FileRefused", "UploadsWaiting", "UploadLimitReached"],
  handle: ({ caller, exchange, file: { bytes, contentType }, params, query }) =>
    Uploads.use((uploads) =>
      uploads.add(
        caller,
        params.formId,
        Effect.map(query, (given) => ({
          ...given,
          // An empty header says nothing.
          contentType: contentType === "" ? undefined : contentType,
          bytes,
          accepts: accepts(exchange)
        }))
      )
    ).pipe(Effect.provideService(FileTypes, fileTypes))
})

const remove = endpoint({
  name: "remove",
  method: "DELETE",
  path: "/api/platform/forms/:formId/files/:fileId",
  summary: "Take a file back that no submission names yet",
  description: "For the credential that sent it.",
  needs: "submission:write",
  of: {
    params: { formId: FormId, fileId: UploadId },
    notFound: new UploadNotFound()
  },
  success: noContent,
  handle: ({ caller, params }) => Uploads.use((uploads) => uploads.remove(caller, params.formId, params.fileId))
})

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/submissions/:submissionId/files",
  summary: "The files of a submission, oldest first",
  description: "Those that an earlier revision named are among them.",
  needs: "submission:read",
  of: { params: { submissionId: SubmissionId }, notFound: new SubmissionNotFound() },
  success: json(list(Wired)),
  handle: ({ caller, params }) => Uploads.use((uploads) => items(uploads.list(caller, params.submissionId)))
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/submissions/:submissionId/files/:fileId",
  summary: "A file of a submission, with its bytes",
  description: "The media type is that of the file.",
  needs: "submission:read",
  of: {
    params: { submissionId: SubmissionId, fileId: UploadId },
    notFound: new UploadNotFound()
  },
  success: file(Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "*/*" }))),
  refuses: ["UploadsAtOnce"],
  undocumented: ["Overloaded"],
  seesExchange: true,
  handle: ({ caller, exchange, params: { fileId, submissionId } }) =>
    Uploads.use(
      Effect.fnUntraced(function* (uploads) {
        const all = yield* Effect.mapError(uploads.list(caller, submissionId), (refusal) =>
          refusal._tag === "SubmissionNotFound" ? new UploadNotFound() : refusal
        )
        const found = all.find(({ id }) => id === fileId)
        if (found === undefined) return yield* new UploadNotFound()
        return download(yield* readFor(exchange, found.size, uploads.get(caller, submissionId, fileId)))
      })
    )
})

const download = ({ bytes, mediaType, name }: UploadedFile) => Download.bytes(name, mediaType, bytes)

export const files = resource("files", "Files that submissions name.", add, remove, all, get)
