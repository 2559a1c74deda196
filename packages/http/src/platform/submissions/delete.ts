/** Deleting a submission. */
import { Effect, Schema } from "effect"
import { DeletionReason } from "@formwork/domain/filing/Submission"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { noContent } from "../../endpoint/Success.ts"
import { submission } from "./wire.ts"

const DeletionRequest = Schema.Struct({
  reason: DeletionReason.annotate({ description: "Kept in the audit log: 1 to 500 characters." })
}).annotate({
  identifier: "DeletionRequest",
  examples: [{ reason: "The person concerned asked for it, ticket 4711." }]
})

export const remove = endpoint({
  name: "delete",
  method: "POST",
  path: "/api/platform/submissions/:submissionId/delete",
  summary: "Delete a submission for good",
  description:
    "Also deletes its values, revisions, documents and effects; effects that are not sent yet are never sent. Its reference number is " +
    "never given again.",
  needs: "submission:delete",
  of: submission,
  body: DeletionRequest,
  success: noContent,
  refuses: ["ConfirmationRequired"],
  handle: ({ body, caller, params }) =>
    Submissions.use((submissions) =>
      submissions.remove(
        caller,
        params.submissionId,
        Effect.map(body, ({ reason }) => reason)
      )
    )
})
