/** What became of a firing, for the people who look after the form. */
import { Schema } from "effect"
import { SubmissionId } from "../filing/Submission.ts"
import { FormId } from "../forms/Form.ts"
import { Firing } from "../filing/Firing.ts"

/**
 * `pending`: due now or later. `delivered`: somebody said yes. `dead`: no attempt is left, or none would help.
 * `stopped`: its endpoint answered 410 and is left alone. The last two wait for a person.
 */
export const FiringState = Schema.Literals(["pending", "delivered", "dead", "stopped"]).annotate({
  identifier: "FiringState"
})
export type FiringState = typeof FiringState.Type

/** How an attempt ended. `lost`: whoever made it ended meanwhile, so that nobody knows whether it arrived. */
const AttemptResult = Schema.Literals(["delivered", "retry", "dead", "stopped", "lost"])
export type AttemptResult = typeof AttemptResult.Type

export const Attempt = Schema.Struct({
  /** The first is 1. */
  number: Schema.Int,
  startedAt: Schema.DateTimeUtcFromString,
  /** Null while it is being made. */
  result: Schema.NullOr(AttemptResult),
  durationMillis: Schema.NullOr(Schema.Int),
  /** HTTP's or SMTP's; null where nobody answered. */
  status: Schema.NullOr(Schema.Int),
  /** The beginning of what was answered. */
  excerpt: Schema.NullOr(Schema.String),
  /** Why it was not delivered, in a sentence. */
  reason: Schema.NullOr(Schema.String)
})
export type Attempt = typeof Attempt.Type

export const FiringRecord = Schema.Struct({
  id: Firing.fields.id,
  effectId: Firing.fields.effectId,
  kind: Firing.fields.kind,
  on: Firing.fields.on,
  submissionId: SubmissionId,
  formId: FormId,
  state: FiringState,
  /** The host that it goes to; `mail` and `documents` for what has none. */
  destination: Schema.String,
  attemptCount: Schema.Int,
  /** Null: none is to come. While an attempt is being made, when it began to be due. */
  nextAttemptAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  createdAt: Schema.DateTimeUtcFromString,
  lastAttempt: Schema.NullOr(Attempt)
})
export type FiringRecord = typeof FiringRecord.Type

/** The same with every attempt, the first one first. */
export interface FiringHistory extends FiringRecord {
  readonly attempts: ReadonlyArray<Attempt>
}
