/** Counting what a filter matches, and trying all of it again. The server counts by form and state alone; other filters are counted page by page. */
import type { Formwork } from "@formwork/client/Formwork"
import type { EffectFilter } from "./effects.ts"

/** The states that wait for a person, and can be retried by a filter. */
export const failedStates = ["dead", "stopped"] as const
type FailedState = (typeof failedStates)[number]

/** A filter of what can be retried. */
export interface FailedFilter extends EffectFilter {
  readonly state?: FailedState
  /** Nothing that fired later is counted, and nothing that fired later is retried. */
  readonly to: string
}

export interface Matching {
  readonly dead: number
  readonly stopped: number
  /** There are more: the counting ended. */
  readonly hasMore: boolean
}

type Calls = Pick<Formwork["effects"], "list" | "retryMany">

/** A page of the list has 100 at most. A session has 120 requests a minute. */
const pageSize = 100
const mostPages = 10

/** What one call retries at most. */
const mostAtOnce = 1_000

const countOf = async (calls: Calls, filter: EffectFilter, signal: AbortSignal) => {
  let count = 0
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const { body } = await calls.list({ ...filter, cursor, limit: String(pageSize) }, { signal })
    count += body.items.length
    if (body.next === null) return { count, hasMore: false }
    cursor = body.next
  }
  return { count, hasMore: true }
}

/** How many dead and stopped effects a filter matches; of each state exactly, up to a thousand. */
export const countFailed = async (calls: Calls, filter: FailedFilter, signal: AbortSignal): Promise<Matching> => {
  const none = { count: 0, hasMore: false }
  const of = (state: FailedState) =>
    filter.state === undefined || filter.state === state ? countOf(calls, { ...filter, state }, signal) : none
  const dead = await of("dead")
  const stopped = await of("stopped")
  return { dead: dead.count, stopped: stopped.count, hasMore: dead.hasMore || stopped.hasMore }
}

/**
 * Tries all again that a filter matches, a thousand at a time.
 * @param counted where it is exact, no more rounds are made than it takes: an effect that fails again meanwhile is not tried twice.
 * @returns how many are tried again.
 */
export const retryFailed = async (calls: Calls, filter: FailedFilter, counted: Matching): Promise<number> => {
  const rounds = counted.hasMore ? Number.POSITIVE_INFINITY : Math.ceil((counted.dead + counted.stopped) / mostAtOnce)
  let total = 0
  for (let round = 0; round < rounds; round += 1) {
    const { retried } = (await calls.retryMany({ body: { filter } })).body
    total += retried
    if (retried < mostAtOnce) break
  }
  return total
}
