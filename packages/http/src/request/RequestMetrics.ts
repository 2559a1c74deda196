/** Metrics of requests. They contain no key, organisation or id, so that they do not show who made a request. */
import { Context, Effect, Metric } from "effect"

// A series has its attributes from the start: with `Metric.withAttributes` each update would put its name together anew.

const answered = (operation: string, status: number) =>
  Metric.counter("formwork_http_requests_total", {
    description: "Requests answered, by operation (its method and path template, or none) and status.",
    incremental: true,
    attributes: { operation, status: String(status) }
  })

const duration = (operation: string) =>
  Metric.histogram("formwork_http_request_duration_seconds", {
    description: "From the head of a request to its answer, by operation.",
    boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    attributes: { operation }
  })

const refused = (code: string) =>
  Metric.counter("formwork_http_refusals_total", {
    description: "Requests refused, by the code in the answer; those too whose head could not be read.",
    incremental: true,
    attributes: { code }
  })

const connections = Metric.gauge("formwork_http_connections", {
  description: "Connections that are open on the port of the API."
})

/** Calls `create` for a key's first use, and keeps what it made. */
const once = <K, V>(create: (key: K) => V) => {
  const made = new Map<K, V>()
  return (key: K): V => {
    const found = made.get(key)
    if (found !== undefined) return found
    const value = create(key)
    made.set(key, value)
    return value
  }
}

/** The counters of one server, in the registry of the context. Each series is made at its first use. */
export const make = Effect.map(Metric.MetricRegistry, (registry) => {
  // Nothing else is in it: an update looks the registry up.
  const context = Context.make(Metric.MetricRegistry, registry)
  const ofOperation = (operation: string) => ({
    took: duration(operation),
    byStatus: once((status: number) => answered(operation, status))
  })
  const ofNone = ofOperation("none")
  // By the route and then the method: a name that is put together for each request would be hashed for each.
  const operations = once((route: string) => once((method: string) => ofOperation(`${method} ${route}`)))
  const refusals = once(refused)
  return {
    /** @param route the path template, of a fixed set, so that no caller can add a label value; undefined where no route was found. */
    countAnswer: (method: string | undefined, route: string | undefined, status: number, millis: number): void => {
      const { byStatus, took } = route === undefined ? ofNone : operations(route)(method ?? "")
      byStatus(status).updateUnsafe(1, context)
      took.updateUnsafe(millis / 1_000, context)
    },
    /** @param code a code of ProblemTable.ts. */
    countRefusal: (code: string): void => refusals(code).updateUnsafe(1, context),
    /** Sets the number of open connections. */
    setConnections: (count: number): void => connections.updateUnsafe(count, context)
  }
})
