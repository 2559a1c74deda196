/** The keys of a table's rows as a tree: a level for each key, and at its end the row. */
import type { Cell } from "../TableDefinition.ts"

/** What stands below a key: the next level, or the index of the row. */
export type Below = Level | number

interface Level {
  /** What stands below a value of the key. */
  readonly below: (value: Cell | undefined) => Below | undefined
}

/** One key that has to be equal. */
export class ExactLevel implements Level {
  readonly known: ReadonlyMap<Cell, Below>

  constructor(known: ReadonlyMap<Cell, Below>) {
    this.known = known
  }

  below(value: Cell | undefined): Below | undefined {
    return value === undefined ? undefined : this.known.get(value)
  }
}

/** Ranges for which it does not pay to divide the line. */
const FEW = 16

/**
 * Numbers in order, and how many of them are at most a value. The line from the first to the last one is divided into as many equal parts as there are
 * numbers, so that it costs the same for many as for few where they lie evenly; else what a binary search does.
 */
export class Starts {
  readonly sorted: Float64Array
  readonly #least: number
  readonly #most: number
  readonly #scale: number
  /** Of each part the first number in it or after it. */
  readonly #first: Int32Array

  constructor(numbers: Iterable<number>) {
    const sorted = Float64Array.from(numbers).sort()
    const count = sorted.length
    this.sorted = sorted
    this.#least = sorted[0] ?? Infinity
    this.#most = sorted[count - 1] ?? Infinity
    const span = this.#most - this.#least
    this.#scale = count > FEW && span > 0 ? (count - 1) / span : 0
    this.#first = new Int32Array(this.#scale === 0 ? 2 : count + 2).fill(count)
    if (this.#scale === 0) this.#first[0] = 0
    else for (let at = count - 1, part = count; at >= 0; at -= 1) part = this.#reach(at, part)
  }

  #part(value: number): number {
    return Math.floor((value - this.#least) * this.#scale)
  }

  /** Writes the place `at` to its own part, and the next place to the empty parts up to `above`. */
  #reach(at: number, above: number): number {
    const own = this.#part(this.sorted[at] ?? 0)
    for (let part = own + 1; part < above; part += 1) this.#first[part] = at + 1
    this.#first[own] = at
    return own
  }

  /**
   * How many are at most the value: 0 for NaN.
   * INVARIANT: the part of a number never falls where the number grows, so what lies in a part before that of the value is less, and in one after it
   * greater.
   * @param numbers the same numbers where they stand elsewhere, each at its index shifted by `shift`.
   */
  upTo(value: number, numbers = this.sorted, shift = 0): number {
    if (!(value >= this.#least)) return 0
    const count = this.sorted.length
    if (value >= this.#most) return count
    const part = this.#part(value)
    let low = this.#first[part] ?? 0
    let high = this.#first[part + 1] ?? count
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((numbers[middle << shift] ?? Infinity) <= value) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** One key whose cells begin ranges: half open, each up to the next. */
export class FromLevel implements Level {
  readonly starts: Starts
  /** What stands below each range. */
  readonly levels: ReadonlyArray<Below>

  constructor(known: ReadonlyMap<number, Below>) {
    this.starts = new Starts(known.keys())
    this.levels = Array.from(this.starts.sorted, (start) => known.get(start) ?? -1)
  }

  below(value: Cell | undefined): Below | undefined {
    return typeof value === "number" ? this.levels[this.starts.upTo(value) - 1] : undefined
  }

  /** What stands below the range after that of the value. */
  next(value: Cell | undefined): Below | undefined {
    return typeof value === "number" ? this.levels[this.starts.upTo(value)] : undefined
  }
}
