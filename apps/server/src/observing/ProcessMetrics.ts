/**
 * What this process takes of its machine, and which build it is, as metrics. They have the names that other programs on Node give
 * them, so that dashboards for Node show them. They are read when a page of metrics is asked for.
 */
import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { version } from "../version.ts"
import { commit } from "./commit.ts"

const cpu = Metric.counter("process_cpu_seconds_total", {
  description: "Processor time that this process has taken, in user and in system mode.",
  incremental: true
})
const started = Metric.gauge("process_start_time_seconds", {
  description: "When this process started, in seconds since 1970."
})
const resident = Metric.gauge("process_resident_memory_bytes", {
  description: "Memory of this process that is in RAM, threads and the embedded database included."
})
const heapUsed = Metric.gauge("nodejs_heap_size_used_bytes", { description: "JavaScript heap in use." })
const heapTotal = Metric.gauge("nodejs_heap_size_total_bytes", { description: "JavaScript heap that is reserved." })
const external = Metric.gauge("nodejs_external_memory_bytes", {
  description: "Memory outside of the JavaScript heap that JavaScript objects hold, such as buffers."
})
const lagMedian = Metric.gauge("nodejs_eventloop_lag_p50_seconds", {
  description: "By how much a timer of 20 milliseconds is late, in the median since the last page of metrics."
})
const lagWorst = Metric.gauge("nodejs_eventloop_lag_p99_seconds", {
  description: "By how much a timer of 20 milliseconds is late, in 99 of 100 cases since the last page of metrics."
})
const build = Metric.gauge("formwork_build_info", {
  description: "1; its labels say which build runs.",
  attributes: { version, commit: commit(), node: process.versions.node }
})

const resolutionMillis = 20

/** A delay of the histogram, in seconds over what was asked for; 0 before there is one. */
const lateness = (nanos: number): number =>
  Math.max(0, (Number.isFinite(nanos) ? nanos : 0) / 1e9 - resolutionMillis / 1_000)

/** Gives the page of this process's metrics. Watches the event loop until the scope ends. */
export const make = Effect.gen(function* () {
  const delays = monitorEventLoopDelay({ resolution: resolutionMillis })
  yield* Effect.acquireRelease(
    Effect.sync(() => delays.enable()),
    () => Effect.sync(() => delays.disable())
  )
  let taken = 0
  const measure = Effect.gen(function* () {
    const { system, user } = process.cpuUsage()
    const now = (user + system) / 1e6
    yield* Metric.update(cpu, now - taken)
    taken = now
    const memory = process.memoryUsage()
    yield* Metric.update(started, Math.round(performance.timeOrigin) / 1_000)
    yield* Metric.update(resident, memory.rss)
    yield* Metric.update(heapUsed, memory.heapUsed)
    yield* Metric.update(heapTotal, memory.heapTotal)
    yield* Metric.update(external, memory.external)
    yield* Metric.update(lagMedian, lateness(delays.percentile(50)))
    yield* Metric.update(lagWorst, lateness(delays.percentile(99)))
    delays.reset()
    yield* Metric.update(build, 1)
  })
  return Effect.andThen(measure, PrometheusMetrics.format())
})
