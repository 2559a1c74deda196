/** Random choices that are the same for the same seed (mulberry32). */
export interface Random {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number
  /** A whole number, both bounds included. */
  readonly whole: (least: number, most: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(items: readonly [A, ...ReadonlyArray<A>]) => A
}

export const random = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0]
  }
}
