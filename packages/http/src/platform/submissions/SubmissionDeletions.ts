/** Deleting submissions. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DeletionReason, SubmissionId } from "@formwork/domain/filing/Submission"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { SubmissionNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import { bodyRefusals, needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"

const DeletionRequest = Schema.Struct({
  reason: DeletionReason.annotate({ description: "Kept in the audit log: 1 to 500 characters." })
}).annotate({
  identifier: "DeletionRequest",
  examples: [{ reason: "Asked for by the person concerned, ticket 4711." }]
})

const remove = HttpApiEndpoint.post("remove", "/api/platform/submissions/:submissionId/delete", {
  params: { submissionId: canonicalId(SubmissionId) },
  payload: DeletionRequest,
  success: HttpApiSchema.NoContent,
  error: refusals("submission:delete", ...bodyRefusals, "SubmissionNotFound")
})
  .annotateMerge(needs("submission:delete"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Delete a submission for good",
      description:
        "With its values, revisions, documents and effects; those that have not been sent are not sent any more. Its reference number is " +
        "never given again."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("submissionDeletions")
    .annotateMerge(OpenApi.annotations({ description: "Deleting submissions for good." }))
    .add(remove)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new SubmissionNotFound())
)

const deletionRequest = Payload.decoder(DeletionRequest)

export const layer = HttpApiBuilder.group(
  api,
  "submissionDeletions",
  Effect.fnUntraced(function* (endpoints) {
    const deletions = yield* Submissions
    const store = yield* SubmissionStore
    const end = Effect.fnUntraced(function* (id: SubmissionId) {
      const { reason } = yield* Payload.read(deletionRequest).pipe(Payload.of((caller) => store.get(caller, id)))
      yield* deletions.remove(yield* CurrentCaller, id, reason)
    })
    return endpoints.handleRaw("remove", ({ params }) => ProblemDetails.answering(end(params.submissionId)))
  })
)
