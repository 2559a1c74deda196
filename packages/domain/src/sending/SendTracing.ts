/** How sending a firing becomes part of the trace of the request that it was filed by. An adapter that exports spans sets it. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Claim } from "./Outbox.ts"

export interface SendTrace {
  /** What the receiver gets as the header `traceparent`. */
  readonly traceparent?: string | undefined
  /** Makes a span of the attempt. */
  readonly around: <A, E>(attempt: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

/** Without spans of its own a process passes on what was stored. */
export const SendTracing = Context.Reference<(claim: Claim) => SendTrace>("@formwork/domain/sending/SendTracing", {
  defaultValue:
    () =>
    ({ traceparent }) => ({ traceparent, around: (attempt) => attempt })
})
