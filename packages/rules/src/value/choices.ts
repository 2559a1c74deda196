/** Whether an option is among those that were chosen. */

/** Few are compared one after the other; of many a set is made, once for each list of them. */
const FEW = 32

const sets = new WeakMap<ReadonlyArray<string>, ReadonlySet<string>>()

export const hasOption = (chosen: ReadonlyArray<string>, option: string): boolean => {
  if (chosen.length <= FEW) return chosen.includes(option)
  const known = sets.get(chosen) ?? new Set(chosen)
  sets.set(chosen, known)
  return known.has(option)
}
