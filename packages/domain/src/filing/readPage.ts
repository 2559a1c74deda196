/** Reads a page of a list from the index for its query. */
import { Effect, Schema } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Submission } from "./Submission.ts"
import { SubmissionListStore, TimePosition } from "./SubmissionListStore.ts"
import type { Page, PageLimits } from "./SubmissionListStore.ts"
import type { SubmissionQuery } from "./SubmissionQuery.ts"
import { visible } from "./visible.ts"

/** A position in a list. It fits lists in the same order: by reference number where the query names one, else by time. */
export const Position = Schema.Union([TimePosition, Schema.Struct({ referenceNumber: Schema.String })])
export type Position = typeof Position.Type

/** Reads the submissions after `after` as the caller may see them, before the query's `ResidualFilter` is applied: it tests what they see. */
export const readingPages = Effect.gen(function* () {
  const store = yield* SubmissionListStore
  const { all } = yield* visible
  return Effect.fnUntraced(function* (...given: Given) {
    const { isLast, items } = yield* readPage(store, ...given)
    const [caller] = given
    return { isLast, items: yield* all(caller, items) }
  })
})

type Given = [caller: Caller, query: SubmissionQuery, after: Position | undefined, page: PageLimits]

const readPage = (
  store: SubmissionListStore["Service"],
  ...[caller, query, after, page]: Given
): Effect.Effect<Page> => {
  if (query.reference === undefined)
    return store.byTime(caller, query, after !== undefined && "id" in after ? after : undefined, page)
  const number = after !== undefined && "referenceNumber" in after ? after.referenceNumber : undefined
  return store.byReference(caller, query.reference, number, page)
}

/** The position after `submission`. */
export const positionOf = (
  { reference }: SubmissionQuery,
  submission: Submission | undefined
): Position | undefined => {
  if (submission === undefined) return undefined
  const { createdAt, id, referenceNumber } = submission
  return reference === undefined ? { createdAt, id } : { referenceNumber }
}
