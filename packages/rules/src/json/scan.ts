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

/**
 * One pass over the bytes; undefined where they nest deeper than `depth`. Correct for valid JSON, harmless for other input.
 * In UTF-8 a character beyond ASCII has no byte below 0x80, so that no part of it equals a character sought here.
 */
export const scan = (bytes: Uint8Array, depth: number): Structure | undefined => {
  const { length } = bytes
  const numerals: Array<number> = []
  let colons = 0
  // Each but the first member or element of an object or array follows a comma.
  let entries = 0
  let open = 0
  let index = 0
  while (index < length) {
    const byte = bytes[index++] ?? 0
    if (byte === quote) index = endOfString(bytes, index)
    else if (byte === colon) colons++
    else if (byte >= openBracket) {
      if (byte === openBrace || byte === openBracket) {
        if (++open > depth) return undefined
        index = skipSpace(bytes, index)
        if (bytes[index] !== byte + closing) entries++
      } else if (byte === closeBrace || byte === closeBracket) open--
    } else if (byte === comma) entries++
    else if (byte <= nine && (byte >= zero || byte === minus)) {
      const end = endOfNumeral(bytes, index)
      if (end < 0 && numerals.length <= 2 * mostLong) numerals.push(index - 1, -end)
      index = Math.abs(end)
    }
  }
  return { colons, elements: entries - colons, numerals }
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

/** The index after the quote that ends a string. `from` is any index in the string that is not inside an escape. */
const endOfString = (bytes: Uint8Array, from: number): number => {
  let index = from
  while (index < bytes.length) {
    const near = index + stride
    while (index < near) {
      const byte = bytes[index++]
      if (byte === quote) return index
      if (byte === backslash) index++
    }
    const end = bytes.indexOf(quote, index)
    if (end < 0) return bytes.length
    // Backslashes before `index` were read in pairs, so counting them too does not change whether the count is even.
    let escapes = 0
    while (bytes[end - 1 - escapes] === backslash) escapes++
    index = end + 1
    if (escapes % 2 === 0) return index
  }
  return index
}

/** A number with fewer bytes and no exponent has at most 15 digits, so that a double holds it. */
const long = 16

/** The index after a number; negative where a double may not hold the number. `from` is the index after its first byte. */
const endOfNumeral = (bytes: Uint8Array, from: number): number => {
  let index = from
  let hasExponent = false
  for (let byte = bytes[index] ?? 0; ; byte = bytes[++index] ?? 0) {
    if ((byte | lowerCase) === letterE) hasExponent = true
    else if (byte < plus || byte > nine || byte === comma || byte === slash) break
  }
  return hasExponent || index - from + 1 >= long ? -index : index
}
