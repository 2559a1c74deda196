/** Placeholders for long numbers, which JSON.parse would round (docs/decisions/0035). */
import { LongNumber } from "@formwork/rules/LongNumber"

/**
 * INVARIANT: after `replace`, every number from this one on is the placeholder of a long number, in their order. A number in
 * the body that is as large is itself long, and so is replaced by a placeholder too.
 */
const first = 10 ** 15

/** A text for JSON.parse, and the numbers that were replaced by placeholders. */
export interface WithPlaceholders {
  /** Undefined where no number was replaced. */
  readonly text: string | undefined
  readonly numbers: ReadonlyArray<LongNumber>
}

/** @param numerals the start of each number that may be long, and the index after its end, alternating. */
export const replace = (bytes: Buffer, numerals: ReadonlyArray<number>): WithPlaceholders => {
  // One character per byte, so that an index into the bytes is an index into the text.
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

export const none: WithPlaceholders = { text: undefined, numbers: [] }

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
  for (const name in value) value[name] = restore(value[name] ?? null, numbers)
  return value
}
