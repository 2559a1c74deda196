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

const values = new WeakMap<ReadonlyArray<Option>, ReadonlySet<string>>()

/** The values of options, made once for all that read them. */
export const valuesOf = (options: ReadonlyArray<Option>): ReadonlySet<string> => {
  const known = values.get(options) ?? new Set(options.map(({ value }) => value))
  values.set(options, known)
  return known
}

const labels = new WeakMap<ReadonlyArray<Option>, ReadonlyMap<string, string>>()

/** The labels of options by their values, made once for all that show them. */
export const labelsOf = (options: ReadonlyArray<Option>): ReadonlyMap<string, string> => {
  const known = labels.get(options) ?? new Map(options.map(({ label, value }) => [value, label]))
  labels.set(options, known)
  return known
}

const lengths = new WeakMap<ReadonlyMap<string, string>, ReadonlyArray<number>>()

/** Keeps how long each label is in the language in which it is longest, for costs. */
export const keepLengths = (options: ReadonlyArray<Option>, longest: ReadonlyArray<number>): void => {
  lengths.set(labelsOf(options), longest)
}

/** Characters of each label: of a form in several languages those of its longest translation. */
export const lengthsOf = (labels: ReadonlyMap<string, string>): ReadonlyArray<number> =>
  lengths.get(labels) ?? [...labels.values()].map(({ length }) => length)

/** The first of many, without a copy of all. */
export const firstOf = (values: Iterable<string>, most: number): ReadonlyArray<string> => {
  const first: Array<string> = []
  for (const value of values) {
    if (first.length === most) break
    first.push(value)
  }
  return first
}

/** Chosen options in the order of all options: what is chosen has none of its own. */
export const inOrder = (options: ReadonlyArray<Option>, chosen: ReadonlyArray<string>): ReadonlyArray<string> => {
  const values = new Set(chosen)
  return options.flatMap(({ value }) => (values.has(value) ? [value] : []))
}
