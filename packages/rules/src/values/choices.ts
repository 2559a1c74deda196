/** Chosen options: whether one is among them, and the order that tells two sets of them apart. */
import type { Option } from "../Definition.ts"

/** Few are compared one after the other; of many a set is made, once for each list of them. */
const FEW = 32

const sets = new WeakMap<ReadonlyArray<string>, ReadonlySet<string>>()

export const hasOption = (chosen: ReadonlyArray<string>, option: string): boolean => {
  if (chosen.length <= FEW) return chosen.includes(option)
  const known = sets.get(chosen) ?? new Set(chosen)
  sets.set(chosen, known)
  return known.has(option)
}

/** Chosen options in the order of all options: what is chosen has none of its own. */
export const inOrder = (options: ReadonlyArray<Option>, chosen: ReadonlyArray<string>): ReadonlyArray<string> => {
  const values = new Set(chosen)
  return options.flatMap(({ value }) => (values.has(value) ? [value] : []))
}
