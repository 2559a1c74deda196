/** Submissions.stream: every submission of a query, for an export. */
import { Effect, Option, Stream } from "effect"
import * as Caller from "../callers/Caller.ts"
import { FormStore } from "../forms/FormStore.ts"
import { FormCompiler } from "../forms/FormCompiler.ts"
import { positionOf, readPage } from "./readPage.ts"
import type { Submission } from "./Submission.ts"
import { SubmissionListStore } from "./SubmissionListStore.ts"
import type { PageLimits } from "./SubmissionListStore.ts"
import { filtered, residualFilterOf } from "./SubmissionQuery.ts"
import type { QueryRefusal, SubmissionQuery } from "./SubmissionQuery.ts"

/** The page that is in memory at once, beside the one that is being written. */
const pageLimits: PageLimits = { limit: 500, bytes: 1024 * 1024 }

export const stream = Effect.gen(function* () {
  const store = yield* SubmissionListStore
  const forms = yield* FormStore
  const compiler = yield* FormCompiler

  return Effect.fn("Submissions.stream")(function* (
    caller: Caller.Caller,
    query: SubmissionQuery
  ): Effect.fn.Return<Stream.Stream<Submission>, QueryRefusal> {
    yield* Caller.require(caller, "submission:read")
    const filter = yield* residualFilterOf(forms, compiler, caller, query)
    const first = yield* readPage(store, caller, query, undefined, pageLimits)
    return Stream.paginate(
      Effect.succeed(first),
      Effect.fnUntraced(function* (page) {
        const { isLast, items } = yield* page
        const next = isLast ? undefined : positionOf(query, items.at(-1))
        const passing = filter === undefined ? items : yield* filtered(filter, items)
        const rest = Option.map(Option.fromNullishOr(next), (after) =>
          readPage(store, caller, query, after, pageLimits)
        )
        return [passing, rest] as const
      })
    )
  })
})
