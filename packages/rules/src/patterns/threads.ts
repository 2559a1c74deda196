/** A pattern of too many states for a table: all instructions that it may be at are followed together, a character at a time. */
import {
  BEGIN_LINE,
  BEGIN_TEXT,
  classOf,
  END_LINE,
  END_TEXT,
  MATCH,
  NO_WORD_BOUNDARY,
  PASS,
  type Program,
  SPLIT,
  TAKE,
  WHEN,
  WORD_BOUNDARY
} from "./program.ts"

/** Where a text begins and ends. */
export const NONE = -1
const NEW_LINE = 10

const isWord = (rune: number): boolean =>
  (rune >= 48 && rune <= 57) || (rune >= 65 && rune <= 90) || rune === 95 || (rune >= 97 && rune <= 122)

/** What is true between two characters. */
export const conditionsBetween = (before: number, after: number): number =>
  (before === NONE ? BEGIN_TEXT | BEGIN_LINE : before === NEW_LINE ? BEGIN_LINE : 0) |
  (after === NONE ? END_TEXT | END_LINE : after === NEW_LINE ? END_LINE : 0) |
  (isWord(before) === isWord(after) ? NO_WORD_BOUNDARY : WORD_BOUNDARY)

/** Whether the whole text matches. */
export const matches = (program: Program, text: string): boolean => {
  const { accepts, classes, kinds, others, outs, start } = program
  // At which character an instruction was last looked at, and last found to come next.
  const [seen, coming] = [new Int32Array(kinds.length).fill(-1), new Int32Array(kinds.length).fill(-1)]
  const open: Array<number> = []
  let [now, next]: [Array<number>, Array<number>] = [[start], []]
  let before = NONE
  for (let at = 0; ;) {
    const rune = at < text.length ? (text.codePointAt(at) ?? 0) : NONE
    const conditions = conditionsBetween(before, rune)
    const kind = rune === NONE ? 0 : classOf(program, rune)
    let isMatch = false
    for (const from of now) open.push(from)
    while (open.length > 0) {
      const one = open.pop() ?? 0
      if (seen[one] === at) continue
      seen[one] = at
      const [own, out, other] = [kinds[one] ?? 0, outs[one] ?? 0, others[one] ?? 0]
      if (own === TAKE) {
        if (rune !== NONE && coming[out] !== at && accepts[other * classes + kind] === 1) {
          coming[out] = at
          next.push(out)
        }
      } else if (own === SPLIT) open.push(other, out)
      else if (own === PASS || (own === WHEN && (other & ~conditions) === 0)) open.push(out)
      else if (own === MATCH) isMatch = true
    }
    if (rune === NONE) return isMatch
    if (next.length === 0) return false
    ;[now, next] = [next, now]
    next.length = 0
    before = rune
    at += rune > 0xffff ? 2 : 1
  }
}
