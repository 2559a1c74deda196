/** Submissions.stream: every submission of a query, for an export. */
import { Effect, Option, Stream } from "effect"
import * as Caller from "../callers/Caller.ts"
import { concealing } from "../forms/concealing.ts"
import { FormStore } from "../forms/FormStore.ts"
import { FormCompiler } from "../forms/FormCompiler.ts"
import { positionOf, readingPages } from "./readPage.ts"
import type { Submission } from "./Submission.ts"
import type { PageLimits } from "./SubmissionListStore.ts"
import { filtered, residualFilterOf } from "./SubmissionQuery.ts"
import type { QueryRefusal, SubmissionQuery } from "./SubmissionQuery.ts"

/** The page that is in memory at once, beside the one that is being written. */
const pageLimits: PageLimits = { limit: 500, bytes: 1024 * 1024 }

export const stream = Effect.gen(function* () {
  const forms = yield* FormStore
  const compiler = yield* FormCompiler
  const conceal = yield* concealing
  const readPage = yield* readingPages

  return Effect.fn("Submissions.stream")(function* (
    caller: Caller.Caller,
    query: SubmissionQuery
  ): Effect.fn.Return<Stream.Stream<Submission>, QueryRefusal> {
    yield* Caller.require(caller, "submission:read")
    const filter = yield* residualFilterOf(forms, compiler, conceal, caller, query)
    const first = yield* readPage(caller, query, undefined, pageLimits)
    return Stream.paginate(
      Effect.succeed(first),
      Effect.fnUntraced(function* (page) {
        const { isLast, items } = yield* page
        const next = isLast ? undefined : positionOf(query, items.at(-1))
        const passing = filter === undefined ? items : yield* filtered(filter, items)
        const rest = Option.map(Option.fromNullishOr(next), (after) => readPage(caller, query, after, pageLimits))
        return [passing, rest] as const
      })
    )
  })
})
