/** One effect of one submission that is due to fire: a row of the outbox. */
import { Context, Effect, Schema } from "effect"
import { Id } from "../callers/Ids.ts"
import { effectKinds } from "@formwork/rules/Definition"
import { Content } from "./Content.ts"

export const FiringId = Id.pipe(Schema.brand("FiringId"))
export type FiringId = typeof FiringId.Type

/** When it became due, in milliseconds since 1970: a UUIDv7 begins with it (RFC 9562 §5.7). */
export const dueAtMillis = (id: FiringId): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

export const Firing = Schema.Struct({
  /** Receivers see it and can drop a repeat by it. */
  id: FiringId,
  /** The effect's id in the form's definition. */
  effectId: Schema.String,
  kind: Schema.Literals(effectKinds),
  /** What made it due: `filed`, `draft_saved` or `state:<name>`. */
  on: Schema.String,
  /** What is sent, rendered when the submission was stored. Without content nothing can be sent. */
  content: Schema.optionalKey(Content),
  /** Of an e-mail: the firings of the documents that it attaches, in the order of `content.attach`. It is due once they are delivered. */
  attachments: Schema.optionalKey(Schema.NonEmptyArray(FiringId)),
  /** The trace of the request that it was filed by, as the header of that name has it. */
  traceparent: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/u)))
})
export type Firing = typeof Firing.Type

/**
 * Tells this process's dispatcher, after the commit, that firings are due. Does nothing in a process without one. A lost wakeup
 * costs a moment: dispatchers also poll.
 */
export const Wakeup = Context.Reference<Effect.Effect<void>>("@formwork/domain/filing/Wakeup", {
  defaultValue: () => Effect.void
})
