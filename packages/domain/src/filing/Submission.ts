/** A submission: the record that people act on (spec/service.md §2.7; spec/http.md §6). */
import { Schema } from "effect"
import { FormId, FormVersionId } from "../forms/Form.ts"
import { Actor } from "../callers/Actor.ts"
import { Credential } from "../callers/Caller.ts"
import { Id, UserId } from "../callers/Ids.ts"
import { Outcome } from "../callers/Refusal.ts"

export const SubmissionId = Id.pipe(Schema.brand("SubmissionId"))
export type SubmissionId = typeof SubmissionId.Type

/** The state before the workflow's own: a record that may still be partial. */
export const draft = "draft"

/** A submission's values with their evaluation. Only saving a draft and filing replace it. */
export const EvaluatedData = Schema.Struct({
  /** The live version at the time, which stays readable for as long as the submission needs it. */
  formVersionId: FormVersionId,
  /** The submitted values without hidden, computed and unknown fields; nothing rewritten. */
  data: Schema.JsonObject,
  calculatedData: Schema.JsonObject,
  hiddenFields: Schema.Array(Schema.String),
  outcomes: Schema.Array(Outcome)
})
export type EvaluatedData = typeof EvaluatedData.Type

export const Submission = Schema.Struct({
  id: SubmissionId,
  formId: FormId,
  formVersionId: EvaluatedData.fields.formVersionId,
  /** Given when the row is first stored; never changed, and never given to another. */
  referenceNumber: Schema.String,
  /** `draft`, or a state of the form's workflow. */
  workflowState: Schema.String,
  data: EvaluatedData.fields.data,
  calculatedData: EvaluatedData.fields.calculatedData,
  hiddenFields: EvaluatedData.fields.hiddenFields,
  outcomes: EvaluatedData.fields.outcomes,
  createdAt: Schema.DateTimeUtcFromString,
  /** 1 when the row is first stored, and 1 more at each change. */
  revision: Schema.Int
})
export type Submission = typeof Submission.Type

/** A submission's state without its values: for a caller that may make transitions and perhaps not read values. */
export const Status = Schema.Struct({
  id: Submission.fields.id,
  referenceNumber: Submission.fields.referenceNumber,
  workflowState: Submission.fields.workflowState,
  revision: Submission.fields.revision
})
export type Status = typeof Status.Type

/** A caller's comment on a transition: 1 to 2,000 characters that a database can store. */
export const Comment = Schema.String.check(
  Schema.isPattern(/^[^\0\p{Cs}]{1,2000}$/u, { expected: "1 to 2000 characters" })
)

/** The reason for deleting a submission: 1 to 500 characters that a database can store, not only spaces. */
export const DeletionReason = Schema.String.check(
  Schema.isPattern(/^(?=[^]*\S)[^\0\p{Cs}]{1,500}$/u, { expected: "1 to 500 characters, and not spaces alone" })
)

/** One revision of a submission: who made it, with which credential, and when. It never changes, and goes only with its submission. */
export const Revision = Schema.Struct({
  revision: Schema.Int,
  workflowState: Schema.String,
  formVersionId: FormVersionId,
  /** The transition that led here; null for a submission that was stored, saved again or filed. */
  transition: Schema.NullOr(Schema.String),
  comment: Schema.NullOr(Comment),
  userId: UserId,
  credential: Credential,
  by: Actor,
  at: Schema.DateTimeUtcFromString
})
export type Revision = typeof Revision.Type
