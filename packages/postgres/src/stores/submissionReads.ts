/** A submission as it is, as it was, and its history: reads of SubmissionStore.ts. */
import { Effect, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { SubmissionDeleted, SubmissionNotFound } from "@formwork/domain/callers/Refusal"
import { Revision, Submission } from "@formwork/domain/filing/Submission"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import { row, rows } from "../database/TenantDatabase.ts"
import type { Database } from "../database/TenantDatabase.ts"

const stored = row(Schema.Struct({ ...Submission.fields, createdAt: Schema.DateTimeUtcFromDate }))

const revisions = rows(Schema.Struct({ ...Revision.fields, at: Schema.DateTimeUtcFromDate }))

export const get = (database: Database) =>
  Effect.fn("SubmissionStore.get")(function* (caller: Caller, id: SubmissionId) {
    const found = yield* database
      .call(
        "read",
        caller,
        (sql, organisation) =>
          sql`
            select submission_id as "id", form_id as "formId", form_version_id as "formVersionId",
                   reference_number as "referenceNumber", workflow_state as "workflowState", data,
                   calculated_data as "calculatedData", hidden_fields as "hiddenFields", outcomes, created_at as "createdAt",
                   revision
              from formwork.submission(${organisation}, ${id})`
      )
      .pipe(stored, Effect.orDie)
    return found ?? (yield* new SubmissionNotFound())
  })

/** As a revision left it; undefined where there is none. */
const then = (database: Database, caller: Caller, id: SubmissionId, revision: number) =>
  database
    .call(
      "read",
      caller,
      (sql, organisation) =>
        sql`
          select submission_id as "id", form_id as "formId", form_version_id as "formVersionId",
                 reference_number as "referenceNumber", workflow_state as "workflowState", data,
                 calculated_data as "calculatedData", hidden_fields as "hiddenFields", outcomes, created_at as "createdAt",
                 revision
            from formwork.submission_revision(${organisation}, ${id}, ${revision})`
    )
    .pipe(stored, Effect.orDie)

export const revision = (database: Database) =>
  Effect.fn("SubmissionStore.revision")(function* (caller: Caller, id: SubmissionId, wanted: number) {
    return (yield* then(database, caller, id, wanted)) ?? (yield* new SubmissionNotFound())
  })

/** As it was first stored. */
export const original = (database: Database) =>
  Effect.fnUntraced(function* (caller: Caller, id: SubmissionId) {
    return (yield* then(database, caller, id, 1)) ?? (yield* new SubmissionDeleted())
  })

export const history = (database: Database) =>
  Effect.fn("SubmissionStore.history")(function* (caller: Caller, id: SubmissionId) {
    const found = yield* database
      .call(
        "read",
        caller,
        (sql, organisation) =>
          sql`
            select revision, workflow_state as "workflowState", form_version_id as "formVersionId", transition, comment,
                   user_id as "userId", json_build_object('kind', credential_kind, 'id', credential_id) as "credential",
                   formwork.actor(${organisation}, user_id, credential_kind, credential_id) as "by", made_at as "at"
              from formwork.history(${organisation}, ${id})`
      )
      .pipe(revisions, Effect.orDie)
    return found.length === 0 ? yield* new SubmissionNotFound() : found
  })
