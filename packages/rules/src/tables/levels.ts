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
  private readonly known: ReadonlyMap<Cell, Below>

  constructor(known: ReadonlyMap<Cell, Below>) {
    this.known = known
  }

  below(value: Cell | undefined): Below | undefined {
    return value === undefined ? undefined : this.known.get(value)
  }
}

/** One key whose cells begin ranges: half open, each up to the next. */
export class FromLevel implements Level {
  private readonly starts: Float64Array
  private readonly levels: ReadonlyArray<Below>

  constructor(known: ReadonlyMap<number, Below>) {
    this.starts = Float64Array.from(known.keys()).sort()
    this.levels = Array.from(this.starts, (start) => known.get(start) ?? -1)
  }

  below(value: Cell | undefined): Below | undefined {
    return typeof value === "number" ? this.levels[this.#after(value) - 1] : undefined
  }

  /** What stands below the range after that of the value. */
  next(value: Cell | undefined): Below | undefined {
    return typeof value === "number" ? this.levels[this.#after(value)] : undefined
  }

  /** The place of the first range that begins after the value. */
  #after(value: number): number {
    const { starts } = this
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? Infinity) <= value) low = middle + 1
      else high = middle
    }
    return low
  }
}
