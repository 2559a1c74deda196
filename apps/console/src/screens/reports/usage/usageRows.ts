/** Calls put together by day and by who made them. */
import type { UsageDay } from "@formwork/client/contract"

export const operations = ["evaluate", "create"] as const

export type Operation = (typeof operations)[number]

export interface CallerCalls {
  /** The key, or the person, of all of whose sessions it is; else the credential. */
  readonly id: string
  /** Of the last call. */
  readonly credential: UsageDay["credential"]
  /** Of the key, or of the person. */
  readonly name: string | null
  readonly calls: { readonly [K in Operation]: number }
  readonly total: number
  /** The last day with a call. */
  readonly lastDay: string
}

/** Calls of an operation on a day; on all days where it is left out. */
export const callsOf = (items: ReadonlyArray<UsageDay>, operation: Operation, day?: string): number =>
  items
    .filter((one) => one.operation === operation && (day === undefined || one.day === day))
    .reduce((sum, { calls }) => sum + calls, 0)

/** Those with most calls first. */
export const byCaller = (items: ReadonlyArray<UsageDay>): ReadonlyArray<CallerCalls> => {
  const found = new Map<string, Array<UsageDay>>()
  for (const one of items) {
    const id = one.by?.id ?? one.credential.id
    const known = found.get(id)
    if (known === undefined) found.set(id, [one])
    else known.push(one)
  }
  return [...found]
    .flatMap(([id, its]) => {
      const last = its.at(-1)
      if (last === undefined) return []
      const calls = { evaluate: callsOf(its, "evaluate"), create: callsOf(its, "create") }
      // The days come in their order.
      const { by, credential, day: lastDay } = last
      return [{ id, credential, name: by?.name ?? null, calls, total: calls.evaluate + calls.create, lastDay }]
    })
    .toSorted((a, b) => b.total - a.total)
}
