/** A cache of values that together weigh no more than a bound. It evicts the least recently used. */
export class Lru<K, V> {
  /** From the least to the most recently used. */
  private readonly kept = new Map<K, V>()
  /** The key that was put or found last, whether it is still kept or not. */
  private newest: K | undefined
  private total = 0
  private readonly bound: number
  private readonly weigh: (value: V) => number

  /** @param weigh gives a value the same weight every time. */
  constructor(bound: number, weigh: (value: V) => number) {
    this.bound = bound
    this.weigh = weigh
  }

  /** INVARIANT: never above the bound. */
  get weight(): number {
    return this.total
  }

  /** The cached value. Finding it counts as its latest use. */
  find(key: K): V | undefined {
    const value = this.kept.get(key)
    if (value === undefined || key === this.newest) return value
    this.kept.delete(key)
    this.kept.set(key, value)
    this.newest = key
    return value
  }

  /** A value that is heavier than the bound is not cached, and evicts nothing. */
  put(key: K, value: V): void {
    this.drop(key)
    const weight = this.weigh(value)
    if (weight > this.bound) return
    for (const oldest of this.kept.keys()) {
      if (this.total + weight <= this.bound) break
      this.drop(oldest)
    }
    this.kept.set(key, value)
    this.total += weight
    this.newest = key
  }

  private drop(key: K): void {
    const value = this.kept.get(key)
    if (value === undefined) return
    this.kept.delete(key)
    this.total -= this.weigh(value)
  }
}
