/** JSON as RFC 8259 has it, from bytes, and stricter than JSON.parse where a lenient reader would guess (spec/http.md §1.10). */
import { Result } from "effect"
import { isAscii, isUtf8 } from "node:buffer"
import type { Json } from "@formwork/rules/Json"
import * as LongNumbers from "./longNumberPlaceholders.ts"

/**
 * Reads one JSON text.
 * @param depth the most levels of nested objects and arrays, counting the outermost.
 * @returns the value, with a `LongNumber` for each number that a double may not hold; or a sentence that says what is
 * wrong: deeper than `depth`, more than 20,000 numbers that may be long, more than
 * 50,000 members, more than 50,000 elements of arrays, invalid UTF-8, not JSON (a byte order mark included), a member named twice in one object.
 */
export const parse = (bytes: Buffer, depth: number): Result.Result<Json, string> => {
  const work = parseInSlices(bytes, depth)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** The same in slices: it pauses between its passes over the text. */
export function* parseInSlices(
  bytes: Buffer,
  depth: number
): Generator<undefined, Result.Result<Json, string>, undefined> {
  const structure = scan(bytes, depth)
  // Before JSON.parse: a text that is too deep is not parsed, so that no later code recurses too deeply.
  if (structure === undefined) return Result.fail(`The body is nested deeper than ${depth} levels.`)
  if (structure.numerals.length > 2 * mostLong)
    return Result.fail(`The body has more than ${mostLong} numbers with an exponent or with more than 15 digits.`)
  if (structure.colons > mostMembers) return Result.fail(`The body has more than ${mostMembers} members.`)
  if (structure.elements > mostElements)
    return Result.fail(`The body has more than ${mostElements} elements of arrays.`)
  const ascii = isAscii(bytes)
  if (!ascii && !isUtf8(bytes)) return Result.fail("The body is not valid UTF-8.")
  const { colons, numerals } = structure
  yield
  const long = numerals.length === 0 ? LongNumbers.none : LongNumbers.replace(bytes, numerals)
  const value = read(long.text ?? bytes.toString(ascii ? "latin1" : "utf8"))
  if (value === undefined) return Result.fail("The body is not valid JSON.")
  yield
  // JSON.parse keeps the last of two members with one name, so the object then has fewer members than the text has colons.
  // Counting also finds names that are escaped differently, because JSON.parse unescapes them.
  if (countMembers(value) !== colons) return Result.fail("The body names a member of an object twice.")
  return Result.succeed(long.numbers.length === 0 ? value : LongNumbers.restore(value, long.numbers))
}

const read = (text: string): LongNumbers.Fresh | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

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
const mostLong = 20_000

/** Members of all objects together: JSON.parse takes up to a microsecond for one whose name is new, and cannot be interrupted. */
const mostMembers = 50_000

/** Elements of all arrays together: what reads a body may take up to a microsecond for one, a million times a MiB (docs/decisions/0172). */
const mostElements = 50_000

/** What one pass finds in a text outside of its strings. */
interface Structure {
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
const scan = (bytes: Buffer, depth: number): Structure | undefined => {
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
const skipSpace = (bytes: Buffer, from: number): number => {
  let index = from
  for (let byte = bytes[index]; byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;)
    byte = bytes[++index]
  return index
}

/** Bytes of a string that are read one by one before `indexOf` searches the rest. */
const stride = 64

/** The index after the quote that ends a string. `from` is any index in the string that is not inside an escape. */
const endOfString = (bytes: Buffer, from: number): number => {
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
const endOfNumeral = (bytes: Buffer, from: number): number => {
  let index = from
  let hasExponent = false
  for (let byte = bytes[index] ?? 0; ; byte = bytes[++index] ?? 0) {
    if ((byte | lowerCase) === letterE) hasExponent = true
    else if (byte < plus || byte > nine || byte === comma || byte === slash) break
  }
  return hasExponent || index - from + 1 >= long ? -index : index
}

const countMembers = (value: LongNumbers.Fresh): number => {
  if (typeof value !== "object" || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) count += countMembers(value[index] ?? null)
    return count
  }
  for (const name in value) count += 1 + countMembers(value[name] ?? null)
  return count
}
