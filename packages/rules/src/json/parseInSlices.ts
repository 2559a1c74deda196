/** JSON.parse in slices, for a large text: JSON.parse itself cannot pause, and takes up to 50 ms for what a body may have (docs/decisions/0326). */
import { LongNumber } from "../LongNumber.ts"
import type { Fresh } from "./longNumberPlaceholders.ts"
import { mostDigits } from "./scan.ts"

/** What a text holds. */
export interface Parsed {
  readonly value: Fresh
  /** The first member that its object had already, where it stands the second time. Its last value stays, as with JSON.parse. */
  readonly repeated: { readonly name: string; readonly at: number } | undefined
}

/** A text that is not JSON from an index on; at its end: it ends before its value does. */
export interface Misread {
  readonly misreadAt: number
}

type Slices<A> = Generator<undefined, A, undefined>

/** Bytes as text; undefined where they are not valid UTF-8. */
type Decode = (bytes: Uint8Array) => string | undefined

/** Bytes between two pauses: two milliseconds' work where every third byte begins a value. */
const bytesAtOnce = 8_192

/**
 * Takes what JSON.parse takes and makes the same of it, but for a `LongNumber` where a double may not hold the number.
 * @param bytes in UTF-8, nested no deeper than their reader allows, because each level is a call within a call; and without a number of more than
 * `mostDigits` characters.
 * @param decode is given no part of a character.
 * @param atOnce bytes between two pauses, one or more.
 * @returns what they hold; or where they are not JSON, or a string of them is not UTF-8. A string, a number and a word are wrong from their beginning on.
 */
export function* parseInSlices(bytes: Uint8Array, decode: Decode, atOnce = bytesAtOnce): Slices<Parsed | Misread> {
  const reader = new Reader(bytes, decode, atOnce)
  try {
    return yield* reader.all()
  } catch (error) {
    if (error instanceof SyntaxError) return { misreadAt: reader.at }
    throw error
  }
}

/** Whether all of the bytes are UTF-8, in slices. */
export function* isUtf8InSlices(bytes: Uint8Array, decode: Decode, atOnce = bytesAtOnce): Slices<boolean> {
  for (let index = 0; index < bytes.length;) {
    const end = endOfCharacter(bytes, index + atOnce)
    if (decode(bytes.subarray(index, end)) === undefined) return false
    index = end
    yield
  }
  return true
}

const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const quote = 0x22
const comma = 0x2c
const slash = 0x2f
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const letterU = 0x75
const openBrace = 0x7b
const closeBrace = 0x7d

/** In UTF-8 these bytes continue a character, and at most three of them do. */
const continuation = 0b1000_0000
const continuationMask = 0b1100_0000
const mostContinuations = 3

/** Where a piece ends so that no character is cut: at `until`, or up to three bytes after. */
const endOfCharacter = (bytes: Uint8Array, until: number): number => {
  let end = until
  while (end - until < mostContinuations && ((bytes[end] ?? 0) & continuationMask) === continuation) end += 1
  return end
}

/** Bytes of an escape that a quote cannot stand in: a backslash with the letter after it, or with `u` and four digits. */
const shortEscape = 2
const longEscape = 6

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A number with fewer characters and no exponent is held by a double. */
const long = 16

const words: ReadonlyMap<string, Fresh> = new Map([
  ["null", null],
  ["true", true],
  ["false", false]
])

class Reader {
  /** Where what is being read begins. */
  at = 0
  #repeated: Parsed["repeated"]
  #index = 0
  #pauseAt: number
  readonly #bytes: Uint8Array
  readonly #decode: Decode
  readonly #atOnce: number

  constructor(bytes: Uint8Array, decode: Decode, atOnce: number) {
    this.#bytes = bytes
    this.#decode = decode
    this.#atOnce = atOnce
    this.#pauseAt = atOnce
  }

