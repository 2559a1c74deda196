/** The documents made from a submission. */
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { DocumentNotFound, SubmissionNotFound } from "@formwork/domain/callers/Refusal"
import { FiringId } from "@formwork/domain/filing/Firing"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { DocumentRecord } from "@formwork/domain/sending/DocumentArchive"
import { Documents } from "@formwork/domain/sending/Documents"
import type { StoredFile } from "@formwork/domain/sending/DocumentStore"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { file, json } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import { readFor } from "../../request/readFor.ts"
import * as Download from "../wire/Download.ts"
import { items, list } from "../wire/Wire.ts"

const Wired = Schema.Struct({ ...DocumentRecord.fields, createdAt: Timestamp }).annotate({
  identifier: "Document",
  description: "A finished document; `size` in bytes."
})

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/submissions/:submissionId/documents",
  summary: "The documents of a submission, oldest first",
  needs: "submission:read",
  of: { params: { submissionId: SubmissionId }, notFound: new SubmissionNotFound() },
  success: json(list(Wired)),
  handle: ({ caller, params }) => Documents.use((documents) => items(documents.list(caller, params.submissionId)))
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/submissions/:submissionId/documents/:documentId",
  summary: "A document as a file",
  needs: "submission:read",
  of: {
    params: { submissionId: SubmissionId, documentId: FiringId },
    notFound: new DocumentNotFound()
  },
  success: file(Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" }))),
  refuses: ["UploadsAtOnce"],
  undocumented: ["Overloaded"],
  seesExchange: true,
  handle: ({ caller, exchange, params: { documentId, submissionId } }) =>
    Documents.use(
      Effect.fnUntraced(function* (documents) {
        const all = yield* Effect.mapError(documents.list(caller, submissionId), (refusal) =>
          refusal._tag === "SubmissionNotFound" ? new DocumentNotFound() : refusal
        )
        const found = all.find(({ id }) => id === documentId)
        if (found === undefined) return yield* new DocumentNotFound()
        return download(yield* readFor(exchange, found.size, documents.get(caller, submissionId, documentId)))
      })
    )
})

const download = ({ bytes, fileName, mediaType }: StoredFile) => Download.bytes(fileName, mediaType, bytes)

export const documents = resource("documents", "The documents of a submission.", all, get)
