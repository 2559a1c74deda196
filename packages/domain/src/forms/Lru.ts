/** Keeps values while together they weigh no more than a bound; the least recently used make room. */
export class Lru<K, V> {
  /** From the least to the most recently used. */
  private readonly kept = new Map<K, V>()
  private newest: K | undefined
  private total = 0
  private readonly most: number
  private readonly weigh: (value: V) => number

  /** @param weigh never changes its mind about a value. */
  constructor(most: number, weigh: (value: V) => number) {
    this.most = most
    this.weigh = weigh
  }

  /** INVARIANT: never above the bound. */
  get weight(): number {
    return this.total
  }

  /** What is kept, which is its latest use. */
  find(key: K): V | undefined {
    const value = this.kept.get(key)
    if (value === undefined || key === this.newest) return value
    this.kept.delete(key)
    this.kept.set(key, value)
    this.newest = key
    return value
  }

  /** A value that is heavier than the bound by itself is not kept, and pushes out nothing. */
  put(key: K, value: V): void {
    this.drop(key)
    const weight = this.weigh(value)
    if (weight > this.most) return
    while (this.total + weight > this.most) {
      const [oldest] = this.kept.keys()
      if (oldest === undefined) break
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
    if (key === this.newest) this.newest = undefined
  }
}
