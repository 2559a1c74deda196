/** The known name nearest to an unknown one, for “did you mean”. */
import { currentBudget } from "./CheckBudget.ts"

/**
 * Edits (a character more, less, other, or two swapped) between two words, or `most + 1` where there are more. Only cells
 * at most `most` from the diagonal are computed: no other is on a short enough path.
 * INVARIANT: the lengths of the words differ by at most `most`.
 */
const distance = (a: string, b: string, most: number): number => {
  const far = most + 1
  let twoAbove: Array<number> = []
  let fewestAbove = 0
  let above = Array.from({ length: b.length + 1 }, (_, index) => Math.min(index, far))
  for (let i = 1; i <= a.length; i += 1) {
    const row: Array<number> = []
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)]
    row[from - 1] = from === 1 ? Math.min(i, far) : far
    let fewest = row[from - 1] ?? far
    for (let j = from; j <= to; j += 1) {
      const same = a[i - 1] === b[j - 1]
      let best = Math.min((above[j] ?? far) + 1, (row[j - 1] ?? far) + 1, (above[j - 1] ?? far) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (twoAbove[j - 2] ?? far) + 1)
      row[j] = best
      fewest = Math.min(fewest, best)
    }
    // A swap may still come from the row before.
    if (fewest > most && fewestAbove > most) return far
    fewestAbove = fewest
    twoAbove = above
    above = row
  }
  return above[b.length] ?? far
}

/** Which characters a word has: one bit for each class of characters whose codes are equal in their last five bits. */
const characters = (word: string): number => {
  let bits = 0
  for (let index = 0; index < word.length; index += 1) bits |= 1 << (word.charCodeAt(index) & 31)
  return bits
}

const countBits = (bits: number): number => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/**
 * The candidate with the fewest edits from `word`, upper and lower case apart, the first one on a tie; undefined where none
 * is within a third of the word's length (at least one edit, at most three).
 */
export const nearest = (word: string, candidates: Iterable<string>): string | undefined => {
  if (word.length > 64) return undefined
  const wanted = word.toLowerCase()
  const most = Math.min(3, Math.max(1, Math.floor(word.length / 3)))
  let found: string | undefined
  const own = characters(wanted)
  let fewest = most + 1
  for (const candidate of candidates) {
    const other = candidate.toLowerCase()
    if (Math.abs(other.length - wanted.length) >= fewest) continue
    const theirs = characters(other)
    // An edit brings or removes at most one character, so this many are needed at least.
    if (countBits(own & ~theirs) >= fewest || countBits(theirs & ~own) >= fewest) continue
    const edits = distance(wanted, other, fewest - 1)
    if (edits < fewest) {
      found = candidate
      fewest = edits
    }
  }
  return found
}

/** Whether the check that runs may still look for what an author intended. */
export const hasHintsLeft = (): boolean => (currentBudget()?.candidates ?? 1) > 0

/** The nearest candidate, until the check's budget is spent: a definition may have tens of thousands of faults. */
export const nearestWithinBudget = (word: string, candidates: Iterable<string>): string | undefined => {
  if (!hasHintsLeft()) return undefined
  const all = [...candidates]
  const budget = currentBudget()
  if (budget !== undefined) budget.candidates -= all.length
  return nearest(word, all)
}

/** ` Did you mean \`x\`?`, or nothing. */
export const didYouMean = (word: string, candidates: Iterable<string>): string => {
  const name = nearestWithinBudget(word, candidates)
  return name === undefined ? "" : ` Did you mean \`${name}\`?`
}
