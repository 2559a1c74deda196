/** Lists that the worker sends at each keystroke, with few entries that are new. */

/** A list in which an entry of the list before stands as its index there. */
export type Sent<A> = ReadonlyArray<A | number>

/** The worker's end. */
export class SentAgain<A extends object> {
  /** JSON of each entry that was sent last, and its index. */
  #before: ReadonlyMap<string, number> = new Map()

  next(entries: ReadonlyArray<A>): Sent<A> {
    const before = this.#before
    const written = entries.map((entry) => JSON.stringify(entry))
    this.#before = new Map(written.map((json, index) => [json, index]))
    return entries.map((entry, index) => before.get(written[index] ?? "") ?? entry)
  }
}

/**
 * The page's end: the whole list, in which entries that are not new are the same objects as before.
 * @param before what the list before was received as; a list that has no index needs none.
 * @returns `before` itself where nothing is new, gone or moved.
 */
export const received = <A extends object>(sent: Sent<A>, before: ReadonlyArray<A>): ReadonlyArray<A> =>
  sent.length === before.length && sent.every((entry, index) => entry === index)
    ? before
    : sent.flatMap((entry) => (typeof entry === "number" ? (before[entry] ?? []) : [entry]))
