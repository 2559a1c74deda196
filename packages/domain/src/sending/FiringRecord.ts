/** A firing with its state and attempts, for the people who look after the form. */
import { Schema } from "effect"
import { SubmissionId } from "../filing/Submission.ts"
import { FormId } from "../forms/Form.ts"
import { Firing } from "../filing/Firing.ts"

/**
 * `pending`: due now or later. `delivered`: the receiver accepted it. `dead`: no attempt is left, or none would help.
 * `stopped`: its endpoint answered 410 and gets no more requests. The last two wait for a person.
 */
export const FiringState = Schema.Literals(["pending", "delivered", "dead", "stopped"]).annotate({
  identifier: "FiringState"
})
export type FiringState = typeof FiringState.Type

/** How an attempt ended. `lost`: the worker ended during it, and whether it arrived is unknown. */
const AttemptResult = Schema.Literals(["delivered", "retry", "dead", "stopped", "lost"])

export const Attempt = Schema.Struct({
  /** The first is 1. */
  number: Schema.Int,
  startedAt: Schema.DateTimeUtcFromString,
  /** Null during the attempt. */
  result: Schema.NullOr(AttemptResult),
  durationMillis: Schema.NullOr(Schema.Int),
  /** The status code of HTTP or SMTP; null without an answer. */
  status: Schema.NullOr(Schema.Int),
  /** The beginning of the answer; null without an answer, and where the request carried a secret. */
  excerpt: Schema.NullOr(Schema.String),
  /** Why it was not delivered, in a sentence. */
  reason: Schema.NullOr(Schema.String)
})
export type Attempt = typeof Attempt.Type

/** A document that an e-mail waits for, or carries. */
export const Attachment = Schema.Struct({
  id: Firing.fields.id,
  effectId: Firing.fields.effectId,
  state: FiringState
}).annotate({ identifier: "EffectAttachment" })
export type Attachment = typeof Attachment.Type

export const FiringRecord = Schema.Struct({
  id: Firing.fields.id,
  effectId: Firing.fields.effectId,
  kind: Firing.fields.kind,
  on: Firing.fields.on,
  submissionId: SubmissionId,
  formId: FormId,
  state: FiringState,
  /** The host that it goes to; `mail`, `documents` or `none` for a firing without a host. */
  destination: Schema.String,
  attemptCount: Schema.Int,
  /** Null: no attempt will follow, or it waits for its documents. During an attempt: when that attempt became due. */
  nextAttemptAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  createdAt: Schema.DateTimeUtcFromString,
  /** Of an e-mail: the documents that it attaches, in their order; it is tried once all of them are delivered. Else empty. */
  attachments: Schema.Array(Attachment),
  lastAttempt: Schema.NullOr(Attempt)
})
export type FiringRecord = typeof FiringRecord.Type

export const StateSummary = Schema.Struct({
  state: FiringState,
  count: Schema.Int,
  /** Whether the organisation has more firings in this state than were looked at: then `count` may be too low. */
  hasMore: Schema.Boolean
})
export type StateSummary = typeof StateSummary.Type

/** A firing with every attempt, the first one first. */
export interface FiringHistory extends FiringRecord {
  readonly attempts: ReadonlyArray<Attempt>
}
