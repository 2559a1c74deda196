/** What happened with each form in a period, on Postgres: `ReportStore.overview`. */
import { Effect, Schema } from "effect"
import { FormId } from "@formwork/domain/forms/Form"
import type { ReportStore } from "@formwork/domain/reports/ReportStore"
import { MeteredOperation } from "@formwork/domain/usage/Usage"
import { rows } from "../database/TenantDatabase.ts"
import type { Database } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"

const overviews = rows(
  Schema.Struct({
    formId: FormId,
    calls: Schema.Array(Schema.Struct({ day: Schema.String, operation: MeteredOperation, calls: Schema.Int })),
    submissions: Schema.Array(Schema.Struct({ day: Schema.String, state: Schema.String, count: Schema.Int }))
  })
)
const deadFirings = rows(Schema.Struct({ formId: Schema.NullOr(FormId), firings: Schema.Int }))

/** Both counts are of one transaction. */
export const formOverview = (database: Database): ReportStore["Service"]["overview"] =>
  Effect.fn("ReportStore.overview")((caller, { before, from, limit, mostEffects, to }) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const forms = yield* sql`
            select form_id as "formId", calls, submissions
              from formwork.overview(${organisation}, ${from}, ${to}, ${before ?? null}, ${limit})`.pipe(overviews)
          const dead = yield* sql`
            select form_id as "formId", firings from formwork.dead_firings(${organisation}, ${mostEffects})`.pipe(
            deadFirings
          )
          const counts = new Map(dead.map(({ firings, formId }) => [formId, firings]))
          return {
            forms: forms.map((form) => ({ ...form, deadEffects: counts.get(form.formId) ?? 0 })),
            hasMoreEffects: counts.has(null)
          }
        })
      )
      .pipe(noConflict)
  )
