/** Numbers on their way past JSON.parse, which would round them: docs/decisions/0035. */
import { LongNumber } from "@formwork/rules/LongNumber"

/**
 * INVARIANT: numbers from here on stand for long numbers, in their order, and for nothing else. Every number that a body
 * has itself and that is as large is long too, and stands for its place here like the others.
 */
const first = 10 ** 15

/** A text for JSON.parse, and the numbers that it has others in place of. */
export interface WithPlaceholders {
  /** Undefined where nothing had to be replaced. */
  readonly text: string | undefined
  readonly numbers: ReadonlyArray<LongNumber>
}

/** @param numerals where each begins that may be long, and the place after its end, in turn. */
export const replace = (bytes: Buffer, numerals: ReadonlyArray<number>): WithPlaceholders => {
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

export const none: WithPlaceholders = { text: undefined, numbers: [] }

/** What JSON.parse makes, before anybody else has it. */
export type Fresh = null | boolean | number | string | Array<Fresh> | { [member: string]: Fresh }

/** Puts the long numbers where they belong, in place. */
export const restore = (value: Fresh, numbers: ReadonlyArray<LongNumber>): Fresh => {
  if (typeof value === "number") {
    const number: unknown = value < first ? value : numbers[value - first]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who only passes a payload on need not know the class
    return number as Fresh
  }
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = restore(item, numbers)
    return value
  }
  // Each member is the object's own, also one that is called __proto__, so assigning changes that and nothing else.
  for (const name in value) value[name] = restore(value[name] ?? null, numbers)
  return value
}
