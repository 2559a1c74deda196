/** The documents that were made of a submission. */
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DocumentRecord } from "@formwork/domain/sending/DocumentArchive"
import { Documents } from "@formwork/domain/sending/Documents"
import type { StoredFile } from "@formwork/domain/sending/DocumentStore"
import { FiringId } from "@formwork/domain/filing/Firing"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { DocumentNotFound, SubmissionNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import { needs, refusals, Timestamp } from "../../endpoint/Operation.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import { list } from "../wire/Wire.ts"

const Wired = Schema.Struct({ ...DocumentRecord.fields, createdAt: Timestamp }).annotate({
  identifier: "Document",
  description: "A finished document; `size` in bytes."
})

const all = HttpApiEndpoint.get("list", "/api/platform/submissions/:submissionId/documents", {
  params: { submissionId: canonicalId(SubmissionId) },
  success: list(Wired),
  error: refusals("submission:read", "SubmissionNotFound")
})
  .annotateMerge(needs("submission:read"))
  .annotate(Absent, new SubmissionNotFound())
  .annotateMerge(OpenApi.annotations({ summary: "The documents of a submission, oldest first" }))

const get = HttpApiEndpoint.get("get", "/api/platform/submissions/:submissionId/documents/:documentId", {
  params: { submissionId: canonicalId(SubmissionId), documentId: canonicalId(FiringId) },
  success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
  error: refusals("submission:read", "DocumentNotFound")
})
  .annotateMerge(needs("submission:read"))
  .annotate(Absent, new DocumentNotFound())
  .annotateMerge(OpenApi.annotations({ summary: "A document as a file" }))

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("documents")
    .annotateMerge(OpenApi.annotations({ description: "The documents that were made of a submission." }))
    .add(all, get)
    .middleware(Ids)
    .middleware(Guard)
)

/** To be saved, not shown: nothing that a document holds runs in the app's origin (RFC 6266, RFC 8187). */
const download = ({ bytes, fileName, mediaType }: StoredFile) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType: mediaType,
    headers: {
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(fileName).replaceAll(/['()*]/gu, escaped)}`,
      "x-content-type-options": "nosniff"
    }
  })

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

export const layer = HttpApiBuilder.group(
  api,
  "documents",
  Effect.fnUntraced(function* (endpoints) {
    const documents = yield* Documents
    return endpoints
      .handle("list", ({ params }) =>
        ProblemDetails.answering(
          Effect.flatMap(CurrentCaller, (caller) => documents.list(caller, params.submissionId)).pipe(
            Effect.map((items) => ({ items }))
          )
        )
      )
      .handle("get", ({ params }) =>
        ProblemDetails.answering(
          Effect.flatMap(CurrentCaller, (caller) => documents.get(caller, params.submissionId, params.documentId)).pipe(
            Effect.map(download)
          )
        )
      )
  })
)
