/** When to try again: the schedule of Standard Webhooks (https://www.standardwebhooks.com), more than a day in all. */
import { Effect, Random } from "effect"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Milliseconds before each attempt, counted from the end of the one before; the first is due as soon as it is filed. */
export const waits: ReadonlyArray<number> = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour
]

/** Each wait is lengthened by up to this part of it, at random, so that firings that failed together do not return together. */
export const jitter = 0.2

/**
 * Milliseconds until the next attempt.
 * @param schedule `waits`, unless the operator configured another.
 * @param failures attempts that have failed, at least 1.
 * @param retryAfterSeconds the receiver's Retry-After: the next attempt is never earlier.
 * @returns undefined after the last attempt.
 */
export const next = Effect.fnUntraced(function* (
  schedule: ReadonlyArray<number>,
  failures: number,
  retryAfterSeconds = 0
) {
  const wait = schedule[failures]
  if (wait === undefined) return undefined
  const factor = yield* Random.nextBetween(1, 1 + jitter)
  return Math.max(Math.round(wait * factor), retryAfterSeconds * second)
})
