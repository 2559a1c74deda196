/** A small generator of random numbers: the same seed and place give the same choices, on any machine. */
import { present } from "../present.ts"

const scramble = (value: number): number => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

export class Random {
  private state: number

  /** `place` tells apart what one seed is used for: which form, which payload. */
  constructor(seed: number, ...place: ReadonlyArray<number>) {
    this.state = place.reduce(
      (mixed, part) => scramble(Math.imul(mixed, 31) + scramble(part + 0x9e37_79b9)),
      scramble(seed)
    )
  }

  /** From 0 to below 1 (mulberry32). */
  unit(): number {
    this.state = (this.state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.unit() * (most - least + 1))
  }

  /** True once in `times` on average. */
  once(times: number): boolean {
    return this.unit() * times < 1
  }

  pick<A>(from: ReadonlyArray<A>): A {
    const at = this.whole(0, from.length - 1)
    for (const picked of from.slice(at, at + 1)) return picked
    throw new RangeError("there is nothing to pick from")
  }

  /** Runs one of several makers, chosen by weight. */
  weighted<A>(ways: ReadonlyArray<readonly [weight: number, make: () => A]>): A {
    const total = ways.reduce((sum, [weight]) => sum + weight, 0)
    let at = this.unit() * total
    for (const [weight, make] of ways) {
      at -= weight
      if (at < 0) return make()
    }
    return present(ways[0])[1]()
  }

  shuffled<A>(values: ReadonlyArray<A>): Array<A> {
    const result = [...values]
    for (let at = result.length - 1; at > 0; at -= 1) {
      const other = this.whole(0, at)
      const swapped = result.splice(other, 1, ...result.slice(at, at + 1))
      result.splice(at, 1, ...swapped)
    }
    return result
  }

  /** Two values in either order. */
  swapped<A>(one: A, other: A): readonly [A, A] {
    return this.once(2) ? [other, one] : [one, other]
  }

  some<A>(values: ReadonlyArray<A>, times: number): ReadonlyArray<A> {
    return values.filter(() => this.once(times))
  }

  list<A>(least: number, most: number, make: (index: number) => A): ReadonlyArray<A> {
    return Array.from({ length: this.whole(least, most) }, (_, index) => make(index))
  }
}
