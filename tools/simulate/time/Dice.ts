/** Every choice of a world comes from here: streams of random numbers that repeat from their seed. */
import { random } from "../../../bench/src/random.ts"

export interface Dice {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number
  /** A whole number from 0 up to `end`, exclusive. */
  readonly below: (end: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(from: readonly [A, ...ReadonlyArray<A>]) => A
  /** Milliseconds from `least` to `most`; each order of magnitude is as likely as the others. */
  readonly span: (least: number, most: number) => number
}

/** @param path which stream of the seed: streams with different paths do not depend on each other. */
export const dice = (seed: number, ...path: ReadonlyArray<number>): Dice => {
  const { chance, next, pick } = random(path.reduce(mixed, mixed(0x9e3779b9, seed)))
  return {
    next,
    chance,
    pick,
    below: (end) => Math.floor(next() * end),
    span: (least, most) => Math.round(least * (most / least) ** next())
  }
}

/** A hash of two numbers (the finalizer of MurmurHash3). */
const mixed = (hash: number, value: number): number => {
  let bits = Math.imul(hash ^ (value >>> 0), 0x85ebca6b) ^ Math.floor(value / 2 ** 32)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
