/** Takes turns by key, so that work on one thing that is held leaves connections for all others. */
import { Effect, Semaphore } from "effect"

interface Queue {
  readonly semaphore: Semaphore.Semaphore
  users: number
}

/**
 * @param atOnce how much work on one key runs at a time.
 * @returns runs `work` when it is the turn of `key`.
 */
export const make = (atOnce: number) => {
  const queues = new Map<string, Queue>()
  return (key: string) =>
    <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        const queue = queues.get(key) ?? { semaphore: Semaphore.makeUnsafe(atOnce), users: 0 }
        queues.set(key, queue)
        queue.users += 1
        return queue.semaphore.withPermit(work).pipe(
          Effect.ensuring(
            Effect.sync(() => {
              queue.users -= 1
              if (queue.users === 0) queues.delete(key)
            })
          )
        )
      })
}
