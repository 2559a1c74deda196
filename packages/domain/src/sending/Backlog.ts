/** What waits in the outbox, as metrics: an operator sees that sending is behind before a receiver asks. */
import { Effect, Metric, Schedule } from "effect"
import { Outbox } from "./Outbox.ts"

const pendingEffects = Metric.gauge("formwork_effects_pending", {
  description:
    "Effects of all organisations that are to be sent: due ones, those being sent and those to be tried again."
})

const oldestDue = Metric.gauge("formwork_effects_oldest_due_seconds", {
  description: "For how long the effect that has been due for longest has waited; 0 where none is due."
})

/** Looks once, and sets the gauges. */
const measure: Effect.Effect<void, never, Outbox> = Effect.gen(function* () {
  const { oldestDueMillis, pending } = yield* Outbox.use((outbox) => outbox.backlog)
  yield* Metric.update(pendingEffects, pending)
  yield* Metric.update(oldestDue, oldestDueMillis / 1_000)
})

/** Looks now and every 15 seconds. A store that is unavailable keeps the gauges as they are. */
export const watch: Effect.Effect<never, never, Outbox> = measure.pipe(
  Effect.catchCause((cause) => Effect.logDebug("the outbox could not be counted", cause)),
  Effect.repeat(Schedule.spaced("15 seconds")),
  Effect.andThen(Effect.never)
)
