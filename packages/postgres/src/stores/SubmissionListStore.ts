/** Submissions as lists on Postgres: a page is one statement, the function formwork.submission_page. */
import { DateTime, Effect, Layer, Schema } from "effect"
import { Submission } from "@formwork/domain/filing/Submission"
import { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import type {
  IndexedFilter,
  PageLimits,
  ReferenceFilter,
  TimeFilter,
  TimePosition
} from "@formwork/domain/filing/SubmissionListStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { row, rows, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database } from "../database/TenantDatabase.ts"

const found = rows(Schema.Struct({ ...Submission.fields, createdAt: Schema.DateTimeUtcFromDate, found: Schema.Int }))

interface Asked {
  readonly filter?: TimeFilter
  readonly reference?: { readonly from: string; readonly end: string | null }
  readonly after?: TimePosition | undefined
  readonly afterReference?: string | undefined
}

const moment = (date: DateTime.Utc | undefined) => (date === undefined ? null : DateTime.toDateUtc(date))

const page = (database: Database) =>
  Effect.fnUntraced(function* (
    caller: Caller,
    { after, afterReference, filter = {}, reference }: Asked,
    { bytes, fields, limit }: PageLimits
  ) {
    const items = yield* database
      .call(
        "list",
        caller,
        (sql, organisation) =>
          sql`
            select submission_id as "id", form_id as "formId", form_version_id as "formVersionId",
                   reference_number as "referenceNumber", workflow_state as "workflowState", data,
                   calculated_data as "calculatedData", hidden_fields as "hiddenFields", outcomes, created_at as "createdAt",
                   revision, found
              from formwork.submission_page(
                ${organisation}, ${filter.formId}, ${filter.state}, ${moment(filter.createdFrom)},
                ${moment(filter.createdBefore)}, ${reference?.from}, ${reference?.end}, ${moment(after?.createdAt)},
                ${after?.id}, ${afterReference}, ${limit}, ${bytes}, ${fields}::text[])`
      )
      .pipe(found, Effect.orDie)
    return {
      items: items.map(({ found: _, ...submission }) => submission),
      isLast: items.length === (items[0]?.found ?? 0)
    }
  })

const counted = row(Schema.Struct({ count: Schema.Int }))

const count = (database: Database) =>
  Effect.fnUntraced(function* (caller: Caller, { reference, ...others }: IndexedFilter, most: number) {
    const range = reference && bounds(reference)
    const filter: TimeFilter = reference === undefined ? others : {}
    const found = yield* database
      .call(
        "read",
        caller,
        (sql, organisation) =>
          sql`
            select formwork.submission_count(
                ${organisation}, ${filter.formId}, ${filter.state}, ${moment(filter.createdFrom)},
                ${moment(filter.createdBefore)}, ${range?.from}, ${range?.end}, ${most}) as count`
      )
      .pipe(counted, Effect.orDie)
    return found?.count ?? 0
  })

/** The range of reference numbers with a prefix. It ends before the prefix whose last character is the next one. */
const bounds = ({ exact, prefix = "" }: ReferenceFilter) => {
  if (exact !== undefined) return { from: exact, end: null }
  const last = prefix.codePointAt(prefix.length - 1) ?? 0
  return { from: prefix, end: prefix.slice(0, -1) + String.fromCodePoint(last + 1) }
}

export const layer: Layer.Layer<SubmissionListStore, never, TenantDatabase> = Layer.effect(
  SubmissionListStore,
  Effect.map(TenantDatabase, ({ lately }) =>
    SubmissionListStore.of({
      byTime: (caller, filter, after, limits) =>
        lately((database) => page(database)(caller, { filter, after }, limits)),
      byReference: (caller, filter, after, limits) =>
        lately((database) => page(database)(caller, { reference: bounds(filter), afterReference: after }, limits)),
      count: (caller, filter, most) => lately((database) => count(database)(caller, filter, most))
    })
  )
)
