/** The trace that a request is part of (https://www.w3.org/TR/trace-context/), where spans are exported. */
import type { Context } from "effect"

export interface RequestTrace {
  /** As the header `traceparent` has it. It is stored with the effects of the request, which are sent as part of the trace. */
  readonly traceparent: string
  /** A context in which spans are made, below the request's. Where the request is not sampled it stays as it is. */
  readonly within: <R>(context: Context.Context<R>) => Context.Context<R>
}
