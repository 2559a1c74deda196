/** Writes lines of the audit log, in the same transaction as the change that they record. */
import { Effect } from "effect"
import type { AuditAction, AuditEntry } from "@formwork/domain/audit/AuditEvent"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Sql } from "../database/TenantDatabase.ts"

/** The user and the credential that a line names: a caller's, or none. */
export type Actor = Pick<AuditEntry, "userId" | "credential">

export const unknownActor: Actor = { userId: null, credential: null }

/** Adds a line. */
export const append = Effect.fnUntraced(function* (sql: Sql, organisation: string, entry: AuditEntry) {
  const { address, requestId } = yield* CurrentRequest
  const { action, credential, detail, subject, times, userId } = entry
  yield* sql`
    insert into formwork.audit_events
      (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, times, request_id, address)
    select ${organisation}::uuid, ${action}, ${userId}::uuid, ${credential?.kind}, ${credential?.id}::uuid, ${subject}::uuid,
           ${detail}, ${times}::integer, ${requestId}, ${address}
      from formwork.organisations
     where organisation_id = ${organisation}`
})

/** Adds the line that an actor did `action` to the record `subject`, once. */
export const record = (
  sql: Sql,
  organisation: string,
  { credential, userId }: Actor,
  action: AuditAction,
  subject: string,
  detail: string | null = null
) => append(sql, organisation, { action, userId, credential, subject, detail, times: 1 })
