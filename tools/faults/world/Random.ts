/** Random numbers that repeat from their seed. */
import { random } from "../../../bench/src/random.ts"
import { at } from "./at.ts"

export interface Random {
  /** From 0 up to 1, exclusive. */
  readonly next: () => number
  /** A whole number from 0 up to `end`, exclusive. */
  readonly below: (end: number) => number
  readonly pick: <A>(from: ReadonlyArray<A>) => A
  readonly shuffled: <A>(from: ReadonlyArray<A>) => ReadonlyArray<A>
}

export const make = (seed: number): Random => {
  const { next, whole } = random(seed)
  const below = (end: number): number => whole(0, end - 1)
  const shuffled = <A>(from: ReadonlyArray<A>): ReadonlyArray<A> => {
    const all = [...from]
    for (let last = all.length - 1; last > 0; last--) {
      const other = below(last + 1)
      const kept = at(all, last)
      all[last] = at(all, other)
      all[other] = kept
    }
    return all
  }
  return { next, below, pick: (from) => at(from, below(from.length)), shuffled }
}
