/**
 * Which row has a short text as its key, for tables of many rows. A `Map` of texts looks at three places in memory for one: a chain, an entry and the
 * text of the key. Here the text itself, as two numbers, stands beside its row, in one place. So a lookup costs about the same among a thousand rows
 * and among fifty thousand (docs/decisions/0304).
 */
import type { Cell } from "../TableDefinition.ts"
import type { Slices } from "../values/Slices.ts"
import { type RowOfText, type RowsByKey, rowsOfTexts } from "./readied.ts"

/** Below this a `Map` fits into what the processor keeps close, and costs less. */
const FEW = 2_000

/** Characters, each of them one byte. */
const HALF = 4
const MOST = 2 * HALF
const BYTE = 8
const LAST = 0xff

/** The two numbers, the row, and one that fills the place to a power of two. */
const WIDTH = 4

/** How far from its own place a text may stand. An author could choose texts that share one. */
const MOST_STEPS = 256

/** Texts between two pauses: some milliseconds' work. */
const AT_ONCE = 10_000

/** Up to four characters as one number; those at `from` and after. */
const packed = (text: string, from: number, to: number): number => {
  let number = 0
  for (let at = from; at < to; at += 1) number = (number << BYTE) | text.charCodeAt(at)
  return number
}

/** Texts that count up stand apart by it. The factors are the golden ratio's and one of MurmurHash3. */
const placeOf = (first: number, second: number, shift: number): number =>
  Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b) >>> shift

const isShort = (key: Cell): key is string =>
  typeof key === "string" && key.length > 0 && key.length <= MOST && !/[^ -\u00ff]/.test(key)

/** In slices, once for the same rows. Nothing where there are few keys, where one is no short text, and where too many would share a place. */
export function* makeRowOfText(rows: RowsByKey): Slices<void> {
  if (rows.size < FEW || rowsOfTexts.has(rows)) return
  const rowOfText = yield* made(rows)
  if (rowOfText !== undefined) rowsOfTexts.set(rows, rowOfText)
}

function* made(rows: RowsByKey): Slices<RowOfText | undefined> {
  // At most two of three places are taken.
  const bits = Math.ceil(Math.log2(1.5 * rows.size))
  const [shift, last] = [32 - bits, 2 ** bits - 1]
  const places = new Int32Array(WIDTH * (last + 1))
  let done = 0
  for (const [text, row] of rows) {
    if (!isShort(text) || typeof row !== "number") return undefined
    done += 1
    if (done % AT_ONCE === 0) yield
    const [first, second] = [packed(text, 0, Math.min(HALF, text.length)), packed(text, HALF, text.length)]
    let at = placeOf(first, second, shift)
    let steps = 0
    while (places[WIDTH * at] !== 0) {
      if (steps === MOST_STEPS) return undefined
      steps += 1
      at = (at + 1) & last
    }
    const place = WIDTH * at
    places[place] = first
    places[place + 1] = second
    places[place + 2] = row
  }
  return rowIn(places, shift, last)
}

const rowIn =
  (places: Int32Array, shift: number, last: number): RowOfText =>
  (text) => {
    if (typeof text !== "string" || text.length > MOST) return -1
    const { length } = text
    const half = length < HALF ? length : HALF
    let first = 0
    let second = 0
    let odd = 0
    let index = 0
    for (; index < half; index += 1) {
      const unit = text.charCodeAt(index)
      // Less than 0 for the character 0, which would be none at all.
      odd |= (unit - 1) | unit
      first = (first << BYTE) | unit
    }
    for (; index < length; index += 1) {
      const unit = text.charCodeAt(index)
      odd |= (unit - 1) | unit
      second = (second << BYTE) | unit
    }
    if (odd < 0 || odd > LAST || first === 0) return -1
    let at = placeOf(first, second, shift)
    for (let steps = 0; steps <= MOST_STEPS; steps += 1) {
      const place = WIDTH * at
      const there = places[place]
      if (there === first && places[place + 1] === second) return places[place + 2] ?? -1
      if (there === 0) return -1
      at = (at + 1) & last
    }
    return -1
  }
