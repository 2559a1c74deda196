/** Impact runs on Postgres. */
import { DateTime, Effect, Layer, Schema } from "effect"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { FormVersionId } from "@formwork/domain/forms/Form"
import { nothing } from "@formwork/domain/impact/difference"
import { ImpactChange, ImpactRun } from "@formwork/domain/impact/Impact"
import { ImpactStore } from "@formwork/domain/impact/ImpactStore"
import type { Progress, StoredSubmission } from "@formwork/domain/impact/ImpactStore"
import { eachWithPauses } from "@formwork/domain/impact/eachWithPauses"
import { ImpactRunning, ImpactRunNotFound } from "@formwork/domain/callers/Refusal"
import type { JsonObject } from "@formwork/rules/Json"
import { row, rows, TenantDatabase, whole } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"

type Port = ImpactStore["Service"]

/** How many bytes of values one statement reads at most, and so how many a run holds. */
const bytesAtOnce = 4 * 1024 * 1024

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const runOf = row(
  Schema.Struct({
    ...ImpactRun.fields,
    startedAt: Schema.DateTimeUtcFromDate,
    finishedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
  })
)
/** What the service wrote itself: every column has its type, and the values are a JSON object. */
interface StoredRow {
  readonly id: SubmissionId
  readonly formVersionId: FormVersionId
  readonly referenceNumber: string
  readonly workflowState: string
  readonly data: string
  readonly createdAt: Date
}

const isStored = (row: unknown): row is StoredRow =>
  typeof row === "object" &&
  row !== null &&
  "id" in row &&
  typeof row.id === "string" &&
  "formVersionId" in row &&
  typeof row.formVersionId === "string" &&
  "referenceNumber" in row &&
  typeof row.referenceNumber === "string" &&
  "workflowState" in row &&
  typeof row.workflowState === "string" &&
  "data" in row &&
  typeof row.data === "string" &&
  "createdAt" in row &&
  row.createdAt instanceof Date

/** A schema takes longer to read a submission than both versions take to evaluate it. A row that does not fit is a defect. */
const storedOf = Effect.fnUntraced(function* (found: ReadonlyArray<unknown>) {
  const stored: Array<StoredSubmission> = []
  yield* eachWithPauses(found, (row) => {
    if (!isStored(row)) throw new Error("a stored submission is malformed")
    const data: unknown = JSON.parse(row.data)
    if (!isObject(data)) throw new Error("a stored submission's values are no object")
    stored.push({ ...row, data, createdAt: DateTime.fromDateUnsafe(row.createdAt) })
  })
  return stored
})
const changesOf = rows(Schema.Struct({ position: Schema.Int, change: ImpactChange }))
const totals = row(Schema.Struct({ total: Schema.Int }))
const found = rows(Schema.Struct({ run_id: Schema.String }))

const select = (sql: Sql, organisation: string, id: string, formId: string) =>
  sql`
    select run_id as "id", form_id as "formId", total, done, summary, started_at as "startedAt", finished_at as "finishedAt",
           case when state = 'running' and lease_until <= clock_timestamp() then 'interrupted' else state end as "state"
      from formwork.impact_runs
     where organisation_id = ${organisation} and run_id = ${id} and form_id = ${formId} and expires_at > clock_timestamp()`.pipe(
    runOf
  )

const begin = (database: Database): Port["begin"] =>
  Effect.fn("ImpactStore.begin")((caller, { formId, id, keepMillis, leaseMillis, limit }) =>
    database
      .transaction(
        // Whole: runs of every form are tidied up, and one of them may be of a form outside the caller's limits.
        whole(caller.organisationId),
        Effect.fnUntraced(function* (sql, organisation) {
          yield* sql`delete from formwork.impact_runs where organisation_id = ${organisation} and expires_at <= statement_timestamp()`
          yield* sql`
            update formwork.impact_runs set state = 'interrupted'
             where organisation_id = ${organisation} and state = 'running' and lease_until <= statement_timestamp()`
          const counted = yield* sql`
            select count(*)::integer as total
              from (select 1 from formwork.submissions
                     where organisation_id = ${organisation} and form_id = ${formId} limit ${limit}) as latest`.pipe(
            totals
          )
          yield* sql`
            insert into formwork.impact_runs
              (organisation_id, run_id, form_id, started_by, total, summary, lease_until, expires_at)
            values
              (${organisation}, ${id}, ${formId}, ${caller.userId}, ${counted?.total ?? 0}, ${JSON.stringify(nothing)}::json,
               clock_timestamp() + ${leaseMillis}::bigint * interval '1 millisecond',
               clock_timestamp() + ${keepMillis}::bigint * interval '1 millisecond')`
          return (
            (yield* select(sql, organisation, id, formId)) ??
            (yield* Effect.die(new Error("a run that was begun is gone")))
          )
        })
      )
      .pipe(
        Effect.catch((conflict) =>
          conflict._tag === "UniqueViolation" && conflict.constraint === "impact_runs_running"
            ? Effect.fail(new ImpactRunning())
            : Effect.die(conflict)
        )
      )
  )

