/** Submissions.list: a page for a person. */
import { Effect, Record } from "effect"
import { groupOf } from "@formwork/rules/groups"
import type { JsonObject } from "@formwork/rules/Json"
import * as Caller from "../callers/Caller.ts"
import { concealing } from "../forms/concealing.ts"
import { FormStore } from "../forms/FormStore.ts"
import { FormCompiler } from "../forms/FormCompiler.ts"
import { positionOf, readingPages } from "./readPage.ts"
import type { Position } from "./readPage.ts"
import { pageBytes, search } from "./search.ts"
import type { Submission } from "./Submission.ts"
import { residualFilterOf } from "./SubmissionQuery.ts"
import type { QueryRefusal, SubmissionQuery } from "./SubmissionQuery.ts"

export interface ListRequest {
  /** Submissions at most. */
  readonly limit: number
  /** `next` of the page before; undefined for the first. */
  readonly after: Position | undefined
  /** The fields whose values are wanted; undefined for all. Of a field in a group comes the whole group. The query may be about other fields. */
  readonly fields?: ReadonlyArray<string> | undefined
}

export interface SubmissionPage {
  /** As many as were asked for; fewer, or none, where finding more would take too long. */
  readonly items: ReadonlyArray<Submission>
  /** Undefined on the last page. */
  readonly next: Position | undefined
}

export const list = Effect.gen(function* () {
  const forms = yield* FormStore
  const compiler = yield* FormCompiler
  const conceal = yield* concealing
  const readPage = yield* readingPages

  return Effect.fn("Submissions.list")(function* (
    caller: Caller.Caller,
    query: SubmissionQuery,
    { after, fields: wanted, limit }: ListRequest
  ): Effect.fn.Return<SubmissionPage, QueryRefusal> {
    yield* Caller.require(caller, "submission:read")
    const fields = wanted?.map((slug) => groupOf(slug) ?? slug)
    const filter = yield* residualFilterOf(forms, compiler, conceal, caller, query)
    if (filter === undefined) {
      const { isLast, items } = yield* readPage(caller, query, after, { limit, bytes: pageBytes, fields })
      return { items, next: isLast ? undefined : positionOf(query, items.at(-1)) }
    }
    return yield* search({
      read: (from, page) => readPage(caller, query, from, page),
      query,
      filter,
      limit,
      after,
      keep: fields === undefined ? (submission) => submission : withOnly(new Set(fields))
    })
  })
})

/** A submission with the values of these fields alone. */
const withOnly = (fields: ReadonlySet<string>) => {
  const only = (values: JsonObject): JsonObject => Record.filter(values, (_, slug) => fields.has(slug))
  return ({ calculatedData, data, ...submission }: Submission): Submission => ({
    ...submission,
    data: only(data),
    calculatedData: only(calculatedData)
  })
}
