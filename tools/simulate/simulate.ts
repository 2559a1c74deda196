/** One world, from its beginning until everything has come to rest, or something happened that must not happen. */
import { Effect } from "effect"
import { Firings } from "@formwork/domain/sending/Firings"
import { attaches } from "./acts/attaching.ts"
import { archives, deactivates, deletes, expires, publishes, revokes, rotates } from "./acts/people.ts"
import { drafts } from "./acts/drafts.ts"
import { files, hurries } from "./acts/filing.ts"
import { narrows, restarts, signs, suspends } from "./acts/operating.ts"
import { peeks } from "./acts/peeking.ts"
import type { Bug } from "./bugs/Bug.ts"
import { startMillis } from "./Plan.ts"
import type { Act, ActKind, Plan } from "./Plan.ts"
import { dice } from "./time/Dice.ts"
import { makeProcess } from "./time/Process.ts"
import { Timeline } from "./time/Timeline.ts"
import { Court } from "./witness/Court.ts"
import type { Line, Violation } from "./witness/Court.ts"
import { witness as newWitness } from "./witness/Witness.ts"
import { emptyDatabase } from "./store/Ports.ts"
import type { Ports } from "./store/Ports.ts"
import { makeServer, noDefects } from "./world/Server.ts"
import type { Server } from "./world/Server.ts"
import { settled } from "./world/Founding.ts"
import { askUntilKnown, signsIn } from "./world/World.ts"
import type { Acting, World } from "./world/World.ts"

export interface Outcome {
  readonly violation: Violation | undefined
  readonly lines: ReadonlyArray<Line>
  /** Tasks and timers. */
  readonly steps: number
  readonly startMillis: number
  readonly simulatedMillis: number
}

/** After so long everything has come to rest, or never will: longer than the waits of any schedule together. */
const longestMillis = 72 * 3_600_000

const acts: { readonly [K in ActKind]: (acting: Acting) => Effect.Effect<void> } = {
  files,
  attaches,
  hurries,
  drafts,
  publishes,
  rotates,
  revokes,
  deactivates,
  expires,
  peeks,
  archives,
  deletes,
  suspends,
  narrows,
  signs,
  restarts
}

/** The plan's world. Two runs of one plan are the same, to the byte. */
export const simulate = (plan: Plan, bug?: Bug): Outcome => {
  const outcome = withoutStacks(() => happen(plan, bug))
  // A defect is read with its stack.
  return outcome.violation?.invariant === noDefects ? happen(plan, bug) : outcome
}

/** Every refusal is an error: without stacks a world takes a tenth less time. */
const withoutStacks = <A>(run: () => A): A => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return run()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const happen = (plan: Plan, bug: Bug | undefined): Outcome => {
  const timeline = new Timeline(startMillis, dice(plan.seed, 5))
  const court = new Court(timeline)
  const database = emptyDatabase(plan.quota)
  const witness = newWitness(court, database.tables, plan)
  const areFaultsOn = () => timeline.nowMillis < startMillis + plan.busyMillis
  const planted = bug?.plant({ ...database, court, quota: plan.quota })
  const ports = (): Ports => ({ ...database.ports, ...planted?.() })
  const organisations = settled(plan.seed, database, witness)
  if (organisations !== undefined) {
    const servers = Array.from({ length: plan.servers }, (_, number) =>
      makeServer({ number, plan, witness, ports, areFaultsOn })
    )
    for (const server of servers) server.start()
    play({ plan, court, witness, servers: nonEmpty(servers), organisations, areFaultsOn })
  }
  const { lines, violation } = court
  return { violation, lines, steps: timeline.steps, startMillis, simulatedMillis: timeline.nowMillis - startMillis }
}

const nonEmpty = ([first, ...others]: ReadonlyArray<Server>): readonly [Server, ...ReadonlyArray<Server>] => {
  if (first === undefined) throw new Error("a world has a server")
  return [first, ...others]
}

const actingOf = (world: World, act: Act): Acting | undefined => {
  const organisation = world.organisations[act.organisation]
  const other = world.organisations[1 - act.organisation]
  if (organisation === undefined || other === undefined) return undefined
  return { world, act, organisation, other, dice: dice(world.plan.seed, 7, act.number) }
}

/** Everything that failed is sent again, as the owner would have it; by now the session of the beginning may be over. */
const clearing = Effect.fnUntraced(function* (acting: Acting) {
  const times = 50
  yield* signsIn(acting, acting.organisation.owner, times)
  yield* askUntilKnown(
    acting,
    () => ({
      who: acting.organisation.owner.name,
      what: "have every failed effect sent again",
      token: acting.organisation.owner.token,
      operation: (caller) =>
        Firings.use((firings) =>
          Effect.all([
            firings.retryMany(caller, { filter: { state: "dead" } }),
            firings.retryMany(caller, { filter: { state: "stopped" } })
          ])
        )
    }),
    times
  )
})

const clearings = (world: World): Effect.Effect<void> =>
  Effect.forEach(
    [0, 1],
    (organisation) => {
      const acting = actingOf(world, { number: -1 - organisation, kind: "files", organisation, startMillis: 0 })
      return acting === undefined ? Effect.void : clearing(acting)
    },
    { discard: true }
  )

const play = (world: World): void => {
  const { court, plan, witness } = world
  const { timeline } = court
  const people = makeProcess(timeline, { name: "people", dice: dice(plan.seed, 8), skewMillis: 0, slice: 2_048 })
  const everyone = Effect.gen(function* () {
    const fibers = plan.acts.flatMap((act) => {
      const acting = actingOf(world, act)
      return acting === undefined ? [] : [Effect.delay(acts[act.kind](acting), act.startMillis)]
    })
    yield* Effect.all(fibers, { concurrency: "unbounded", discard: true })
    yield* Effect.sleep(Math.max(0, startMillis + plan.busyMillis - timeline.nowMillis) + plan.leaseMillis)
    yield* clearings(world)
  })
  const last = startMillis + plan.busyMillis + longestMillis
  const finish = (work: Effect.Effect<void>, untilMillis: number): void => {
    const fiber = people.start(work)
    timeline.run(untilMillis, () => court.violation !== undefined || fiber.pollUnsafe() !== undefined)
  }
  const rest = () => court.violation !== undefined || witness.sending.waiting === 0
  finish(everyone, last)
  timeline.run(last, rest)
  // What was waiting for its next attempt while the owners looked, and found its address stopped when that came (seed 668943).
  if (!rest() && witness.sending.areStopped) {
    finish(clearings(world), last + longestMillis)
    timeline.run(last + longestMillis, rest)
  }
  // What was settled must not be sent again.
  timeline.run(timeline.nowMillis + 2 * plan.leaseMillis + plan.pollMillis, () => court.violation !== undefined)
  if (court.violation === undefined) {
    witness.sending.atRest()
    witness.ledger.atRest()
    witness.files.atRest()
  }
}
