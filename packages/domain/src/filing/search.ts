/** Submissions that pass a filter which no index decides: as many as one request may examine. */
import { Effect } from "effect"
import { positionOf } from "./readPage.ts"
import type { Position } from "./readPage.ts"
import type { Submission } from "./Submission.ts"
import type { Page, PageLimits } from "./SubmissionListStore.ts"
import { filtered } from "./SubmissionQuery.ts"
import type { ResidualFilter, SubmissionQuery } from "./SubmissionQuery.ts"

/** Submissions that one request examines at most, where no index decides. */
export const maxExamined = 5_000
/** Steps that one request takes at most, so that it examines fewer submissions by a costly test: some two seconds' work. */
const maxSteps = 20_000_000
/** Submissions that are read at once to examine them. */
const chunk = 200
/** Bytes of values that are read at once, however few submissions they are: some ten milliseconds' work to write as JSON. */
export const pageBytes = 1024 * 1024

export interface Search<A> {
  readonly read: (after: Position | undefined, page: PageLimits) => Effect.Effect<Page>
  readonly query: SubmissionQuery
  readonly filter: ResidualFilter
  /** Submissions at most. */
  readonly limit: number
  readonly after: Position | undefined
  /** What is kept of a submission. */
  readonly keep: (submission: Submission) => A
}

/**
 * Reads on until the page is full, or until it has examined as many submissions as one request may.
 * @returns `next` is undefined where the list has ended.
 */
export const search = Effect.fnUntraced(function* <A>({ after, filter, keep, limit, query, read }: Search<A>) {
  const found: Array<A> = []
  let left = Math.max(1, Math.min(maxExamined, Math.floor(maxSteps / filter.steps)))
  let next = after
  while (left > 0) {
    const { isLast, items } = yield* read(next, { limit: Math.min(chunk, left), bytes: pageBytes })
    const passing = yield* filtered(filter, items)
    const taken = passing.slice(0, limit - found.length)
    found.push(...taken.map(keep))
    if (passing.length > taken.length) return { items: found, next: positionOf(query, taken.at(-1)) }
    if (isLast) return { items: found, next: undefined }
    next = positionOf(query, items.at(-1))
    if (found.length === limit) break
    left -= items.length
  }
  return { items: found, next }
})
