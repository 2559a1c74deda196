/** A text that matches a pattern: the shortest one of enough characters, found in the pattern's own instructions. */
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
import type { Pattern } from "./knownPatterns.ts"
import { isStorable } from "../values/text.ts"

/** Places looked at before it gives up: some ten milliseconds' work. */
const MAX_PLACES = 50_000

/** Characters, the most readable first. One is taken from the first line that has one of the set. */
const LIKED: ReadonlyArray<ReadonlyArray<string>> = [
  "abcdefghijklmnopqrstuvwxyz",
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  "1234567890",
  " -_.,/+@#:;!?()&'*%$=\"<>[]{}|~^`\\"
].map((line) => Array.from(line))

const isIn = (program: Program, set: number, rune: string): boolean =>
  program.accepts[set * program.classes + classOf(program, rune.codePointAt(0) ?? 0)] === 1

/** A character of a set; another `variant` gives another one, if the set has more. */
const runeOf = (program: Program, set: number, variant: number): string | undefined => {
  for (const line of LIKED) {
    const liked = line.filter((rune) => isIn(program, set, rune))
    if (liked.length > 0) return liked[variant % liked.length]
  }
  const others = [...Array.from({ length: 256 }, (_, rune) => rune), ...program.starts]
  return others.map((rune) => String.fromCodePoint(rune)).find((rune) => isStorable(rune) && isIn(program, set, rune))
}

/** A position on a path through the pattern, and the path to it. */
interface Place {
  readonly at: number
  readonly rune: string
  readonly before: Place | undefined
}

/** A word's edge depends on the characters on both sides: any is passed here, and the text that comes of it is tested. */
const PASSED = WORD_BOUNDARY | NO_WORD_BOUNDARY

/** Instructions that take a character, and whether the text may end, from `start` on. */
const reach = ({ kinds, others, outs }: Program, start: number, conditions: number) => {
  const seen = new Set<number>()
  const open = [start]
  const takes: Array<number> = []
  let isMatch = false
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const [kind, out, other] = [kinds[at], outs[at] ?? 0, others[at] ?? 0]
    if (kind === TAKE) takes.push(at)
    if (kind === MATCH) isMatch = true
    if (kind === SPLIT) open.push(other, out)
    if (kind === PASS || (kind === WHEN && (other & ~(conditions | PASSED)) === 0)) open.push(out)
  }
  return { takes, isMatch }
}

const textTo = (place: Place): string => {
  const runes: Array<string> = []
  for (let at: Place | undefined = place; at !== undefined; at = at.before) runes.push(at.rune)
  return runes.toReversed().join("")
}

const search = (program: Program, least: number, most: number, variant: number): string | undefined => {
  let now: ReadonlyArray<Place> = [{ at: program.start, rune: "", before: undefined }]
  let looked = 0
  for (let length = 0; length <= most && now.length > 0; length += 1) {
    const begins = length === 0 ? BEGIN_TEXT | BEGIN_LINE : 0
    const next = new Map<number, Place>()
    for (const place of now) {
      if (length >= least && reach(program, place.at, begins | END_TEXT | END_LINE).isMatch) return textTo(place)
      for (const take of reach(program, place.at, begins).takes) {
        looked += 1
        const out = program.outs[take] ?? 0
        const rune = next.has(out) ? undefined : runeOf(program, program.others[take] ?? 0, variant + length)
        if (rune !== undefined) next.set(out, { at: out, rune, before: place })
      }
    }
    if (looked > MAX_PLACES) return undefined
    now = [...next.values()]
  }
  return undefined
}

/**
 * A text of `least` to `most` characters that matches; undefined if none is found with little work.
 * @param variant other numbers may give other texts.
 */
export const shortestMatch = (pattern: Pattern, least: number, most: number, variant = 0): string | undefined => {
  const found = search(pattern.program(), least, most, variant)
  return found !== undefined && pattern.test(found) ? found : undefined
}
