/** Metrics of the database's work. */
import { Clock, Effect, Metric } from "effect"

type Lane = "read" | "write"

// Each has its attribute from the start: `Metric.withAttributes` puts the name of the series together at each update.
const of = (lane: Lane) => ({
  running: Metric.gauge("formwork_database_running", {
    description: "Statements and transactions that wait for a connection or run on one, by lane.",
    attributes: { lane }
  }),
  duration: Metric.histogram("formwork_database_duration_seconds", {
    description: "From asking for a connection to the end of the statement or transaction, by lane.",
    boundaries: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    attributes: { lane }
  })
})
const lanes = { read: of("read"), write: of("write") }

const readFrom = (from: "standby" | "primary") =>
  Metric.counter("formwork_database_reads_total", {
    description: "Reads that a standby may answer, by the server that was asked last.",
    incremental: true,
    attributes: { from }
  })

/** Reads that a standby may answer, where one is given. */
export const reads = { standby: readFrom("standby"), primary: readFrom("primary") }

/** Counts `work` as running until it ends or fails, and notes how long it took. */
export const measured = <A, E, R>(lane: Lane, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const { context } = fiber
    const clock = fiber.getRef(Clock.Clock)
    const { duration, running } = lanes[lane]
    const started = clock.monotonicTimeNanosUnsafe()
    running.modifyUnsafe(1, context)
    return Effect.ensuring(
      work,
      Effect.sync(() => {
        running.modifyUnsafe(-1, context)
        duration.updateUnsafe(Number(clock.monotonicTimeNanosUnsafe() - started) / 1e9, context)
      })
    )
  })
