/** Calls put together by day and by who made them. */
import type { UsageDay } from "@formwork/client/contract"

export const operations = ["evaluate", "create"] as const

export type Operation = (typeof operations)[number]

export interface CallerCalls {
  readonly credential: UsageDay["credential"]
  /** Of a key. */
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
    const id = `${one.credential.kind} ${one.credential.id}`
    const known = found.get(id)
    if (known === undefined) found.set(id, [one])
    else known.push(one)
  }
  return [...found.values()]
    .flatMap((its) => {
      const [first] = its
      if (first === undefined) return []
      const calls = { evaluate: callsOf(its, "evaluate"), create: callsOf(its, "create") }
      const lastDay = its.reduce((last, { day }) => (day > last ? day : last), first.day)
      const { credential, name } = first
      return [{ credential, name, calls, total: calls.evaluate + calls.create, lastDay }]
    })
    .toSorted((a, b) => b.total - a.total)
}
