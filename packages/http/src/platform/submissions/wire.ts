/** Wire schemas that the operations on submissions share. */
import { Schema } from "effect"
import { SubmissionNotFound } from "@formwork/domain/callers/Refusal"
import { Submission, SubmissionId } from "@formwork/domain/filing/Submission"
import { Timestamp } from "../../endpoint/Timestamp.ts"

/** The submission that a path names. */
export const submission = { params: { submissionId: SubmissionId }, notFound: new SubmissionNotFound() }

export const SubmissionRecord = Schema.Struct({ ...Submission.fields, createdAt: Timestamp }).annotate({
  identifier: "Submission",
  description: "A submission as it is now."
})
