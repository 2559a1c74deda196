/**
 * A database that Citus divides by organisation. Every statement goes to the node that has its organisation, over connections of its own:
 * there Citus runs it in the connection's own process, so that a transaction, its settings and its locks are as on one server.
 */
import { Effect, Exit, Scope, Semaphore } from "effect"

import type { SqlClient, SqlError } from "effect/sql"
import { shownOf } from "../Address.ts"
import type { Place } from "../Address.ts"
import { unavailable } from "../SqlFailure.ts"
import type { StartRefused } from "../StartRefused.ts"
import * as ShardMap from "./ShardMap.ts"

/** How often the catalogue is read: an organisation that was moved is looked for on its old node until then. */
const pause = "1 second"

/**
 * What a session on a node has beside the settings of every session. Citus 13.2 keeps a plan for any values with each part that it was run
 * on, does not find it again, and makes another at the next call: a backend grew by 20 kB with each statement (docs/decisions/0329).
 */
export const sessionSettings = { plan_cache_mode: "force_custom_plan" } as const

/** Something for each node, such as its connections. */
export interface Nodes<A> {
  /** The name of the node that has an organisation. */
  readonly nameOf: (organisationId: string) => string
  /** The names of the nodes that have organisations. */
  readonly names: () => ReadonlyArray<string>
  /** What was opened for a node. Dies with `Unavailable` where it cannot be. */
  readonly at: (node: string) => Effect.Effect<A>
}

/** Opens something for the length of a scope. Where that fails, what it had opened is closed. */
const within = <A, E>(scope: Scope.Scope, opening: Effect.Effect<A, E, Scope.Scope>): Effect.Effect<A, E> =>
  Effect.flatMap(Scope.fork(scope), (own) =>
    Effect.onError(Scope.provide(opening, own), (cause) => Scope.close(own, Exit.failCause(cause)))
  )

/**
 * Opens something for each node of the database, and reads from time to time which organisations each has.
 * Refuses as `open` does, but with a node that is unreachable it begins, and tries that one again when it is needed.
 * @param sql a connection to the coordinator.
 * @returns undefined where the database is not distributed.
 */
export const make = Effect.fnUntraced(function* <A>(
  sql: SqlClient.SqlClient,
  open: (place: Place) => Effect.Effect<A, StartRefused, Scope.Scope>
): Effect.fn.Return<Nodes<A> | undefined, StartRefused | SqlError.SqlError, Scope.Scope> {
  const first = yield* ShardMap.read(sql)
  if (first === undefined) return undefined
  let map = first
  const scope = yield* Effect.scope
  const opened = new Map<string, A>()
  const one = yield* Semaphore.make(1)

  const opening = (node: string) =>
    one.withPermits(1)(
      Effect.suspend(() => {
        const before = opened.get(node)
        if (before !== undefined) return Effect.succeed(before)
        const place = map.find((shard) => shownOf(shard) === node)
        if (place === undefined) return unavailable(`the node ${node} has no organisations any more`)
        return Effect.tap(within(scope, open(place)), (made) => Effect.sync(() => opened.set(node, made)))
      })
    )

  const names = (): ReadonlyArray<string> => [...new Set(map.map(shownOf))]
  for (const node of names()) {
    yield* Effect.catchIf(
      opening(node),
      ({ reason }) => reason === "unreachable",
      ({ message }) => Effect.logWarning(`${message} Its organisations wait until it answers.`)
    )
  }

  yield* ShardMap.read(sql).pipe(
    Effect.tap((read) => Effect.sync(() => (map = read ?? map))),
    Effect.ignore,
    Effect.andThen(Effect.sleep(pause)),
    Effect.forever,
    Effect.forkScoped
  )

  return {
    nameOf: (organisationId) => shownOf(ShardMap.shardOf(map, organisationId)),
    names,
    at: (node) =>
      Effect.suspend(() => {
        const before = opened.get(node)
        return before === undefined
          ? Effect.catch(opening(node), ({ message }) => unavailable(message))
          : Effect.succeed(before)
      })
  }
})
