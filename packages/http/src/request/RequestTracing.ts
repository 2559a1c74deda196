/** What makes a request part of a trace. Nothing is set where no spans are exported: then a request costs nothing more for it. */
import { Context } from "effect"
import type { IncomingMessage } from "node:http"
import type { RequestTrace } from "@formwork/domain/audit/RequestTrace"
import type { AccessLine } from "./AccessLog.ts"

export interface TracedRequest extends RequestTrace {
  /** Ends the request's span with what the log says about its answer. */
  readonly end: (line: AccessLine) => void
}

/**
 * @param startedMillis when the request's head was here, by `performance.now()`.
 * @param template of its path; undefined for a path that is no endpoint.
 * @returns undefined for a request that is in no trace.
 */
export type TraceRequest = (
  request: IncomingMessage,
  startedMillis: number,
  template: string | undefined
) => TracedRequest | undefined

export const RequestTracing = Context.Reference<TraceRequest | undefined>("@formwork/http/request/RequestTracing", {
  defaultValue: () => undefined
})
