/** A run: load, faults under load, time to recover, and the check. */
import { Effect } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import { check } from "./verdict/check.ts"
import { Client } from "./world/Client.ts"
import type { Complaint } from "./verdict/Complaint.ts"
import * as Drainings from "./verdict/Draining.ts"
import type { Progress } from "./verdict/Draining.ts"
import type { Evidence } from "./world/Evidence.ts"
import * as Faults from "./Faults.ts"
import type { Fault } from "./Fault.ts"
import * as Journals from "./world/Journal.ts"
import type { Plan } from "./Plan.ts"
import * as Randoms from "./world/Random.ts"
import * as Worlds from "./world/World.ts"
import type { World } from "./world/World.ts"

/** A fault, as it is reported during the run; what is left out of it; and after the last fault how much is still to be sent. */
export type Happened =
  | {
      readonly fault: string
      readonly happened: boolean
      readonly atMillis: number
      readonly done: number
      readonly of: number
    }
  | { readonly leftOut: string }
  | Progress

export interface Outcome {
  readonly faults: number
  readonly submissions: number
  readonly complaints: ReadonlyArray<Complaint>
  readonly arrivals: number
  /** How many of those were repeats. */
  readonly repeats: number
  /** How often each status was answered; 0 is a missing or cut answer. */
  readonly statuses: Readonly<Record<string, number>>
  /** How long clients waited for effects to be sent. */
  readonly pausedMillis: number
  readonly settled: Settled
}

/** How sending ended after the last fault. */
export interface Settled {
  /** The time until no effect was left to send, or until what was left had not shrunk for too long. */
  readonly millis: number
  readonly pending: number
}

/** Resolves when no effect is left to send, or when what is left does not shrink any more. */
const settle = async ({ database }: World, tell: (progress: Progress) => void): Promise<Settled> => {
  const started = performance.now()
  const draining = Drainings.make()
  for (;;) {
    const pending = await database.pending()
    const atMillis = performance.now() - started
    const state = draining.note({ atMillis, pending })
    if (state !== "shrinking") return { millis: Math.round(atMillis), pending }
    tell(draining.progress())
    await sleep(1_000)
  }
}

/** Counts the backlog once a second, for the clients; resolves with the time for which they waited. */
const pace = async ({ database, pacing }: World, isOver: () => boolean): Promise<number> => {
  let pausedMillis = 0
  while (!isOver()) {
    const started = performance.now()
    const isPaused = !pacing.mayFile()
    // A database that is away for long is one of the faults. Until it is back the last count holds.
    const pending = await database.pending().catch(() => undefined)
    if (pending !== undefined) pacing.note(pending)
    await sleep(1_000)
    if (isPaused) pausedMillis += performance.now() - started
  }
  return Math.round(pausedMillis)
}

/** Injects faults one after another, until `isLate`; returns how many happened. */
const inTurn = async (
  faults: ReadonlyArray<Fault>,
  told: (fault: Fault, happened: boolean) => void,
  isLate: () => boolean
): Promise<number> => {
  let count = 0
  for (const fault of faults) {
    if (isLate()) break
    const happened = await fault.happen()
    if (happened) count++
    told(fault, happened)
  }
  return count
}

/** The servers' log lines about the request of an unexpected answer. */
const explained = ({ servers }: World, says: string): string => {
  const [, id] = /"requestId":"([^"]+)"/u.exec(says) ?? []
  if (id === undefined) return says
  const lines = servers.flatMap(({ log }) => log().split("\n")).filter((line) => line.includes(id))
  return [says, ...lines].join("\n  ")
}

const outcomeOf = (
  evidence: Evidence,
  { statuses }: Journals.Journal,
  { faults, pausedMillis, settled }: Pick<Outcome, "faults" | "pausedMillis" | "settled">
): Outcome => ({
  faults,
  submissions: evidence.submissions.length,
  complaints: check(evidence),
  arrivals: evidence.arrivals.length,
  repeats: evidence.arrivals.length - new Set(evidence.arrivals.map(({ id }) => id)).size,
  statuses: Object.fromEntries([...statuses].sort(([a], [b]) => a - b)),
  pausedMillis,
  settled
})

/**
 * @param tell is called after each fault, and each second after the last one.
 * @param isLate asked before each fault: true ends the run as after the last one, with the check of all that was stored and sent.
 */
export const run = Effect.fnUntraced(function* (
  plan: Plan,
  seed: number,
  tell: (happened: Happened) => void,
  isLate: () => boolean = () => false
) {
  const journal = Journals.make()
  const random = Randoms.make(seed)
  const world = yield* Worlds.make(plan, (says) => journal.strange.push(says))
  return yield* Effect.promise(async () => {
    const started = performance.now()
    let isOver = false
    const client = (name: string) => new Client(name, world.service, journal, Randoms.make(random.below(2 ** 31)))
    const clients = Array.from({ length: plan.clients }, (_, index) => client(`client-${index + 1}`))
    const working = Promise.all(clients.map((each) => each.run(() => isOver, world.pacing.mayFile, plan.pauseMillis)))
    const pacing = pace(world, () => isOver)

    const cutter = client("cutter")
    const faults = Faults.make(world, plan, random, journal, cutter, await Faults.measure(world, cutter))
    for (const leftOut of faults.leftOut) tell({ leftOut })
    let done = 0
    const of = faults.lanes.flat().length
    const told = ({ name: fault }: Fault, happened: boolean) =>
      tell({ fault, happened, atMillis: Math.round(performance.now() - started), done: ++done, of })
    const counts = await Promise.all(faults.lanes.map((lane) => inTurn(lane, told, isLate)))
    isOver = true
    await working
    const pausedMillis = await pacing
    const settled = await settle(world, tell)
    const { changed, wanted } = journal
    const strange = journal.strange.map((says) => explained(world, says))
    const { documents, ...stored } = await world.database.look()
    const arrivals = [...world.receivers.flatMap(({ arrivals }) => arrivals), ...documents]
    const evidence = { ...stored, wanted, changed, arrivals, strange }
    const happened = counts.reduce((sum, count) => sum + count, 0)
    return outcomeOf(evidence, journal, { faults: happened, pausedMillis, settled })
  })
}, Effect.scoped)
