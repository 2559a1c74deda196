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

const labels = new WeakMap<ReadonlyArray<Option>, ReadonlyMap<string, string>>()

/** The labels of options by their values, made once for all that read them. */
export const labelsOf = (options: ReadonlyArray<Option>): ReadonlyMap<string, string> => {
  const known = labels.get(options) ?? new Map(options.map(({ label, value }) => [value, label]))
  labels.set(options, known)
  return known
}

/** Options of which `labelsOf` need not make anything: of very many, whoever gathers them makes it in slices. */
export const withLabels = (
  options: ReadonlyArray<Option>,
  known: ReadonlyMap<string, string>
): ReadonlyArray<Option> => {
  labels.set(options, known)
  return options
}

/** What is asked of a set of values. */
export type Values = Pick<ReadonlySet<string>, "has" | "keys" | "size">

/** The values of options. */
export const valuesOf = (options: ReadonlyArray<Option>): Values => labelsOf(options)

/** Characters of the longest of some labels, and of all of them. */
interface Lengths {
  readonly longest: number
  readonly all: number
}

const lengths = new WeakMap<ReadonlyMap<string, string>, Lengths>()

const lengthsIn = (each: Iterable<number>): Lengths => {
  let [longest, all] = [0, 0]
  for (const length of each) {
    longest = Math.max(longest, length)
    all += length
  }
  return { longest, all }
}

/** Keeps how long each label is in the language in which it is longest, for costs. */
export const keepLengths = (options: ReadonlyArray<Option>, longest: ReadonlyArray<number>): void => {
  lengths.set(labelsOf(options), lengthsIn(longest))
}

/**
 * Characters of labels, counted once: a table can have 100,000, and each part of each message can show one. Of a form in several languages those of
 * the longest translation of each.
 */
export const lengthsOf = (labels: ReadonlyMap<string, string>): Lengths => {
  const known = lengths.get(labels) ?? lengthsIn([...labels.values()].map(({ length }) => length))
  lengths.set(labels, known)
  return known
}

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

/** What two sets of chosen options share that are the same, whatever their order. */
export const identityOf = (chosen: ReadonlyArray<string>): string => JSON.stringify(chosen.toSorted())