  *all(): Slices<Parsed> {
    const value = yield* this.#value()
    yield* this.#skipSpace()
    if (this.at < this.#bytes.length) throw new SyntaxError()
    return { value, repeated: this.#repeated }
  }

  *#value(): Slices<Fresh> {
    yield* this.#skipSpace()
    if (this.#index >= this.#pauseAt) yield* this.#pause()
    switch (this.#bytes[this.#index]) {
      case openBrace:
        return yield* this.#object()
      case openBracket:
        return yield* this.#array()
      case quote:
        return yield* this.#string()
      default:
        return this.#scalar()
    }
  }

  *#object(): Slices<Fresh> {
    const members: { [member: string]: Fresh } = {}
    this.#index += 1
    if (yield* this.#takes(closeBrace)) return members
    do {
      yield* this.#skipSpace()
      const { at } = this
      if (this.#bytes[at] !== quote) throw new SyntaxError()
      const name = yield* this.#string()
      if (!(yield* this.#takes(colon))) throw new SyntaxError()
      const value = yield* this.#value()
      if (Object.hasOwn(members, name)) this.#repeated ??= { name, at }
      // To assign it would call the setter that every object inherits.
      if (name === "__proto__")
        Object.defineProperty(members, name, { value, configurable: true, enumerable: true, writable: true })
      else members[name] = value
    } while (yield* this.#takes(comma))
    if (!(yield* this.#takes(closeBrace))) throw new SyntaxError()
    return members
  }

  *#array(): Slices<Fresh> {
    const elements: Array<Fresh> = []
    this.#index += 1
    if (yield* this.#takes(closeBracket)) return elements
    do elements.push(yield* this.#value())
    while (yield* this.#takes(comma))
    if (!(yield* this.#takes(closeBracket))) throw new SyntaxError()
    return elements
  }

  /** Piece by piece, none of which ends within an escape or a character. */
  *#string(): Slices<string> {
    const bytes = this.#bytes
    let whole = ""
    let index = this.#index + 1
    for (;;) {
      const from = index
      const until = Math.min(bytes.length, from + this.#atOnce)
      let isOver = false
      let isPlain = true
      while (index < until && !isOver) {
        const byte = bytes[index] ?? 0
        if (byte === quote) isOver = true
        else if (byte === backslash) {
          isPlain = false
          index += bytes[index + 1] === letterU ? longEscape : shortEscape
        } else {
          if (byte < space) isPlain = false
          index += 1
        }
      }
      if (!isOver && index >= bytes.length) throw new SyntaxError()
      // A quote continues no character.
      index = endOfCharacter(bytes, index)
      const piece = this.#text(from, index)
      // JSON.parse reads escapes, and refuses what no string may have.
      const read: string = isPlain ? piece : JSON.parse(`"${piece}"`)
      this.#index = isOver ? index + 1 : index
      if (isOver) return whole + read
      whole += read
      yield* this.#pause()
    }
  }

  #scalar(): Fresh {
    const bytes = this.#bytes
    let index = this.#index
    // None of those that are read is longer.
    const until = Math.min(bytes.length, index + mostDigits)
    while (index < until && isOfScalar(bytes[index] ?? 0)) index += 1
    const written = this.#text(this.#index, index)
    this.#index = index
    const word = words.get(written)
    if (word !== undefined) return word
    if (!NUMBER.test(written)) throw new SyntaxError()
    if (written.length < long && !/e/i.test(written)) return Number(written)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- code that only passes a payload on need not know the class
    return (LongNumber.of(written) ?? Number(written)) as Fresh
  }

  #text(from: number, to: number): string {
    const text = this.#decode(this.#bytes.subarray(from, to))
    if (text === undefined) throw new SyntaxError()
    return text
  }

  *#pause(): Slices<void> {
    this.#pauseAt = this.#index + this.#atOnce
    yield
  }

  /** Whether this is the next byte after white space; if so, goes past it. */
  *#takes(byte: number): Slices<boolean> {
    yield* this.#skipSpace()
    if (this.#bytes[this.#index] !== byte) return false
    this.#index += 1
    return true
  }

  *#skipSpace(): Slices<void> {
    while (isSpace(this.#bytes[this.#index] ?? 0)) {
      const until = Math.min(this.#bytes.length, this.#index + this.#atOnce)
      let index = this.#index
      while (index < until && isSpace(this.#bytes[index] ?? 0)) index += 1
      this.#index = index
      if (index === until) yield* this.#pause()
    }
    this.at = this.#index
  }
}

const isSpace = (byte: number): boolean =>
  byte === space || byte === lineFeed || byte === carriageReturn || byte === tab

/** Bytes of numbers and words, of whose letters `u` is the last; a value that has others is none. */
const isOfScalar = (byte: number): boolean =>
  (byte >= 0x61 && byte <= 0x75) || (byte >= 0x2b && byte <= 0x39 && byte !== comma && byte !== slash) || byte === 0x45
