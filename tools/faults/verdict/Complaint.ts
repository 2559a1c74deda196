/** An error that the checker found. */
export interface Complaint {
  /** `lost`: something answered or promised is missing. `doubled`: something that should exist once exists twice. `wrong`: any other error. */
  readonly kind: "lost" | "doubled" | "wrong"
  readonly says: string
}

export const lost = (says: string): Complaint => ({ kind: "lost", says })
export const doubled = (says: string): Complaint => ({ kind: "doubled", says })
export const wrong = (says: string): Complaint => ({ kind: "wrong", says })

/** Groups items by key, in their order. */
export const groupedBy = <A>(all: Iterable<A>, key: (one: A) => string): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const one of all) {
    const found = groups.get(key(one))
    if (found === undefined) groups.set(key(one), [one])
    else found.push(one)
  }
  return groups
}
