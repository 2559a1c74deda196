/** Metrics of the database's work. */
import { Effect, Metric } from "effect"
import { monotonicMillis } from "@formwork/domain/limits/monotonicMillis"

type Lane = "read" | "write"

const running = Metric.gauge("formwork_database_running", {
  description: "Statements and transactions that wait for a connection or run on one, by lane."
})

const duration = Metric.histogram("formwork_database_duration_seconds", {
  description: "From asking for a connection to the end of the statement or transaction, by lane.",
  boundaries: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
})

const of = (lane: Lane) => ({
  running: Metric.withAttributes(running, { lane }),
  duration: Metric.withAttributes(duration, { lane })
})
const lanes = { read: of("read"), write: of("write") }

/** Counts `work` as running until it ends or fails, and notes how long it took. */
export const measured = <A, E, R>(lane: Lane, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const metrics = lanes[lane]
  return Effect.acquireUseRelease(
    Effect.andThen(Metric.modify(metrics.running, 1), monotonicMillis),
    () => work,
    (started) =>
      Effect.flatMap(monotonicMillis, (ended) =>
        Effect.andThen(Metric.modify(metrics.running, -1), Metric.update(metrics.duration, (ended - started) / 1_000))
      )
  )
}
