/**
 * What a seed means: how a world is set up, which acts happen in it and when. A plan with acts or faults left out is a plan too, which
 * is how a failing one is made smaller.
 */
import { dice } from "./time/Dice.ts"
import type { Dice } from "./time/Dice.ts"

const actKinds = [
  "files",
  "attaches",
  "hurries",
  "drafts",
  "publishes",
  "rotates",
  "revokes",
  "deactivates",
  "expires",
  "peeks",
  "archives",
  "deletes",
  "suspends",
  "narrows",
  "signs",
  "restarts"
] as const
export type ActKind = (typeof actKinds)[number]

export const faultKinds = ["crashes", "losses", "delays", "receivers", "clocks"] as const
export type FaultKind = (typeof faultKinds)[number]

/** Something that a person, a client or the operator does. Its choices are a stream of the seed of their own. */
export interface Act {
  readonly number: number
  readonly kind: ActKind
  readonly organisation: number
  readonly startMillis: number
}

export interface Plan {
  readonly seed: number
  readonly servers: number
  /** How long acts begin, and faults happen. */
  readonly busyMillis: number
  readonly leaseMillis: number
  readonly pollMillis: number
  readonly waits: ReadonlyArray<number>
  /** Sends at once to a destination that answers well. */
  readonly mostPerDestination: number
  readonly quota: { readonly limit: number; readonly windowMillis: number }
  /** All acts use the same form and the same key. */
  readonly isCrowded: boolean
  /** Operations after which a fiber lets others run. */
  readonly slice: number
  /** How likely each fault is at one step of a port. */
  readonly rates: { readonly crash: number; readonly loss: number; readonly delay: number }
  readonly acts: ReadonlyArray<Act>
  readonly without: ReadonlySet<FaultKind>
}

/** Every world begins on the same morning. */
export const startMillis = Date.UTC(2026, 2, 2, 8)

const minute = 60_000
const hour = 60 * minute

/** A wait longer than a day makes a world of days; most have shorter ones. */
const schedules: readonly [ReadonlyArray<number>, ...ReadonlyArray<ReadonlyArray<number>>] = [
  [0, 1_000, 5_000, 30_000, 2 * minute],
  [0, 5_000, 5 * minute, 30 * minute],
  [0, 5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]
]

const act = (choose: Dice, number: number, busyMillis: number): Act => ({
  number,
  // Filing is what everything else meets.
  kind: choose.pick(["files", "files", "files", "publishes", ...actKinds]),
  organisation: choose.chance(0.7) ? 0 : 1,
  // Many begin in the same instant as another.
  startMillis: Math.floor((choose.below(8) / 8) * busyMillis) + (choose.chance(0.5) ? 0 : choose.below(10_000))
})

/** @param length how long a world is busy, as a multiple of what its seed says. */
export const planOf = (seed: number, length = 1): Plan => {
  const choose = dice(seed, 1)
  const busyMillis = Math.round(choose.pick([20_000, minute, 10 * minute, hour, 6 * hour]) * length)
  const acts = 4 + choose.below(7)
  return {
    seed,
    servers: 1 + choose.below(3),
    busyMillis,
    leaseMillis: choose.pick([10_000, minute]),
    pollMillis: Math.round(Math.max(choose.pick([1_000, minute]), busyMillis / 40)),
    waits: choose.pick(schedules),
    mostPerDestination: choose.pick([2, 2, 4]),
    quota: { limit: choose.pick([5, 20, 200]), windowMillis: choose.pick([10_000, minute]) },
    isCrowded: choose.chance(0.5),
    slice: choose.pick([30, 300, 2_048]),
    rates: {
      crash: choose.pick([0, 0.001, 0.01]),
      loss: choose.pick([0, 0.005, 0.05]),
      delay: choose.pick([0, 0.02, 0.2])
    },
    acts: Array.from({ length: acts }, (_, number) => act(choose, number, busyMillis)),
    without: new Set()
  }
}
