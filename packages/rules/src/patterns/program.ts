/** RE2's program of a pattern, as numbers: instructions, and the classes of characters that they distinguish. */
import type { RE2JS } from "re2js"

/** Kinds of instructions. */
export const SPLIT = 1
/** Goes on. Where a group begins or ends it has that mark: twice the number of the group, and one more for its end. */
export const PASS = 2
/** Goes on only if its conditions are true. */
export const WHEN = 3
export const FAIL = 4
export const MATCH = 5
/** Takes one character of its set. */
export const TAKE = 6

/** Conditions, as RE2 numbers them. */
export const BEGIN_LINE = 1
export const END_LINE = 2
export const BEGIN_TEXT = 4
export const END_TEXT = 8
export const WORD_BOUNDARY = 16
export const NO_WORD_BOUNDARY = 32

/** The class of a character below is looked up; from here on it is searched for. */
export const LOW = 256

export interface Program {
  readonly start: number
  readonly kinds: Uint8Array
  /** Where it goes on; of a `SPLIT` here and at `others`. */
  readonly outs: Uint16Array
  /** The second way of a `SPLIT`, the conditions of a `WHEN`, the set of a `TAKE`, the mark of a `PASS` or 0. */
  readonly others: Uint16Array
  /** How many classes there are. */
  readonly classes: number
  /** The class of each character below `LOW`. */
  readonly low: Uint16Array
  /** Where ranges of the other characters start, and their classes. */
  readonly starts: Int32Array
  readonly ofRange: Uint16Array
  /** At `set * classes + class` whether the set has that class. */
  readonly accepts: Uint8Array
}

/** An instruction of RE2: the operations are numbered from `ALT` 1 to `RUNE_ANY_NOT_NL` 11, as in its sources. */
interface Instruction {
  readonly op: number
  readonly out: number
  readonly arg: number
  readonly runes: Int32Array
  readonly matchRune: (rune: number) => boolean
}

const KINDS = [FAIL, SPLIT, SPLIT, PASS, WHEN, FAIL, MATCH, PASS, TAKE, TAKE, TAKE, TAKE]
const LAST_RUNE = 0x10ffff
const FOLDS_CASE = 1

let casedRunes: ReadonlyArray<number> | undefined

/** Characters that have an upper or a lower case, found once. The last of them are Adlam's, U+1E900 to U+1E943. */
const cased = (): ReadonlyArray<number> =>
  (casedRunes ??= Array.from({ length: 0x1e944 }, (_, rune) => rune).filter((rune) => {
    const own = String.fromCodePoint(rune)
    return own.toLowerCase() !== own || own.toUpperCase() !== own
  }))

/** Characters that differ only in case, by each that was searched for: at most as many as have a case. */
const folded = new Map<number, ReadonlyArray<number>>()

const foldedOf = (only: number, instruction: Instruction): ReadonlyArray<number> => {
  const known = folded.get(only)
  if (known !== undefined) return known
  const found = cased().filter((rune) => instruction.matchRune(rune))
  if (found.length > 0) folded.set(only, found)
  return found.length > 0 ? found : [only]
}

/** Ranges of what an instruction takes, in order: first and last of each. */
const rangesOf = (instruction: Instruction): ReadonlyArray<number> => {
  const { arg, runes } = instruction
  const [only] = runes
  if (only === undefined || runes.length > 1) return [...runes]
  return (arg & FOLDS_CASE) === 0 ? [only, only] : foldedOf(only, instruction).flatMap((rune) => [rune, rune])
}

/** Index of the range that a character is in. */
const rangeOf = (starts: Int32Array, rune: number): number => {
  let [least, above] = [0, starts.length]
  while (above - least > 1) {
    const middle = (least + above) >> 1
    if ((starts[middle] ?? 0) <= rune) least = middle
    else above = middle
  }
  return least
}

export const classOf = ({ low, ofRange, starts }: Program, rune: number): number =>
  (rune < LOW ? low[rune] : ofRange[rangeOf(starts, rune)]) ?? 0

