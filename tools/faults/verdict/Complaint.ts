/** What the checker has to say. */
export interface Complaint {
  /** `lost`: what was answered or promised is not there. `doubled`: what is to be once is there twice. `wrong`: everything else. */
  readonly kind: "lost" | "doubled" | "wrong"
  readonly says: string
}

export const lost = (says: string): Complaint => ({ kind: "lost", says })
export const doubled = (says: string): Complaint => ({ kind: "doubled", says })
export const wrong = (says: string): Complaint => ({ kind: "wrong", says })

/** Everything under its key, in the order that it came in. */
export const groupedBy = <A>(all: Iterable<A>, key: (one: A) => string): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const one of all) {
    const found = groups.get(key(one))
    if (found === undefined) groups.set(key(one), [one])
    else found.push(one)
  }
  return groups
}
