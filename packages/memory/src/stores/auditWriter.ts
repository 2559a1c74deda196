/** Writes lines of the audit log, in the same step as the change that they record. */
import { Clock, DateTime, Effect } from "effect"
import { AuditEventId } from "@formwork/domain/audit/AuditEvent"
import type { AuditAction, AuditEntry } from "@formwork/domain/audit/AuditEvent"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Tenant } from "../Tables.ts"

/** The time of a change, and the request that makes it. */
export interface AuditContext {
  readonly nowMillis: number
  readonly requestId: string | null
  readonly address: string | null
}

/** Read before a step, because the step itself is synchronous. */
export const auditContext: Effect.Effect<AuditContext> = Effect.gen(function* () {
  const { address = null, requestId = null } = yield* CurrentRequest
  return { nowMillis: yield* Clock.currentTimeMillis, requestId, address }
})

/** The user and the credential that a line names. */
export type Actor = Pick<AuditEntry, "userId" | "credential">

/** The actor of a request that was not authenticated. */
export const unknownActor: Actor = { userId: null, credential: null }

/** Adds a line. */
export const append = (tenant: Tenant, { address, nowMillis, requestId }: AuditContext, entry: AuditEntry): void => {
  const id = timeOrdered(nowMillis, tenant.audit.length)
  tenant.audit.push({ id, at: DateTime.makeUnsafe(nowMillis), ...entry, address, requestId })
}

/** Adds the line that an actor did `action` to the record `subject`, once. */
export const record = (
  tenant: Tenant,
  auditContext: AuditContext,
  { credential, userId }: Actor | Caller,
  action: AuditAction,
  subject: string,
  detail: string | null = null
): void => append(tenant, auditContext, { action, userId, credential, subject, detail, times: 1 })

/** A UUID of version 7 with a counter in place of its random bits (RFC 9562 §6.2): ids sort in the order in which they are made. */
const timeOrdered = (millis: number, count: number): AuditEventId => {
  const time = millis.toString(16).padStart(12, "0")
  return AuditEventId.make(`${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count.toString(16).padStart(12, "0")}`)
}
