/** Turns of the event loop for work that pauses. */
import { Effect, Semaphore } from "effect"

/** Of the whole process, as its event loop is. */
const loop = Semaphore.makeUnsafe(1)

/**
 * Goes on in a later turn of the event loop: after the sockets and timers that are due, and after all that asked before. Each that asks gets a turn
 * of its own. With `Effect.yieldNow` all would get the next one together: eight requests with six milliseconds of work each would hold it for fifty.
 * It is done twice, because what a socket or a thread began goes on after the first within the same turn.
 */
export const nextTurn: Effect.Effect<void> = loop.withPermits(1)(Effect.andThen(Effect.yieldNow, Effect.yieldNow))
