/** Submissions as lists: page by page for people, and as one stream for an export. */
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import type { Field } from "@formwork/rules/Definition"
import { findPublished } from "../forms/findPublished.ts"
import type { FormId, FormVersionId } from "../forms/Form.ts"
import { FormLimits } from "../forms/FormLimits.ts"
import { FormStore } from "../forms/FormStore.ts"
import * as Caller from "../callers/Caller.ts"
import type { ConditionInvalid, FormNotFound, FormVersionNotFound, PrivilegeMissing } from "../callers/Refusal.ts"
import type { Submission } from "./Submission.ts"
import { SubmissionListStore, TimePosition } from "./SubmissionListStore.ts"
import type { Page, PageLimits } from "./SubmissionListStore.ts"
import { sieveOf } from "./SubmissionQuery.ts"
import type { Sieve, SubmissionQuery } from "./SubmissionQuery.ts"

/** Where a list has got to. It belongs to lists in the same order: by reference number where the query names one, else by time. */
export const Position = Schema.Union([TimePosition, Schema.Struct({ referenceNumber: Schema.String })])
export type Position = typeof Position.Type

export interface SubmissionPage {
  /** As many as were asked for, or fewer, none even, where looking for more would take too long. */
  readonly items: ReadonlyArray<Submission>
  /** Undefined: nothing comes after them. */
  readonly next: Position | undefined
}

/** Where no index decides, one request looks at so many submissions at most, */
export const mostExamined = 5_000
/** and fewer where looking at one takes many steps: some two seconds' work at worst. */
const mostSteps = 20_000_000
/** Others get their turn after as many steps. */
const stepsATurn = 200_000
/** Read at once, while looking; and of values, however few submissions that is. */
const chunk = 200
const pageBytes = 8 * 1024 * 1024
/** Of an export: what is in memory at once, beside what is being written. */
const exportPage: PageLimits = { limit: 500, bytes: 4 * 1024 * 1024 }

export type QueryRefusal = PrivilegeMissing | FormNotFound | FormVersionNotFound | ConditionInvalid

export class SubmissionLists extends Context.Service<
  SubmissionLists,
  {
    /**
     * A page, newest first; by reference number, the greatest first, where `query` has one. Going on from `next` shows every
     * submission once that was there all the time, whatever is added meanwhile.
     * Looks at no more than `mostExamined` submissions where `text`, `where` or something beside `reference` narrows, and then
     * answers what it has found, with where to go on.
     * Refuses, in this order: `PrivilegeMissing` (`submission:read`), and of a query with `where` `FormNotFound` (never
     * published, or none is named), `FormVersionNotFound`, `ConditionInvalid`.
     */
    readonly list: (
      caller: Caller.Caller,
      query: SubmissionQuery,
      page: { readonly limit: number; readonly after: Position | undefined }
    ) => Effect.Effect<SubmissionPage, QueryRefusal>
    /**
     * All of them in the same order, read as fast as they are taken, a few megabytes at a time. Each page is a statement of its
     * own, so that nothing is held up: a submission that changes meanwhile comes as it is when its page is read, one that is
     * added after the beginning does not come. The first page is read at once. Refuses, before anything comes, as `list`.
     */
    readonly stream: (
      caller: Caller.Caller,
      query: SubmissionQuery
    ) => Effect.Effect<Stream.Stream<Submission>, QueryRefusal>
    /**
     * The fields of a form's version, the live one where none is named: what the values of a list are called, in order.
     * Refuses, in this order: `PrivilegeMissing` (`submission:read`), `FormNotFound` (never published), `FormVersionNotFound`.
     */
    readonly fields: (
      caller: Caller.Caller,
      formId: FormId,
      versionId: FormVersionId | undefined
    ) => Effect.Effect<ReadonlyArray<Field>, PrivilegeMissing | FormNotFound | FormVersionNotFound>
  }
