/** Which nodes of a divided database do not answer. One that does not is left alone, so that the others do not wait for it. */
import { Cause, Effect, Exit, Schedule } from "effect"
import type { Scope } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import type { NodesOfRole } from "../database/RoleDatabase.ts"
import { unavailable } from "../database/SqlFailure.ts"

/** How often a node that is away is asked whether it is back. */
const pause = Schedule.spaced("1 second")

const isAway = (cause: Cause.Cause<never>): boolean => Cause.squash(cause) instanceof Unavailable

export interface AwayNodes {
  /** What `work` gives, or dies as it does; `Unavailable` at once on a node that is away. */
  readonly on: <A>(node: string, work: Effect.Effect<A>) => Effect.Effect<A>
  /** The same on several nodes at once, without those where it dies. Dies where it does so on all. */
  readonly onEach: <N extends { readonly node: string }, A>(
    all: ReadonlyArray<N>,
    work: (one: N) => Effect.Effect<A>
  ) => Effect.Effect<ReadonlyArray<A>>
}

export const make = Effect.fnUntraced(function* ({
  across
}: NodesOfRole): Effect.fn.Return<AwayNodes, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const away = new Set<string>()

  /** Until it answers again. */
  const leave = Effect.fnUntraced(function* (node: string, cause: Cause.Cause<never>) {
    if (away.has(node) || !isAway(cause)) return
    away.add(node)
    yield* Effect.logWarning(
      `The node ${node} does not answer. The effects of its organisations wait until it does.`,
      cause
    )
    yield* across(node)((sql) => sql`select 1`).pipe(
      Effect.sandbox,
      Effect.delay("1 second"),
      Effect.retry(pause),
      Effect.andThen(Effect.sync(() => away.delete(node))),
      Effect.andThen(Effect.logInfo(`The node ${node} answers again.`)),
      Effect.ignore,
      Effect.interruptible,
      Effect.forkIn(scope)
    )
  })

  const on: AwayNodes["on"] = (node, work) =>
    Effect.suspend(() => (away.has(node) ? unavailable(`the node ${node} is away`) : work)).pipe(
      Effect.tapCause((cause) => leave(node, cause))
    )

  const onEach = Effect.fnUntraced(function* <N extends { readonly node: string }, A>(
    all: ReadonlyArray<N>,
    work: (one: N) => Effect.Effect<A>
  ): Effect.fn.Return<ReadonlyArray<A>> {
    const exits = yield* Effect.forEach(all, (one) => Effect.exit(on(one.node, work(one))), {
      concurrency: "unbounded"
    })
    const failed = exits.filter(Exit.isFailure)
    if (failed[0] !== undefined && failed.length === exits.length) return yield* Effect.failCause(failed[0].cause)
    for (const { cause } of failed)
      if (!isAway(cause)) yield* Effect.logError("the outbox of a node cannot be read", cause)
    return exits.flatMap((exit) => (Exit.isSuccess(exit) ? [exit.value] : []))
  })
  return { on, onEach }
})
