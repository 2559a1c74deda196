/** Port: submissions as lists, a page at a time. Filters that no index can decide are in SubmissionQuery.ts. */
import { Context, Schema } from "effect"
import type { DateTime, Effect } from "effect"
import type { FormId } from "../forms/Form.ts"
import type { Caller } from "../callers/Caller.ts"
import { Submission } from "./Submission.ts"

/** Each member narrows the list; without members it is every submission of the organisation. */
export interface TimeFilter {
  readonly formId?: FormId
  readonly state?: string
  /** Created at this time or later. */
  readonly createdFrom?: DateTime.Utc
  /** Created before this time. */
  readonly createdBefore?: DateTime.Utc
}

/** Narrows by reference number; reference numbers are ordered by the codes of their characters. */
export interface ReferenceFilter {
  readonly exact?: string
  /** At least one character. */
  readonly prefix?: string
}

/** A position in a list: the last submission that was examined. */
export const TimePosition = Schema.Struct({
  createdAt: Submission.fields.createdAt,
  id: Submission.fields.id
})
export type TimePosition = typeof TimePosition.Type

export interface PageLimits {
  /** Submissions at most. */
  readonly limit: number
  /** Bytes of values, as JSON text. A page ends with the submission that exceeds them, so it always has one. */
  readonly bytes: number
  /** The fields whose values are read; undefined for all. A submission has those of them that it has a value for. */
  readonly fields?: ReadonlyArray<string> | undefined
}

/** What an index decides: a list by time, or by reference number where there is a `reference`, which then stands alone. */
export interface IndexedFilter extends TimeFilter {
  readonly reference?: ReferenceFilter
}

export interface Page {
  readonly items: ReadonlyArray<Submission>
  /** Whether this is the last page. */
  readonly isLast: boolean
}

export class SubmissionListStore extends Context.Service<
  SubmissionListStore,
  {
    /**
     * The submissions of the caller's organisation that `filter` selects, by `createdAt` and then by id, newest first,
     * starting after `after`.
     */
    readonly byTime: (
      caller: Caller,
      filter: TimeFilter,
      after: TimePosition | undefined,
      limits: PageLimits
    ) => Effect.Effect<Page>
    /** The submissions that `filter` selects, by reference number, greatest first, starting after the number `after`. */
    readonly byReference: (
      caller: Caller,
      filter: ReferenceFilter,
      after: string | undefined,
      limits: PageLimits
    ) => Effect.Effect<Page>
    /** How many submissions `filter` selects, counted up to `most`. With a `reference` no other member counts. */
    readonly count: (caller: Caller, filter: IndexedFilter, most: number) => Effect.Effect<number>
  }
>()("@formwork/domain/filing/SubmissionListStore") {}
