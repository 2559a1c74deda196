/** Sending one firing once. When to try, how often, and what is kept of it is for the dispatcher. */
import { Context, type Effect, Schema } from "effect"
import type { OrganisationId } from "../callers/Ids.ts"
import type { Content } from "../filing/Content.ts"
import type { FiringId } from "../filing/Firing.ts"
import type { SecretResolver } from "../secrets/Secret.ts"

/** Which firing is sent, for whom. */
export interface Dispatch {
  /** The same at every attempt: what lets a receiver drop a repeat. */
  readonly id: FiringId
  readonly organisationId: OrganisationId
  /** The first is 1. */
  readonly attempt: number
}

/** Characters of an answer that are kept. */
export const excerptLength = 2_000

/** It was sent, and whoever received it said yes. */
export const Receipt = Schema.Struct({
  /** HTTP's or SMTP's; null where nobody answered because nobody was asked: a stored document. */
  status: Schema.NullOr(Schema.Int),
  /** What was answered, or where a document was put: at most `excerptLength` characters, no control characters but line breaks and tabs. */
  excerpt: Schema.String
})
export type Receipt = typeof Receipt.Type

/**
 * It was not sent, or whoever received it did not say yes.
 * `retry`: trying again later may help. `dead`: it will fail again until somebody changes something.
 * `endpoint_gone`: a delivery's receiver answered 410 and wants nothing any more.
 */
export class SendFailed extends Schema.TaggedError<SendFailed>()("SendFailed", {
  /** A sentence for the people who look after the form. It never holds a secret. */
  reason: Schema.String,
  verdict: Schema.Literals(["retry", "dead", "endpoint_gone"]),
  /** HTTP's or SMTP's, where there was an answer. */
  status: Schema.optionalKey(Schema.Int),
  /** As in a receipt. */
  excerpt: Schema.optionalKey(Schema.String),
  /** What the receiver asked for (Retry-After), from 1 to 3,600; only with `retry`. */
  retryAfterSeconds: Schema.optionalKey(Schema.Int)
}) {}

export class Sender extends Context.Service<
  Sender,
  {
    /**
     * Sends `content`, whose id, headers and body are the same at every attempt, but for a time stamp and its signature.
     * Its own work ends in at most half a minute (documents wait for each other); nothing goes on in the background when interrupted.
     * @param secrets those of the dispatch's organisation; asked for at every attempt, so that a replaced one is used at once.
     */
    readonly send: (dispatch: Dispatch, content: Content, secrets: SecretResolver) => Effect.Effect<Receipt, SendFailed>
  }
>()("@formwork/domain/sending/Sender") {}
