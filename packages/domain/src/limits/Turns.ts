/** Turns of organisations at work that few may do at once: one organisation in line does not make the others wait for all of its work. */
import { Effect, Semaphore } from "effect"
import type { OrganisationId } from "../callers/Ids.ts"
import { Unavailable } from "../callers/Refusal.ts"

export interface Turns {
  /**
   * Does `work` in a turn of the organisation: one at a time of each, and `atOnce` of all. Where several wait, organisations take
   * turns. Dies of `Unavailable` where the organisation has `mostWaiting` in line already, or all together have ten times as many.
   */
  readonly take: (organisationId: OrganisationId) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
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
    const waiting = new Map<OrganisationId, Line>()
    let all = 0
    const leave = (organisationId: OrganisationId, line: Line) =>
      Effect.sync(() => {
        line.inLine -= 1
        all -= 1
        if (line.inLine === 0) waiting.delete(organisationId)
      })
    const take =
      (organisationId: OrganisationId) =>
      <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          const line = waiting.get(organisationId) ?? { turn: Semaphore.makeUnsafe(1), inLine: 0 }
          if (line.inLine > mostWaiting || all > mostWaiting * lines)
            return Effect.die(new Unavailable({ reason: `too many wait for ${what}` }))
          waiting.set(organisationId, line)
          line.inLine += 1
          all += 1
          return work.pipe(
            // INVARIANT: at most one of each organisation waits for a place, so that places go round the organisations.
            places.withPermits(1),
            line.turn.withPermits(1),
            Effect.ensuring(leave(organisationId, line))
          )
        })
    return { take }
  })