/** Classes of ranges: two that the same sets have are one. */
const classify = (starts: Int32Array, sets: ReadonlyArray<ReadonlyArray<number>>) => {
  const ofRange = new Uint16Array(starts.length)
  let classes = 1
  const inside = new Uint8Array(starts.length)
  for (const ranges of sets) {
    inside.fill(0)
    for (let at = 0; at < ranges.length; at += 2) {
      const last = ranges[at + 1] ?? 0
      for (let range = rangeOf(starts, ranges[at] ?? 0); (starts[range] ?? Infinity) <= last; range += 1)
        inside[range] = 1
    }
    // Each class is split into the part that the set has and the part that it does not have.
    const parts = new Int32Array(classes * 2).fill(-1)
    classes = 0
    for (let range = 0; range < ofRange.length; range += 1) {
      const key = (ofRange[range] ?? 0) * 2 + (inside[range] ?? 0)
      if (parts[key] === -1) {
        parts[key] = classes
        classes += 1
      }
      ofRange[range] = parts[key] ?? 0
    }
  }
  return { classes, ofRange }
}

const sameSet = (a: Instruction, b: Instruction): boolean => {
  if (a.runes.length !== b.runes.length) return false
  if (a.runes.length === 1 && (a.arg & FOLDS_CASE) !== (b.arg & FOLDS_CASE)) return false
  for (let at = 0; at < a.runes.length; at += 1) if (a.runes[at] !== b.runes[at]) return false
  return true
}

/** Numbers what instructions take, from 0; the same ranges get the same number. A class may have hundreds of ranges, hundreds of times. */
const numberedSets = (): ((instruction: Instruction) => number) => {
  const known = new Map<number, Array<{ readonly instruction: Instruction; readonly set: number }>>()
  let sets = 0
  return (instruction) => {
    const { runes } = instruction
    const half = runes[runes.length >> 1] ?? 0
    const hash =
      (Math.imul(runes.length, 31) + Math.imul(runes[0] ?? 0, 7) + Math.imul(half, 3) + (runes.at(-1) ?? 0)) | 0
    const alike = known.get(hash) ?? []
    const found = alike.find((one) => sameSet(one.instruction, instruction))
    if (found !== undefined) return found.set
    known.set(hash, [...alike, { instruction, set: sets }])
    sets += 1
    return sets - 1
  }
}

/** Reads the program of a pattern; undefined if it has an instruction that this engine does not know. */
export const programOf = (compiled: RE2JS): Program | undefined => {
  const { prog } = compiled.re2()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- re2js types instructions as any
  const instructions = prog.inst as ReadonlyArray<Instruction>
  if (instructions.some(({ op }) => KINDS[op] === undefined)) return undefined
  const [kinds, outs, others] = [
    Uint8Array.from(instructions, ({ op }) => KINDS[op] ?? FAIL),
    Uint16Array.from(instructions, ({ out }) => out),
    Uint16Array.from(instructions, ({ arg }) => arg)
  ]
  const sets: Array<ReadonlyArray<number>> = []
  const setOf = numberedSets()
  const bounds = new Set([0])
  instructions.forEach((instruction, at) => {
    if (kinds[at] !== TAKE) return
    const set = setOf(instruction)
    others[at] = set
    if (set < sets.length) return
    const ranges = rangesOf(instruction)
    sets.push(ranges)
    ranges.forEach((rune, index) => bounds.add(index % 2 === 0 ? rune : rune + 1))
  })
  bounds.delete(LAST_RUNE + 1)
  const starts = Int32Array.from(bounds).sort()
  const { classes, ofRange } = classify(starts, sets)
  const accepts = new Uint8Array(sets.length * classes)
  sets.forEach((ranges, set) => {
    for (let at = 0; at < ranges.length; at += 2) {
      const last = ranges[at + 1] ?? 0
      for (let range = rangeOf(starts, ranges[at] ?? 0); (starts[range] ?? Infinity) <= last; range += 1)
        accepts[set * classes + (ofRange[range] ?? 0)] = 1
    }
  })
  const low = Uint16Array.from({ length: LOW }, (_, rune) => ofRange[rangeOf(starts, rune)] ?? 0)
  const high = rangeOf(starts, LOW)
  return {
    start: prog.start,
    kinds,
    outs,
    others,
    classes,
    low,
    starts: starts.slice(high),
    ofRange: ofRange.slice(high),
    accepts
  }
}

/** About how much memory a program keeps. */
export const bytesOfProgram = ({ accepts, kinds, starts }: Program): number =>
  1_500 + 5 * kinds.length + 6 * starts.length + accepts.length