>()("@formwork/domain/filing/SubmissionLists") {
  static readonly layer = Layer.effect(
    SubmissionLists,
    Effect.gen(function* () {
      const store = yield* SubmissionListStore
      const forms = yield* FormStore
      const limits = yield* FormLimits

      const read = (
        caller: Caller.Caller,
        query: SubmissionQuery,
        after: Position | undefined,
        page: PageLimits
      ): Effect.Effect<Page> => {
        if (query.reference === undefined)
          return store.byTime(caller, query, after !== undefined && "id" in after ? after : undefined, page)
        const number = after !== undefined && "referenceNumber" in after ? after.referenceNumber : undefined
        return store.byReference(caller, query.reference, number, page)
      }

      const list = Effect.fn("SubmissionLists.list")(function* (
        caller: Caller.Caller,
        query: SubmissionQuery,
        { after, limit }: { readonly limit: number; readonly after: Position | undefined }
      ): Effect.fn.Return<SubmissionPage, QueryRefusal> {
        yield* Caller.require(caller, "submission:read")
        const sieve = yield* sieveOf(forms, limits, caller, query)
        if (sieve === undefined) {
          const { isLast, items } = yield* read(caller, query, after, { limit, bytes: pageBytes })
          return { items, next: isLast ? undefined : positionOf(query, items.at(-1)) }
        }
        return yield* search((from, wanted) => read(caller, query, from, wanted), query, sieve, limit, after)
      })

      const stream = Effect.fn("SubmissionLists.stream")(function* (
        caller: Caller.Caller,
        query: SubmissionQuery
      ): Effect.fn.Return<Stream.Stream<Submission>, QueryRefusal> {
        yield* Caller.require(caller, "submission:read")
        const sieve = yield* sieveOf(forms, limits, caller, query)
        const first = yield* read(caller, query, undefined, exportPage)
        return Stream.paginate(
          Effect.succeed(first),
          Effect.fnUntraced(function* (page) {
            const { isLast, items } = yield* page
            const next = isLast ? undefined : positionOf(query, items.at(-1))
            const passing = sieve === undefined ? items : yield* sift(sieve, items)
            const rest = Option.map(Option.fromNullishOr(next), (after) => read(caller, query, after, exportPage))
            return [passing, rest] as const
          })
        )
      })

      const fields = Effect.fn("SubmissionLists.fields")(function* (
        caller: Caller.Caller,
        formId: FormId,
        versionId: FormVersionId | undefined
      ) {
        yield* Caller.require(caller, "submission:read")
        const { definition } = yield* findPublished(forms, limits, caller, formId, versionId)
        return definition.fields
      })
      return SubmissionLists.of({ list, stream, fields })
    })
  )
}

const positionOf = ({ reference }: SubmissionQuery, submission: Submission | undefined): Position | undefined => {
  if (submission === undefined) return undefined
  const { createdAt, id, referenceNumber } = submission
  return reference === undefined ? { createdAt, id } : { referenceNumber }
}

/** Those that pass, with turns for others between. */
const sift = Effect.fnUntraced(function* (sieve: Sieve, submissions: ReadonlyArray<Submission>) {
  const passing: Array<Submission> = []
  let steps = 0
  for (const submission of submissions) {
    if (sieve.passes(submission)) passing.push(submission)
    steps += sieve.steps
    if (steps < stepsATurn) continue
    steps = 0
    yield* Effect.yieldNow
  }
  return passing
})

/** Looks on until there are enough, or until it has looked at as many as one request may. */
const search = Effect.fnUntraced(function* (
  read: (after: Position | undefined, page: PageLimits) => Effect.Effect<Page>,
  query: SubmissionQuery,
  sieve: Sieve,
  limit: number,
  after: Position | undefined
): Effect.fn.Return<SubmissionPage> {
  const found: Array<Submission> = []
  let left = Math.max(1, Math.min(mostExamined, Math.floor(mostSteps / sieve.steps)))
  let next = after
  while (left > 0) {
    const { isLast, items } = yield* read(next, { limit: Math.min(chunk, left), bytes: pageBytes })
    const passing = yield* sift(sieve, items)
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
