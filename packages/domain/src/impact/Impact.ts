/** What a draft definition would change for the submissions that a form has: one run over the latest of them. */
import { Schema } from "effect"
import { Submission, SubmissionId } from "../filing/Submission.ts"
import { FormId } from "../forms/Form.ts"
import { Problem } from "../callers/Refusal.ts"

export const ImpactRunId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("ImpactRunId"))
export type ImpactRunId = typeof ImpactRunId.Type

/** Submissions that one run may look at. */
export const maxSubmissions = 100_000
export const defaultSubmissions = 1_000

/** Entries of one kind that a change keeps. */
export const maxOfAKind = 20

/** What becomes of one submission: the draft beside the version that it was stored with. Lists have at most 20 entries. */
export const ImpactChange = Schema.Struct({
  submissionId: SubmissionId,
  referenceNumber: Submission.fields.referenceNumber,
  validBefore: Schema.Boolean,
  validAfter: Schema.Boolean,
  /** Problems that there were not before. */
  problems: Schema.Array(Problem),
  /** Null where there is no such value: hidden, missing, or not computed by that version. */
  calculatedData: Schema.Array(Schema.Struct({ field: Schema.String, before: Schema.Json, after: Schema.Json })),
  outcomesRaised: Schema.Array(Schema.String),
  outcomesGone: Schema.Array(Schema.String),
  fieldsHidden: Schema.Array(Schema.String),
  fieldsShown: Schema.Array(Schema.String)
})
export type ImpactChange = typeof ImpactChange.Type

/** Counts of submissions. Of a list's field all rows count as one: `drivers.age`. */
export const ImpactSummary = Schema.Struct({
  changed: Schema.Int,
  becameInvalid: Schema.Int,
  becameValid: Schema.Int,
  calculatedData: Schema.Int,
  outcomes: Schema.Int,
  hiddenFields: Schema.Int,
  /** The field is empty where a problem is of the whole form. */
  fields: Schema.Array(
    Schema.Struct({ field: Schema.String, problems: Schema.Int, calculatedData: Schema.Int, hiddenFields: Schema.Int })
  ),
  outcomeIds: Schema.Array(Schema.Struct({ id: Schema.String, raised: Schema.Int, gone: Schema.Int }))
})
export type ImpactSummary = typeof ImpactSummary.Type

export const ImpactRun = Schema.Struct({
  id: ImpactRunId,
  formId: FormId,
  /** Submissions that it looks at, and those that it has looked at. */
  total: Schema.Int,
  done: Schema.Int,
  /** `interrupted`: whoever ran it has ended meanwhile; `failed`: it could not go on. What was found until then stands. */
  state: Schema.Literals(["running", "finished", "interrupted", "failed"]),
  /** Of what it has looked at. */
  summary: ImpactSummary,
  startedAt: Schema.DateTimeUtcFromString,
  finishedAt: Schema.NullOr(Schema.DateTimeUtcFromString)
})
export type ImpactRun = typeof ImpactRun.Type
