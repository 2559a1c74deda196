/** A submission: the record that people act on (service.md, Submission; contract.md §6). */
import { Schema } from "effect"
import { FormId, FormVersionId } from "../forms/Form.ts"
import { Outcome } from "../Refusal.ts"

export const SubmissionId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("SubmissionId"))
export type SubmissionId = typeof SubmissionId.Type

export const Submission = Schema.Struct({
  id: SubmissionId,
  formId: FormId,
  /** The live version at the time, which stays readable for as long as the submission needs it. */
  formVersionId: FormVersionId,
  /** Given once, when the row is first stored, and never again. */
  referenceNumber: Schema.String,
  /** `draft`, or a state of the form's workflow. */
  workflowState: Schema.String,
  /** The submitted values without hidden, computed and unknown fields; nothing rewritten. */
  data: Schema.JsonObject,
  calculatedData: Schema.JsonObject,
  hiddenFields: Schema.Array(Schema.String),
  outcomes: Schema.Array(Outcome),
  createdAt: Schema.DateTimeUtcFromString
})
export type Submission = typeof Submission.Type
