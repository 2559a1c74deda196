/** How sends end, as metrics of the process that sends. They name no organisation and no receiver. */
import { Effect, Metric } from "effect"
import type { Claim, Settlement } from "./Outbox.ts"

const sends = Metric.counter("formwork_effects_sends_total", {
  description: "Attempts to send an effect that this process has made, by its kind and by how they ended.",
  incremental: true
})

const duration = Metric.histogram("formwork_effects_send_duration_seconds", {
  description: "How long attempts to send an effect took, by its kind.",
  boundaries: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
})

const dead = Metric.counter("formwork_effects_dead_total", {
  description: "Effects that this process gave up: each waits for a person to retry it.",
  incremental: true
})

/** A function of a few texts, whose answers are kept. */
const once = <A>(make: (text: string) => A): ((text: string) => A) => {
  const made = new Map<string, A>()
  return (text) => {
    const known = made.get(text) ?? make(text)
    made.set(text, known)
    return known
  }
}

const sendsOf = once((kind) => once((result) => Metric.withAttributes(sends, { kind, result })))
const durationOf = once((kind) => Metric.withAttributes(duration, { kind }))

/** Counts an attempt. */
export const record = Effect.fnUntraced(function* ({ kind }: Claim, { result }: Settlement, millis: number) {
  yield* Metric.update(sendsOf(kind)(result), 1)
  yield* Metric.update(durationOf(kind), millis / 1_000)
  if (result === "dead") yield* Metric.update(dead, 1)
})

/** Shows the counter before an effect is dead, so that its first increase is seen. */
export const begin = Metric.update(dead, 0)