const submissions = (database: Database): Port["submissions"] =>
  Effect.fn("ImpactStore.submissions")((caller, formId, { before, limit }) =>
    database
      .call(
        "write",
        caller,
        (sql, organisation) =>
          sql`
            select submission_id as "id", form_version_id as "formVersionId", reference_number as "referenceNumber",
                   workflow_state as "workflowState", data, created_at as "createdAt"
              from formwork.submissions_before(
                ${organisation}, ${formId}, ${before && DateTime.toDateUtc(before.createdAt)}, ${before?.id}, ${limit},
                ${bytesAtOnce})`
      )
      .pipe(Effect.flatMap(storedOf), Effect.orDie)
  )

const stored = ({ change, position }: Progress["changes"][number]) => ({ position, id: change.submissionId, change })

const progress = (database: Database): Port["progress"] =>
  Effect.fn("ImpactStore.progress")((caller, id, { changes, done, state, summary }, leaseMillis) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const ours = yield* sql`
            update formwork.impact_runs
               set done = ${done}, state = ${state}, summary = ${JSON.stringify(summary)}::json,
                   lease_until = statement_timestamp() + ${leaseMillis}::bigint * interval '1 millisecond'
             where organisation_id = ${organisation} and run_id = ${id} and state = 'running' and expires_at > statement_timestamp()
            returning run_id`.pipe(found)
          if (ours.length === 0) return false
          if (state !== "running")
            yield* sql`
              update formwork.impact_runs set finished_at = statement_timestamp()
               where organisation_id = ${organisation} and run_id = ${id}`
          // A submission may have been deleted since it was read. It is looked up by a column of its type: by a value that has to be
          // cast, every submission of the organisation would be read (docs/decisions/0221).
          if (changes.length > 0)
            yield* sql`
              insert into formwork.impact_changes (organisation_id, run_id, position, submission_id, change)
              select ${organisation}, ${id}, c.position, s.submission_id, c.change
                from json_to_recordset(${JSON.stringify(changes.map(stored))}::json) as c (position integer, id uuid, change json)
                join formwork.submissions s on s.organisation_id = ${organisation} and s.submission_id = c.id`
          return true
        })
      )
      .pipe(Effect.orDie)
  )

const get = (database: Database): Port["get"] =>
  Effect.fn("ImpactStore.get")(function* (caller, formId, id) {
    const run = yield* database
      .transaction(caller, (sql, organisation) => select(sql, organisation, id, formId))
      .pipe(Effect.orDie)
    return run ?? (yield* new ImpactRunNotFound())
  })

const changes = (database: Database): Port["changes"] =>
  Effect.fn("ImpactStore.changes")((caller, id, { after, limit }) =>
    database
      .transaction(caller, (sql, organisation) =>
        sql`
          select c.position, c.change
            from formwork.impact_changes c
            join formwork.impact_runs r on r.organisation_id = ${organisation} and r.run_id = c.run_id
           where c.organisation_id = ${organisation} and c.run_id = ${id} and c.position > ${after}
           order by c.position
           limit ${limit}`.pipe(changesOf)
      )
      .pipe(Effect.orDie)
  )

export const layer: Layer.Layer<ImpactStore, never, TenantDatabase> = Layer.effect(
  ImpactStore,
  Effect.map(TenantDatabase, (database) =>
    ImpactStore.of({
      begin: begin(database),
      submissions: submissions(database),
      progress: progress(database),
      get: get(database),
      changes: changes(database)
    })
  )
)
