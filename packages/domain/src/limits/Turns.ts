/**
 * Turns at work that few may do at once, of organisations or of networks: one in line does not make the others wait for all of its
 * work (docs/decisions/0174).
 */
import { Effect, Semaphore } from "effect"
import { Unavailable } from "../callers/Refusal.ts"
import { Place } from "./Place.ts"

export interface Turns {
  /**
   * Does `work` in a turn of `whose`: one at a time of each, and `atOnce` of all. Where several wait, they take turns. From the
   * beginning of the wait to the end of the work, the work's own place (Place.ts) is others'. Dies of `Unavailable` where `whose` has
   * `mostWaiting` in line already, or has any and all together have ten times as many.
   * @param whose undefined where nobody knows: all such work has one line.
   */
  readonly take: (whose: string | undefined) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

interface Line {
  readonly turn: Semaphore.Semaphore
  inLine: number
}

/** How many lines of full length may wait together. */
const lines = 10

/** @param what names the work in the reason of a refusal. */
export const make = (options: {
  readonly atOnce: number
  readonly mostWaiting: number
  readonly what: string
}): Effect.Effect<Turns> =>
  Effect.map(Semaphore.make(options.atOnce), (places) => {
    const { mostWaiting, what } = options
    const waiting = new Map<string | undefined, Line>()
    let all = 0
    const leave = (whose: string | undefined, line: Line) =>
      Effect.sync(() => {
        line.inLine -= 1
        all -= 1
        if (line.inLine === 0) waiting.delete(whose)
      })
    const take =
      (whose: string | undefined) =>
      <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.flatMap(Place, ({ aside }) => {
          const line = waiting.get(whose) ?? { turn: Semaphore.makeUnsafe(1), inLine: 0 }
          if (line.inLine > mostWaiting || (line.inLine > 0 && all > mostWaiting * lines))
            return Effect.die(new Unavailable({ reason: `too many wait for ${what}` }))
          waiting.set(whose, line)
          line.inLine += 1
          all += 1
          const inTurn = work.pipe(
            // INVARIANT: at most one of each waits for these, so that they go round.
            places.withPermits(1),
            line.turn.withPermits(1)
          )
          return Effect.ensuring(aside(inTurn), leave(whose, line))
        })
    return { take }
  })
