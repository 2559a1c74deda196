/** One pass over the bytes of a JSON text, before JSON.parse: how deep it nests, how much is in it, which numbers may be long. */

const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const quote = 0x22
const plus = 0x2b
const comma = 0x2c
const minus = 0x2d
const slash = 0x2f
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const letterE = 0x65
const openBrace = 0x7b
const closeBrace = 0x7d
const lowerCase = 0x20
/** From an opening bracket or brace to the one that closes it. */
const closing = 2

/** Numbers that may be long: each is looked at one by one, which takes ten times as long as reading a short one. */
export const mostLong = 20_000

/** Characters of one number: as many as a body of the usual size can have. It is looked at as a whole. */
export const mostDigits = 1_048_576

/** Members of all objects together: JSON.parse takes up to a microsecond for one whose name is new, and cannot be interrupted. */
export const mostMembers = 50_000

/** Elements of all arrays together: what reads a body may take up to a microsecond for one, a million times a MiB (docs/decisions/0172). */
export const mostElements = 50_000

/** What one pass finds in a text outside of its strings. */
export interface Structure {
  readonly colons: number
  /** Elements of all arrays. */
  readonly elements: number
  /** Numbers that a double may not hold: the start of each, and the index after its end, alternating. */
  readonly numerals: ReadonlyArray<number>
}

/** Bytes between two pauses: a millisecond's work or two. */
export const bytesAtOnce = 262_144

/**
 * One pass over the bytes in slices; undefined where they nest deeper than `depth`. Correct for valid JSON, harmless for other input. Once there are more
 * members, elements or numbers than a text may have, the rest is not looked at.
 * In UTF-8 a character beyond ASCII has no byte below 0x80, so that no part of it equals a character sought here.
 */
export function* scan(
  bytes: Uint8Array,
  depth: number,
  atOnce = bytesAtOnce
): Generator<undefined, Structure | undefined, undefined> {
  const scanned = new Scan(bytes, depth)
  for (;;) {
    scanned.next(atOnce)
    if (scanned.isTooDeep) return undefined
    if (scanned.isOver) return scanned
    yield
  }
}

/** The same at once, for a text of one slice. */
export const scanAtOnce = (bytes: Uint8Array, depth: number): Structure | undefined => {
  const scanned = new Scan(bytes, depth)
  scanned.next(Infinity)
  return scanned.isTooDeep ? undefined : scanned
}

class Scan implements Structure {
  colons = 0
  readonly numerals: Array<number> = []
  isTooDeep = false
  readonly #bytes: Uint8Array
  readonly #depth: number
  // Each but the first member or element of an object or array follows a comma.
  #entries = 0
  #open = 0
  #index = 0
  #isInString = false

  constructor(bytes: Uint8Array, depth: number) {
    this.#bytes = bytes
    this.#depth = depth
  }

  get elements(): number {
    return this.#entries - this.colons
  }

  /** Whether the end is reached, or more than a text may have. */
  get isOver(): boolean {
    return (
      this.#index >= this.#bytes.length ||
      this.colons > mostMembers ||
      // The colon of an open object's last member may still come.
      this.elements - this.#open > mostElements ||
      this.numerals.length > 2 * mostLong
    )
  }

  /** Goes on up to the next pause, or a little further: through white space, and to the end of a number. */
  next(atOnce: number): void {
    const bytes = this.#bytes
    const depth = this.#depth
    const until = Math.min(bytes.length, this.#index + atOnce)
    let index = this.#index
    let { colons } = this
    let entries = this.#entries
    let open = this.#open
    let end = this.#isInString ? endOfString(bytes, index, until) : index
    index = Math.abs(end)
    while (index < until) {
      const byte = bytes[index++] ?? 0
      if (byte === quote) {
        end = endOfString(bytes, index, until)
        index = Math.abs(end)
      } else if (byte === colon) colons++
      else if (byte >= openBracket) {
        if (byte === openBrace || byte === openBracket) {
          if (++open > depth) {
            this.isTooDeep = true
            return
          }
          index = skipSpace(bytes, index)
          if (bytes[index] !== byte + closing) entries++
        } else if (byte === closeBrace || byte === closeBracket) open--
      } else if (byte === comma) entries++
      else if (byte <= nine && (byte >= zero || byte === minus)) {
        end = endOfNumeral(bytes, index)
        if (end < 0 && this.numerals.length <= 2 * mostLong) this.numerals.push(index - 1, -end)
        end = Math.abs(end)
        index = end
      }
    }
    this.#isInString = end < 0
    this.#index = index
    this.colons = colons
    this.#entries = entries
    this.#open = open
  }
}

/** The index of the first byte that is no white space. */
const skipSpace = (bytes: Uint8Array, from: number): number => {
  let index = from
  for (let byte = bytes[index]; byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;)
    byte = bytes[++index]
  return index
}

/** Bytes of a string that are read one by one before `indexOf` searches the rest. */
const stride = 64

/**
 * The index after the quote that ends a string. Negative, once `until` is passed: the string is read on from there.
 * @param from any index in the string that is not inside an escape.
 */
const endOfString = (bytes: Uint8Array, from: number, until: number): number => {
  let index = from
  while (index < bytes.length) {
    if (index >= until) return -index
    const near = index + stride
    while (index < near) {
      const byte = bytes[index++]
      if (byte === quote) return index
      if (byte === backslash) index++
    }
    if (index >= until) continue
    const found = (until < bytes.length ? bytes.subarray(0, until) : bytes).indexOf(quote, index)
    const end = found < 0 ? until : found
    const isEscaped = backslashesBefore(bytes, end, index) % 2 === 1
    index = found < 0 && !isEscaped ? end : end + 1
    if (found >= 0 && !isEscaped) return index
  }
  return index
}

const backslashesBefore = (bytes: Uint8Array, end: number, from: number): number => {
  let index = end
  while (index > from && bytes[index - 1] === backslash) index--
  return end - index
}

/** A number with fewer bytes and no exponent has at most 15 digits, so that a double holds it. */
const long = 16

/** Bytes of one number that are looked at: with so many it is refused. */
const mostBytes = mostDigits + 1

/** The index after a number; negative where a double may not hold the number. `from` is the index after its first byte. */
const endOfNumeral = (bytes: Uint8Array, from: number): number => {
  let index = from
  let hasExponent = false
  const until = from + mostBytes
  for (let byte = bytes[index] ?? 0; index < until; byte = bytes[++index] ?? 0) {
    if ((byte | lowerCase) === letterE) hasExponent = true
    else if (byte < plus || byte > nine || byte === comma || byte === slash) break
  }
  return hasExponent || index - from + 1 >= long ? -index : index
}
