/** Submissions.count: how many there are, as far as one request may look. */
import { Effect } from "effect"
import * as Caller from "../callers/Caller.ts"
import { FormCompiler } from "../forms/FormCompiler.ts"
import { concealing } from "../forms/concealing.ts"
import { FormStore } from "../forms/FormStore.ts"
import { readingPages } from "./readPage.ts"
import { maxExamined, search } from "./search.ts"
import { SubmissionListStore } from "./SubmissionListStore.ts"
import { residualFilterOf } from "./SubmissionQuery.ts"
import type { QueryRefusal, SubmissionQuery } from "./SubmissionQuery.ts"

export interface SubmissionCount {
  readonly count: number
  /** There are more, or there may be: no more were looked at. */
  readonly hasMore: boolean
}

/** Submissions that are counted at most, where an index decides. */
export const maxCounted = 10_000

export const count = Effect.gen(function* () {
  const store = yield* SubmissionListStore
  const forms = yield* FormStore
  const compiler = yield* FormCompiler
  const conceal = yield* concealing
  const readPage = yield* readingPages

  return Effect.fn("Submissions.count")(function* (
    caller: Caller.Caller,
    query: SubmissionQuery
  ): Effect.fn.Return<SubmissionCount, QueryRefusal> {
    yield* Caller.require(caller, "submission:read")
    const filter = yield* residualFilterOf(forms, compiler, conceal, caller, query)
    if (filter === undefined) {
      const counted = yield* store.count(caller, query, maxCounted + 1)
      return { count: Math.min(counted, maxCounted), hasMore: counted > maxCounted }
    }
    const { items, next } = yield* search({
      read: (after, page) => readPage(caller, query, after, page),
      query,
      filter,
      limit: maxExamined,
      after: undefined,
      keep: ({ id }) => id
    })
    return { count: items.length, hasMore: next !== undefined }
  })
})
