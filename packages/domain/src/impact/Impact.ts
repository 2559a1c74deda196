/** An impact run: what a draft would change for the latest submissions of its form. */
import { Schema } from "effect"
import { Id } from "../callers/Ids.ts"
import { Submission, SubmissionId } from "../filing/Submission.ts"
import { FormId } from "../forms/Form.ts"
import { Problem } from "../callers/Refusal.ts"

export const ImpactRunId = Id.pipe(Schema.brand("ImpactRunId"))
export type ImpactRunId = typeof ImpactRunId.Type

/** Submissions that one run evaluates at most. */
export const maxSubmissions = 1_000_000
export const defaultSubmissions = 1_000

/** Entries that each list of a change keeps. */
export const maxOfAKind = 20

/** What the draft changes for one submission, against the version that it was stored with. Lists have at most 20 entries. */
export const ImpactChange = Schema.Struct({
  submissionId: SubmissionId,
  referenceNumber: Submission.fields.referenceNumber,
  validBefore: Schema.Boolean,
  validAfter: Schema.Boolean,
  /** New problems. */
  problems: Schema.Array(Problem),
  /** Null without a value: hidden, missing, or not computed by that definition. */
  calculatedData: Schema.Array(Schema.Struct({ field: Schema.String, before: Schema.Json, after: Schema.Json })),
  outcomesRaised: Schema.Array(Schema.String),
  outcomesGone: Schema.Array(Schema.String),
  fieldsHidden: Schema.Array(Schema.String),
  fieldsShown: Schema.Array(Schema.String)
})
export type ImpactChange = typeof ImpactChange.Type

/** Counts of submissions. All rows of a list's field count as one field: `drivers.age`. */
export const ImpactSummary = Schema.Struct({
  changed: Schema.Int,
  becameInvalid: Schema.Int,
  becameValid: Schema.Int,
  calculatedData: Schema.Int,
  outcomes: Schema.Int,
  hiddenFields: Schema.Int,
  /** `field` is empty for a problem of the whole form. */
  fields: Schema.Array(
    Schema.Struct({ field: Schema.String, problems: Schema.Int, calculatedData: Schema.Int, hiddenFields: Schema.Int })
  ),
  outcomeIds: Schema.Array(Schema.Struct({ id: Schema.String, raised: Schema.Int, gone: Schema.Int }))
})
export type ImpactSummary = typeof ImpactSummary.Type

export const ImpactRun = Schema.Struct({
  id: ImpactRunId,
  formId: FormId,
  /** Submissions to evaluate, and those evaluated so far (`done`). */
  total: Schema.Int,
  done: Schema.Int,
  /** `interrupted`: its process ended; `failed`: an error stopped it. What was found until then stays. */
  state: Schema.Literals(["running", "finished", "interrupted", "failed"]),
  /** Of the submissions evaluated so far. */
  summary: ImpactSummary,
  startedAt: Schema.DateTimeUtcFromString,
  finishedAt: Schema.NullOr(Schema.DateTimeUtcFromString)
})
export type ImpactRun = typeof ImpactRun.Type
