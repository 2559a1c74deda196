/** Port: submissions as lists, a page at a time. What an index cannot decide is not asked here (SubmissionQuery.ts). */
import { Context, Schema } from "effect"
import type { DateTime, Effect } from "effect"
import type { FormId } from "../forms/Form.ts"
import type { Caller } from "../callers/Caller.ts"
import { Submission } from "./Submission.ts"

/** Each member narrows; none: every submission of the organisation. */
export interface TimeFilter {
  readonly formId?: FormId
  readonly state?: string
  /** Created then or later. */
  readonly createdFrom?: DateTime.Utc
  /** Created earlier than that. */
  readonly createdBefore?: DateTime.Utc
}

/** Reference numbers by the order of their characters' codes. */
export interface ReferenceFilter {
  readonly exact?: string
  /** At least one character. */
  readonly prefix?: string
}

/** Where a list has got to: the last submission that was looked at. */
export const TimePosition = Schema.Struct({
  createdAt: Submission.fields.createdAt,
  id: Submission.fields.id
})
export type TimePosition = typeof TimePosition.Type

export interface PageLimits {
  /** Submissions at most. */
  readonly limit: number
  /** Of values (as JSON text): a page ends with the submission that goes beyond, so that one is always on it. */
  readonly bytes: number
}

export interface Page {
  readonly items: ReadonlyArray<Submission>
  /** Whether nothing comes after them. */
  readonly isLast: boolean
}

export class SubmissionListStore extends Context.Service<
  SubmissionListStore,
  {
    /**
     * The submissions of the caller's organisation that `filter` selects, by `createdAt` and then by id, the newest first,
     * from the first one after `after` on.
     */
    readonly byTime: (
      caller: Caller,
      filter: TimeFilter,
      after: TimePosition | undefined,
      limits: PageLimits
    ) => Effect.Effect<Page>
    /** The same by reference number, the greatest first; `after` is one. */
    readonly byReference: (
      caller: Caller,
      filter: ReferenceFilter,
      after: string | undefined,
      limits: PageLimits
    ) => Effect.Effect<Page>
  }
>()("@formwork/domain/filing/SubmissionListStore") {}
