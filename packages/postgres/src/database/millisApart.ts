/**
 * Writes of the embedded database that come one after the other begin in different milliseconds: its clock has no finer parts, and the ids that
 * tell the order of the audit log's lines are made of the time (formwork.uuidv7). It waits a millisecond at most, and a write takes longer.
 */
import { Effect } from "effect"

const nextMilli = Effect.callback<void>((resume) => {
  setTimeout(() => resume(Effect.void), 1)
})

/** Gives what runs a write so. The database reads the process's clock, so this does too. */
export const make = (): (<A, E, R>(write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) => {
  let endedMillis = 0
  const wait: Effect.Effect<void> = Effect.suspend(() =>
    Date.now() > endedMillis ? Effect.void : Effect.andThen(nextMilli, wait)
  )
  const ended = Effect.sync(() => {
    endedMillis = Date.now()
  })
  return (write) => Effect.andThen(wait, Effect.ensuring(write, ended))
}
