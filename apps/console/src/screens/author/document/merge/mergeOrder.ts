/** The order of a list that two people have changed. */

export interface Orders {
  readonly ancestor: ReadonlyArray<string>
  readonly mine: ReadonlyArray<string>
  readonly theirs: ReadonlyArray<string>
}

const isSame = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index])

/** Entries that are missing from at least one of the three lists, by the entry of all three lists before them; "" for those at the beginning. */
const additions = (
  order: ReadonlyArray<string>,
  common: ReadonlySet<string>,
  kept: ReadonlySet<string>
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const groups = new Map<string, Array<string>>()
  let before = ""
  for (const name of order) {
    if (common.has(name)) before = `=${name}`
    else if (kept.has(name)) groups.set(before, [...(groups.get(before) ?? []), name])
  }
  return groups
}

/**
 * The order of a merged list. Entries of all three lists have the order of the side that changed it; each added entry follows the
 * entry that it was added after. Entries that both sides added at one place are in alphabetical order, so that both sides get the same list.
 * @param kept the entries that the merged list has.
 * @returns `isDisputed` if both sides changed the order, each in its own way; the result then has mine.
 */
export const mergeOrder = (
  { ancestor, mine, theirs }: Orders,
  kept: ReadonlySet<string>
): { readonly order: ReadonlyArray<string>; readonly isDisputed: boolean } => {
  const common = new Set(ancestor.filter((name) => mine.includes(name) && theirs.includes(name)))
  const [before, own, other] = [ancestor, mine, theirs].map((order) => order.filter((name) => common.has(name)))
  if (before === undefined || own === undefined || other === undefined) return { order: mine, isDisputed: false }
  const base = isSame(own, before) ? other : own
  const groups = [additions(mine, common, kept), additions(theirs, common, kept)]
  const at = (place: string): ReadonlyArray<string> =>
    groups
      .map((group) => group.get(place) ?? [])
      .toSorted((a, b) => (a.join("\n") < b.join("\n") ? -1 : 1))
      .flat()
  const order = new Set([...at(""), ...base.flatMap((name) => [...(kept.has(name) ? [name] : []), ...at(`=${name}`)])])
  return { order: [...order], isDisputed: !isSame(own, before) && !isSame(other, before) && !isSame(own, other) }
}
