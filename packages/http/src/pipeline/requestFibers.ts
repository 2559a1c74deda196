/** The fibers of requests that are under way. */
import { Effect, Fiber } from "effect"
import { endAll } from "../connection/endTogether.ts"

/** Keeps the requests under way, to interrupt them when the scope ends. */
export const make = Effect.gen(function* () {
  const fibers = new Set<Fiber.Fiber<void>>()
  // The connections are closed right after this.
  yield* Effect.addFinalizer(() => Effect.ensuring(Fiber.interruptAll(fibers), Effect.sync(endAll)))
  return (fiber: Fiber.Fiber<void>): Fiber.Fiber<void> => {
    // Most have ended at once, where nothing had to be waited for.
    if (fiber.pollUnsafe() !== undefined) return fiber
    fibers.add(fiber)
    fiber.addObserver(() => fibers.delete(fiber))
    return fiber
  }
})
