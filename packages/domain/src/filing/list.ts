/** Submissions.list: a page for a person. */
import { Effect } from "effect"
import * as Caller from "../callers/Caller.ts"
import { FormStore } from "../forms/FormStore.ts"
import { FormCompiler } from "../forms/FormCompiler.ts"
import { positionOf, readPage } from "./readPage.ts"
import type { Position } from "./readPage.ts"
import type { Submission } from "./Submission.ts"
import { SubmissionListStore } from "./SubmissionListStore.ts"
import type { Page, PageLimits } from "./SubmissionListStore.ts"
import { filtered, residualFilterOf } from "./SubmissionQuery.ts"
import type { QueryRefusal, ResidualFilter, SubmissionQuery } from "./SubmissionQuery.ts"

export interface ListRequest {
  /** Submissions at most. */
  readonly limit: number
  /** `next` of the page before; undefined for the first. */
  readonly after: Position | undefined
}

export interface SubmissionPage {
  /** As many as were asked for; fewer, or none, where finding more would take too long. */
  readonly items: ReadonlyArray<Submission>
  /** Undefined on the last page. */
  readonly next: Position | undefined
}

/** Submissions that one request examines at most, where no index decides. */
export const maxExamined = 5_000
/** Steps that one request takes at most, so that it examines fewer submissions by a costly test: some two seconds' work. */
const maxSteps = 20_000_000
/** Submissions that are read at once to examine them. */
const chunk = 200
/** Bytes of values that are read at once, however few submissions they are: some ten milliseconds' work to write as JSON. */
const pageBytes = 1024 * 1024

export const list = Effect.gen(function* () {
  const store = yield* SubmissionListStore
  const forms = yield* FormStore
  const compiler = yield* FormCompiler

  return Effect.fn("Submissions.list")(function* (
    caller: Caller.Caller,
    query: SubmissionQuery,
    { after, limit }: ListRequest
  ): Effect.fn.Return<SubmissionPage, QueryRefusal> {
    yield* Caller.require(caller, "submission:read")
    const filter = yield* residualFilterOf(forms, compiler, caller, query)
    if (filter === undefined) {
      const { isLast, items } = yield* readPage(store, caller, query, after, { limit, bytes: pageBytes })
      return { items, next: isLast ? undefined : positionOf(query, items.at(-1)) }
    }
    return yield* search((from, page) => readPage(store, caller, query, from, page), query, filter, limit, after)
  })
})

/** Reads on until the page is full, or until it has examined as many submissions as one request may. */
const search = Effect.fnUntraced(function* (
  read: (after: Position | undefined, page: PageLimits) => Effect.Effect<Page>,
  query: SubmissionQuery,
  filter: ResidualFilter,
  limit: number,
  after: Position | undefined
): Effect.fn.Return<SubmissionPage> {
  const found: Array<Submission> = []
  let left = Math.max(1, Math.min(maxExamined, Math.floor(maxSteps / filter.steps)))
  let next = after
  while (left > 0) {
    const { isLast, items } = yield* read(next, { limit: Math.min(chunk, left), bytes: pageBytes })
    const passing = yield* filtered(filter, items)
    const room = limit - found.length
    found.push(...passing.slice(0, room))
    if (passing.length > room) return { items: found, next: positionOf(query, found.at(-1)) }
    if (isLast) return { items: found, next: undefined }
    next = positionOf(query, items.at(-1))
    if (found.length === limit) break
    left -= items.length
  }
  return { items: found, next }
})
