/** Port: sends one firing once. The dispatcher decides when and how often, and records the attempts. */
import { Context, type Effect, Schema } from "effect"
import type { OrganisationId } from "../callers/Ids.ts"
import type { Content } from "../filing/Content.ts"
import type { FiringId } from "../filing/Firing.ts"
import type { SecretResolver } from "../secrets/Secret.ts"

/** A document, or a file as its sender named it. */
export interface AttachedBytes {
  readonly fileName: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** Which firing is sent, and for which organisation. */
export interface Dispatch {
  /** The same at every attempt, so a receiver can drop a repeat. */
  readonly id: FiringId
  readonly organisationId: OrganisationId
  /** The first is 1. */
  readonly attempt: number
  /**
   * The time at which it is sent, by the store's clock: a receiver compares it with its own clock, and this process's may be
   * wrong.
   */
  readonly sentAtMillis: number
  /** Of an e-mail: the documents that it carries, in their order, then the files. It is sent with all of them, or not at all. */
  readonly attachments: ReadonlyArray<AttachedBytes>
  /** What a receiver over HTTP gets as the header `traceparent`. */
  readonly traceparent?: string | undefined
}

/** Characters of an answer that are kept. */
export const excerptLength = 2_000

/** The receiver accepted what was sent. */
export const Receipt = Schema.Struct({
  /** The status code of HTTP or SMTP; null for a stored document, which has no receiver. */
  status: Schema.NullOr(Schema.Int),
  /**
   * The beginning of the answer, or a document's place: at most `excerptLength` characters; of control characters, line breaks and
   * tabs only. Null for the answer to a request that carried a secret.
   */
  excerpt: Schema.NullOr(Schema.String)
})
export type Receipt = typeof Receipt.Type

/**
 * Sending failed, or the receiver did not accept.
 * `retry`: trying again later may help. `dead`: it will fail again until a person changes something.
 * `endpoint_gone`: a delivery's receiver answered 410 and wants no more events.
 */
export class SendFailed extends Schema.TaggedError<SendFailed>()("SendFailed", {
  /** A sentence for the people who look after the form. It never holds a secret. */
  reason: Schema.String,
  verdict: Schema.Literals(["retry", "dead", "endpoint_gone"]),
  /** The status code of HTTP or SMTP, where there was an answer. */
  status: Schema.optionalKey(Schema.Int),
  /** As in a receipt. */
  excerpt: Schema.optionalKey(Schema.NullOr(Schema.String)),
  /** What the receiver asked for (Retry-After), from 1 to 3,600; only with `retry`. */
  retryAfterSeconds: Schema.optionalKey(Schema.Int)
}) {}

export class Sender extends Context.Service<
  Sender,
  {
    /**
     * Sends `content`. Its id, headers and body are the same at every attempt, except for a time stamp, its signature and the
     * trace.
     * Takes at most half a minute. When interrupted, it stops all of its work.
     * @param secrets the organisation's secrets as they were when this attempt was claimed.
     */
    readonly send: (dispatch: Dispatch, content: Content, secrets: SecretResolver) => Effect.Effect<Receipt, SendFailed>
  }
>()("@formwork/domain/sending/Sender") {}
