/** Random choices that are the same for the same seed. */
import { assert } from "@effect/vitest"

/** Numbers from a seed (mulberry32). */
export const random = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number): number => Math.floor(next() * most)
  const of = <A>(all: ReadonlyArray<A>): A => all[below(all.length)] ?? assert.fail("nothing to choose from")
  return {
    chance: (share: number) => next() < share,
    of,
    some: <A>(all: ReadonlyArray<A>) => all.filter(() => next() < 0.6)
  }
}
export type Random = ReturnType<typeof random>
