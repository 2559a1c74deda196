/** Chance that can be had again from its seed. */

export interface Random {
  /** From 0 up to 1, without it. */
  readonly next: () => number
  /** A whole number from 0 up to `end`, without it. */
  readonly below: (end: number) => number
  readonly pick: <A>(from: ReadonlyArray<A>) => A
  readonly shuffled: <A>(from: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** Mulberry32, by Tommy Ettinger (public domain). */
export const make = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  const shuffled = <A>(from: ReadonlyArray<A>): ReadonlyArray<A> => {
    const all = [...from]
    for (let last = all.length - 1; last > 0; last--) {
      const other = below(last + 1)
      const kept = all[last]!
      all[last] = all[other]!
      all[other] = kept
    }
    return all
  }
  return { next, below, pick: (from) => from[below(from.length)]!, shuffled }
}
