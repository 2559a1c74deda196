/** Lines of the audit log, written in the step that they tell of. */
import { Clock, DateTime, Effect } from "effect"
import { AuditEventId } from "@formwork/domain/audit/AuditEvent"
import type { AuditAction, AuditEntry } from "@formwork/domain/audit/AuditEvent"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Tenant } from "../Tables.ts"

/** When something happens, and for which request. */
export interface AuditContext {
  readonly nowMillis: number
  readonly requestId: string | null
  readonly address: string | null
}

/** Asked for before a step, so that the step itself is synchronous. */
export const auditContext: Effect.Effect<AuditContext> = Effect.gen(function* () {
  const { address = null, requestId = null } = yield* CurrentRequest
  return { nowMillis: yield* Clock.currentTimeMillis, requestId, address }
})

/** Who did something. */
export type Actor = Pick<AuditEntry, "userId" | "credential">

/** Somebody whom nobody recognised. */
export const unknownActor: Actor = { userId: null, credential: null }

/** Adds a line. */
export const append = (tenant: Tenant, { address, nowMillis, requestId }: AuditContext, entry: AuditEntry): void => {
  const id = timeOrdered(nowMillis, tenant.audit.length)
  tenant.audit.push({ id, at: DateTime.makeUnsafe(nowMillis), ...entry, address, requestId })
}

/** Notes that `who` did `action` to the record `subject`, once. */
export const record = (
  tenant: Tenant,
  auditContext: AuditContext,
  { credential, userId }: Actor | Caller,
  action: AuditAction,
  subject: string,
  detail: string | null = null
): void => append(tenant, auditContext, { action, userId, credential, subject, detail, times: 1 })

/** A UUID of version 7 that counts where others are random (RFC 9562 §6.2): it is known at once, and sorts as it was made. */
const timeOrdered = (millis: number, count: number): AuditEventId => {
  const time = millis.toString(16).padStart(12, "0")
  return AuditEventId.make(`${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${count.toString(16).padStart(12, "0")}`)
}
