/** A job on its way to a thread: as text, which is read faster than a structured clone, with the long numbers that JSON would round. */
import type { Job, Kind } from "@formwork/domain/forms/Analysis"
import type { Limits } from "@formwork/rules/Limits"
import { LongNumber } from "@formwork/rules/LongNumber"

export interface Message {
  readonly kind: Kind
  /** Beside the text, because a limit may be infinite. */
  readonly limits: Limits
  readonly text: string
  readonly long: ReadonlyArray<{ readonly path: ReadonlyArray<string>; readonly literal: string }>
}

const isObject = (value: unknown): value is { [name: string]: unknown } => typeof value === "object" && value !== null

const longNumbersIn = (job: unknown): Message["long"] => {
  const found: Array<Message["long"][number]> = []
  const path: Array<string> = []
  const look = (value: object): void => {
    for (const [name, member] of Object.entries(value)) {
      if (typeof member !== "object" || member === null) continue
      path.push(name)
      if (member instanceof LongNumber) found.push({ path: [...path], literal: member.literal })
      else look(member)
      path.pop()
    }
  }
  if (isObject(job)) look(job)
  return found
}

export const write = ({ kind, limits, ...ask }: Job): Message => ({
  kind,
  limits,
  text: JSON.stringify(ask),
  long: longNumbersIn(ask)
})

const putBack = (within: unknown, [name = "", ...below]: ReadonlyArray<string>, number: LongNumber): void => {
  if (!isObject(within)) return
  if (below.length === 0) within[name] = number
  else putBack(within[name], below, number)
}

export const read = ({ kind, limits, long, text }: Message): Job => {
  const ask: object = JSON.parse(text)
  for (const { literal, path } of long) {
    const number = LongNumber.of(literal)
    if (number !== undefined) putBack(ask, path, number)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `write` wrote it from a job of this kind
  return { kind, limits, ...ask } as Job
}
