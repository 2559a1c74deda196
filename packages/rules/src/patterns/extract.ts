/**
 * The part of a text that a pattern's group matches: RE2's instructions followed together, as in threads.ts, in the order in which RE2
 * prefers them, each with where its group began and ended. Linear in the text.
 */
import { BEGIN_TEXT, classOf, MATCH, PASS, type Program, SPLIT, TAKE, WHEN } from "./program.ts"
import { conditionsBetween, NONE } from "./threads.ts"

/** Marks of where the first group begins and where it ends. */
const BEGIN = 2
const END = 3

/** Three numbers each: an instruction, and where the group began and ended, or `NONE`. The first is preferred. */
interface Threads {
  length: number
  readonly numbers: Int32Array
}

const add = (threads: Threads, instruction: number, begin: number, end: number): void => {
  const { length, numbers } = threads
  numbers[length] = instruction
  numbers[length + 1] = begin
  numbers[length + 2] = end
  threads.length = length + 3
}

const noThreads = ({ kinds }: Program): Threads => ({ length: 0, numbers: new Int32Array(3 * kinds.length) })

/** Adds what an instruction leads to without taking a character. Whoever comes first to an instruction is preferred. */
const following = (program: Program) => {
  const { kinds, others, outs } = program
  /** At which character an instruction was last added. */
  const seen = new Int32Array(kinds.length).fill(NONE)
  /** The second ways, which wait. */
  const open = noThreads(program)
  return (threads: Threads, from: number, begins: number, ends: number, at: number, conditions: number): void => {
    let [one, begin, end] = [from, begins, ends]
    for (;;) {
      if (seen[one] !== at) {
        seen[one] = at
        const [kind, other] = [kinds[one] ?? 0, others[one] ?? 0]
        if (kind === TAKE || kind === MATCH) add(threads, one, begin, end)
        else if (kind === SPLIT || kind === PASS || (kind === WHEN && (other & ~conditions) === 0)) {
          if (kind === SPLIT) add(open, other, begin, end)
          if (kind === PASS && other === BEGIN) begin = at
          if (kind === PASS && other === END) end = at
          one = outs[one] ?? 0
          continue
        }
      }
      if (open.length === 0) return
      open.length -= 3
      one = open.numbers[open.length] ?? 0
      begin = open.numbers[open.length + 1] ?? 0
      end = open.numbers[open.length + 2] ?? 0
    }
  }
}

/** Whether a match can only begin where the text does. */
export const isAnchored = ({ kinds, others, outs, start }: Program): boolean => {
  let at = start
  while (kinds[at] === PASS) at = outs[at] ?? 0
  return kinds[at] === WHEN && ((others[at] ?? 0) & BEGIN_TEXT) !== 0
}

const runeAt = (text: string, at: number): number => (at < text.length ? (text.codePointAt(at) ?? 0) : NONE)

/**
 * What the first group matched, in the match that RE2 finds first in the text.
 * @returns undefined where nothing matches, or the match goes without the group.
 */
export const extracted = (program: Program, text: string): string | undefined => {
  const { accepts, classes, kinds, others, outs, start } = program
  const follow = following(program)
  let [now, next] = [noThreads(program), noThreads(program)]
  let [isFound, begin, end] = [false, NONE, NONE]
  const beginsOnce = isAnchored(program)
  let [before, rune] = [NONE, runeAt(text, 0)]
  for (let at = 0; ;) {
    // A match may begin anywhere; the one that begins first counts.
    if (!isFound) follow(now, start, NONE, NONE, at, conditionsBetween(before, rune))
    const after = at + (rune > 0xffff ? 2 : 1)
    const coming = runeAt(text, after)
    const conditions = conditionsBetween(rune, coming)
    const kind = rune === NONE ? 0 : classOf(program, rune)
    const { length, numbers } = now
    for (let thread = 0; thread < length; thread += 3) {
      const one = numbers[thread] ?? 0
      const [begins, ends] = [numbers[thread + 1] ?? NONE, numbers[thread + 2] ?? NONE]
      if (kinds[one] === MATCH) {
        ;[isFound, begin, end] = [true, begins, ends]
        break
      }
      if (rune !== NONE && accepts[(others[one] ?? 0) * classes + kind] === 1)
        follow(next, outs[one] ?? 0, begins, ends, after, conditions)
    }
    if (rune === NONE || ((isFound || beginsOnce) && next.length === 0)) break
    ;[now, next] = [next, now]
    next.length = 0
    ;[before, rune, at] = [rune, coming, after]
  }
  return begin === NONE ? undefined : text.slice(begin, end)
}
