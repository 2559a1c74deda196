/** Reads a page of a list from the index for its query. */
import { Schema } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Submission } from "./Submission.ts"
import { TimePosition } from "./SubmissionListStore.ts"
import type { Page, PageLimits, SubmissionListStore } from "./SubmissionListStore.ts"
import type { SubmissionQuery } from "./SubmissionQuery.ts"

/** A position in a list. It fits lists in the same order: by reference number where the query names one, else by time. */
export const Position = Schema.Union([TimePosition, Schema.Struct({ referenceNumber: Schema.String })])
export type Position = typeof Position.Type

/** The submissions after `after`, before the query's `ResidualFilter` is applied. */
export const readPage = (
  store: SubmissionListStore["Service"],
  caller: Caller,
  query: SubmissionQuery,
  after: Position | undefined,
  page: PageLimits
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
