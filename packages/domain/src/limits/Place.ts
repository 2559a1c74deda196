/** What work under way keeps from other work until it ends. An adapter that has few places gives each request its own. */
import { Context } from "effect"
import type { Effect } from "effect"

export class Place extends Context.Reference<{
  /** Gives the place up while `waiting` runs. Afterwards the work goes on at once, and has a place again. */
  readonly aside: <A, E, R>(waiting: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>("@formwork/domain/limits/Place", {
  defaultValue: () => ({ aside: (waiting) => waiting })
}) {}
