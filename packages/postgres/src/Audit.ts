/** Rows of the audit log, written in the transaction of what they tell of. */
import { Effect } from "effect"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Caller } from "@formwork/domain/grants/Caller"
import type { Sql } from "./Tenant.ts"

/** Filing writes its own row, in its one statement. */
export type Action = "api_key.created" | "api_key.revoked" | "form.created" | "form.published"

/** Notes that `caller` did `action` to the record `subjectId`. */
export const record = Effect.fnUntraced(function* (sql: Sql, caller: Caller, action: Action, subjectId: string) {
  const { requestId } = yield* CurrentRequest
  yield* sql`
    insert into formwork.audit_events (organisation_id, action, user_id, credential_kind, credential_id, subject_id, request_id)
    values (${caller.organisationId}, ${action}, ${caller.userId}, ${caller.credential.kind}, ${caller.credential.id},
      ${subjectId}, ${requestId})`
})
