/** Placeholders for long numbers, which JSON.parse would round (docs/decisions/0035). */
import { LongNumber } from "../LongNumber.ts"

/**
 * INVARIANT: after `replace`, every number from this one on is the placeholder of a long number, in their order. A number in
 * the text that is as large is itself long, and so is replaced by a placeholder too.
 */
const first = 10 ** 15

/** Digits of a placeholder: there are far fewer than 10^15 of them. */
const width = 16

/** Bytes for JSON.parse, and the numbers that were replaced by placeholders. */
export interface WithPlaceholders {
  readonly bytes: Uint8Array
  readonly numbers: ReadonlyArray<LongNumber>
}

/** A part of the bytes that stays, and the placeholder after it. */
interface Replaced {
  readonly from: number
  readonly to: number
}

/** @param numerals the start of each number that may be long, and the index after its end, alternating. */
export const replace = (bytes: Uint8Array, numerals: ReadonlyArray<number>): WithPlaceholders => {
  const numbers: Array<LongNumber> = []
  const replaced: Array<Replaced> = []
  let length = bytes.length
  for (let index = 0; index < numerals.length; index += 2) {
    const [from = 0, to = 0] = [numerals[index], numerals[index + 1]]
    const number = LongNumber.of(textOf(bytes, from, to))
    if (number === undefined) continue
    numbers.push(number)
    replaced.push({ from, to })
    length += width - (to - from)
  }
  return numbers.length === 0 ? { bytes, numbers } : { bytes: filled(bytes, replaced, length), numbers }
}

const filled = (bytes: Uint8Array, replaced: ReadonlyArray<Replaced>, length: number): Uint8Array => {
  const all = new Uint8Array(length)
  let done = 0
  let at = 0
  for (const [index, { from, to }] of replaced.entries()) {
    all.set(bytes.subarray(done, from), at)
    at += from - done
    const digits = String(first + index)
    for (let digit = 0; digit < width; digit++) all[at++] = digits.charCodeAt(digit)
    done = to
  }
  all.set(bytes.subarray(done), at)
  return all
}

/** Bytes of a numeral that are made a text one by one, faster than by a decoder. */
const short = 64

/** Which every runtime has (https://encoding.spec.whatwg.org). */
declare const TextDecoder: new () => { readonly decode: (bytes: Uint8Array) => string }

/** Bytes of one numeral as text; they are ASCII. */
const textOf = (bytes: Uint8Array, from: number, to: number): string => {
  const numeral = bytes.subarray(from, to)
  return to - from > short ? new TextDecoder().decode(numeral) : String.fromCharCode(...numeral)
}

/** A value that JSON.parse made and that no other code holds yet, so that it may be changed in place. */
export type Fresh = null | boolean | number | string | Array<Fresh> | { [member: string]: Fresh }

/** Replaces the placeholders by the long numbers, in place. */
export const restore = (value: Fresh, numbers: ReadonlyArray<LongNumber>): Fresh => {
  if (typeof value === "number") {
    const number: unknown = value < first ? value : numbers[value - first]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- code that only passes a payload on need not know the class
    return number as Fresh
  }
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = restore(item, numbers)
    return value
  }
  // Each member is the object's own, even `__proto__`, so that assigning changes only that member.
  for (const name of Object.keys(value)) value[name] = restore(value[name] ?? null, numbers)
  return value
}
