/** Metrics of requests. They contain no key, organisation or id, so that they do not show who made a request. */
import { Effect, Metric } from "effect"
import type { Context } from "effect"

const answered = Metric.counter("formwork_http_requests_total", {
  description: "Requests answered, by operation (its method and path template, or none) and status.",
  incremental: true
})

const duration = Metric.histogram("formwork_http_request_duration_seconds", {
  description: "From the head of a request to its answer, by operation.",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

const refused = Metric.counter("formwork_http_refusals_total", {
  description: "Requests refused, by the code in the answer; those too whose head could not be read.",
  incremental: true
})

const connections = Metric.gauge("formwork_http_connections", {
  description: "Connections that are open on the port of the API."
})

/** @param operation from a fixed set, so that no caller can add a label value. */
export const countAnswer = Effect.fnUntraced(function* (operation: string, status: number, millis: number) {
  yield* Metric.update(Metric.withAttributes(answered, { operation, status: String(status) }), 1)
  yield* Metric.update(Metric.withAttributes(duration, { operation }), millis / 1_000)
})

/** @param code a code of ProblemTable.ts. */
export const countRefusal = (code: string): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(refused, { code }), 1)

/** Counts a refusal outside of any fiber. */
export const countRefusalUnsafe = (code: string, context: Context.Context<never>): void =>
  Metric.withAttributes(refused, { code }).updateUnsafe(1, context)

/** Sets the number of open connections, outside of any fiber. */
export const setConnectionsUnsafe = (count: number, context: Context.Context<never>): void =>
  connections.updateUnsafe(count, context)
