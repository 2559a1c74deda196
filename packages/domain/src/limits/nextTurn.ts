/** Turns of the event loop for work that pauses. */
import { Effect, Semaphore } from "effect"

/** Of the whole process, as its event loop is. */
const loop = Semaphore.makeUnsafe(1)

/**
 * Goes on in a later turn of the event loop, after sockets and timers that are due, and after all that asked before. `Effect.yieldNow` alone lets
 * all that yielded go on in one turn: eight requests with six milliseconds left would keep everybody else waiting for fifty. Here whoever asks
 * waits for the turn of the one before to begin, and then for the next.
 */
export const nextTurn: Effect.Effect<void> = loop.withPermits(1)(Effect.yieldNow)
