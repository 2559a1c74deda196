/** A job on its way to a thread: as text, which is read faster than a structured clone, with the long numbers that JSON would round. */
import type { Job, Kind } from "@formwork/domain/forms/Analysis"
import type { Limits } from "@formwork/rules/Limits"
import { LongNumber } from "@formwork/rules/LongNumber"
import { JsonPointer } from "effect"

export interface Message {
  readonly kind: Kind
  /** Beside the text, because a limit may be infinite. */
  readonly limits: Limits
  readonly text: string
  /** JSON of a list: the pointer of a long number, how it was written, the pointer of the next one, and so on. There may be thousands. */
  readonly long: string
}

const isObject = (value: unknown): value is { [name: string]: unknown } => typeof value === "object" && value !== null

const longNumbersIn = (job: object): ReadonlyArray<string> => {
  const found: Array<string> = []
  const look = (value: unknown, within: string, name: string): void => {
    if (!isObject(value)) return
    const pointer = `${within}/${JsonPointer.escapeToken(name)}`
    if (value instanceof LongNumber) found.push(pointer, value.literal)
    else lookInto(value, pointer)
  }
  const lookInto = (value: { readonly [name: string]: unknown }, at: string): void => {
    if (Array.isArray(value)) value.forEach((element, index) => look(element, at, String(index)))
    else for (const name of Object.keys(value)) look(value[name], at, name)
  }
  lookInto({ ...job }, "")
  return found
}

export const write = ({ kind, limits, ...ask }: Job): Message => ({
  kind,
  limits,
  text: JSON.stringify(ask),
  long: JSON.stringify(longNumbersIn(ask))
})

const putBack = (within: unknown, [name = "", ...below]: ReadonlyArray<string>, number: LongNumber): void => {
  if (!isObject(within)) return
  if (below.length === 0) within[name] = number
  else putBack(within[name], below, number)
}

export const read = ({ kind, limits, long, text }: Message): Job => {
  const ask: object = JSON.parse(text)
  const numbers: ReadonlyArray<string> = JSON.parse(long)
  for (let at = 0; at < numbers.length; at += 2) {
    const [pointer = "", literal = ""] = numbers.slice(at, at + 2)
    const number = LongNumber.of(literal)
    if (number !== undefined) putBack(ask, pointer.slice(1).split("/").map(JsonPointer.unescapeToken), number)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `write` wrote it from a job of this kind
  return { kind, limits, ...ask } as Job
}
