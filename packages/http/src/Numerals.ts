/** Numbers on their way past JSON.parse, which would round them: docs/decisions/0035. */
import type { Json } from "@formwork/rules/Json"
import { LongNumber } from "@formwork/rules/LongNumber"

/**
 * INVARIANT: numbers from here on stand for long numbers, in their order, and for nothing else. Every number that a body
 * has itself and that is as large is long too, and stands for its place here like the others.
 */
const first = 10 ** 15

/** A text for JSON.parse, and the numbers that it has others in place of. */
export interface Replaced {
  /** Undefined where nothing had to be replaced. */
  readonly text: string | undefined
  readonly numbers: ReadonlyArray<LongNumber>
}

/** @param numerals where each begins that may be long, and the place after its end, in turn. */
export const replace = (bytes: Buffer, numerals: ReadonlyArray<number>): Replaced => {
  // One character a byte: places in the bytes are places in this.
  const text = bytes.toString("latin1")
  const numbers: Array<LongNumber> = []
  let replaced = ""
  let done = 0
  for (let index = 0; index < numerals.length; index += 2) {
    const [start = 0, end = 0] = [numerals[index], numerals[index + 1]]
    const number = LongNumber.of(text.slice(start, end))
    if (number === undefined) continue
    replaced += text.slice(done, start) + String(first + numbers.length)
    numbers.push(number)
    done = end
  }
  return numbers.length === 0
    ? none
    : { text: Buffer.from(replaced + text.slice(done), "latin1").toString("utf8"), numbers }
}

export const none: Replaced = { text: undefined, numbers: [] }

/** Puts the long numbers where they belong. `value` is nobody else's yet: it is changed in place. */
export const restore = (value: Json, numbers: ReadonlyArray<LongNumber>): Json => {
  // No reader has to know this class to pass a payload on, so it is no part of the type.
  if (typeof value === "number") return value < first ? value : ((numbers[value - first] as unknown as Json) ?? value)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = restore(value[index], numbers)
    return value
  }
  // Each member is the object's own, also one that is called __proto__, so assigning changes that and nothing else.
  const members = value as { [member: string]: Json }
  for (const name in members) members[name] = restore(members[name] ?? null, numbers)
  return value
}
