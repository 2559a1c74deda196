/**
 * A pattern as a table: for each of its states and each class of characters the next state. Matching is one lookup a character,
 * for any text. Few patterns have too many states for a table; they run in threads.ts.
 */
import {
  BEGIN_LINE,
  BEGIN_TEXT,
  classOf,
  END_LINE,
  END_TEXT,
  FAIL,
  LOW,
  MATCH,
  PASS,
  type Program,
  SPLIT,
  TAKE,
  WHEN
} from "./program.ts"

export interface Table {
  readonly program: Program
  /** At `state * classes + class` the next state. */
  readonly next: Uint16Array
  /** Whether a text may end there. */
  readonly ends: Uint8Array
}

/** Most entries, of two bytes each. */
const MAX_ENTRIES = 16_384
/** Most instructions looked at to make a table: a millisecond's work. */
const MAX_WORK = 15_000

/** The state from which no text matches. */
const DEAD = 0
const START = 1

/** Makes the table of a program, if it is small and its conditions are only about the ends of the text. */
export const tableOf = (program: Program): Table | undefined => {
  const { accepts, classes, kinds, others, outs, start } = program
  const isSimple = kinds.every((kind, at) => kind !== WHEN || ((others[at] ?? 0) & ~(BEGIN_TEXT | END_TEXT)) === 0)
  if (!isSimple) return undefined
  let work = 0
  const seen = new Int32Array(kinds.length).fill(-1)
  let walk = 0

  /** What instructions lead to without taking a character. */
  const reach = (from: ReadonlyArray<number>, conditions: number): ReadonlyArray<number> => {
    walk += 1
    const found: Array<number> = []
    const open = [...from]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      work += 1
      const kind = kinds[at] ?? FAIL
      if (kind === FAIL || seen[at] === walk) continue
      seen[at] = walk
      if (kind === TAKE || kind === MATCH || kind === WHEN) found.push(at)
      if (kind === SPLIT) open.push(others[at] ?? 0)
      if (kind === SPLIT || kind === PASS || (kind === WHEN && ((others[at] ?? 0) & ~conditions) === 0))
        open.push(outs[at] ?? 0)
    }
    return found.toSorted((a, b) => a - b)
  }

  const states: Array<ReadonlyArray<number>> = [[], reach([start], BEGIN_TEXT | BEGIN_LINE)]
  const known = new Map<string, number>([["", DEAD]])
  const next: Array<number> = Array.from({ length: classes }, () => DEAD)
  for (let state = START; state < states.length; state += 1) {
    const own = states[state] ?? []
    for (let kind = 0; kind < classes; kind += 1) {
      work += own.length
      const taken = own.filter((at) => kinds[at] === TAKE && accepts[(others[at] ?? 0) * classes + kind] === 1)
      const after = reach([...new Set(taken.map((at) => outs[at] ?? 0))], 0)
      const key = after.join()
      const to = known.get(key) ?? states.length
      next.push(to)
      if (to === states.length) {
        known.set(key, to)
        states.push(after)
      }
      if (work > MAX_WORK || states.length * classes > MAX_ENTRIES) return undefined
    }
  }
  const ends = Uint8Array.from(states, (own, state) => {
    const begins = state === START ? BEGIN_TEXT | BEGIN_LINE : 0
    return reach(own, begins | END_TEXT | END_LINE).some((at) => kinds[at] === MATCH) ? 1 : 0
  })
  return { program, next: Uint16Array.from(next), ends }
}

/** Whether the whole text matches. */
export const fits = ({ ends, next, program }: Table, text: string): boolean => {
  const { classes, low } = program
  let state = START
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    let kind = low[unit] ?? 0
    if (unit >= LOW) {
      const rune = text.codePointAt(at) ?? 0
      if (rune > 0xffff) at += 1
      kind = classOf(program, rune)
    }
    state = next[state * classes + kind] ?? DEAD
    if (state === DEAD) return false
  }
  return ends[state] === 1
}

/** About how much memory a table keeps besides its program. */
export const bytesOfTable = ({ ends, next }: Table): number => 400 + 2 * next.length + ends.length
