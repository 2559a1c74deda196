/** Ends credentials, each once and with its line in the audit log. */
import { DateTime } from "effect"
import type { ApiKey, RevokedReason } from "@formwork/domain/keys/ApiKey"
import type { UserId } from "@formwork/domain/callers/Ids"
import * as AuditWriter from "./auditWriter.ts"
import { isOpen } from "./effectivePrivileges.ts"
import type { StoredInvitation, StoredKey, StoredSession, Tenant } from "../Tables.ts"

/** Ends a key now. The key must not be revoked yet; a rotated key in its overlap is not. */
export const endKey = (
  tenant: Tenant,
  stored: StoredKey,
  auditContext: AuditWriter.AuditContext,
  actor: AuditWriter.Actor,
  revokedReason: RevokedReason
): ApiKey => {
  const revokedAt = DateTime.makeUnsafe(auditContext.nowMillis)
  const key: ApiKey = { ...stored.key, revokedAt, revokedBy: actor.userId, revokedReason }
  tenant.keys.set(key.id, { ...stored, key })
  AuditWriter.record(tenant, auditContext, actor, "api_key.revoked", key.id, revokedReason)
  return key
}

/** Ends every invitation of a person. */
export const endInvitations = (tenant: Tenant, userId: UserId): void =>
  endInvitationsWhere(tenant, ({ invitation }) => invitation.userId === userId)

/** Ends every invitation that a person sent. */
export const endInvitationsBy = (tenant: Tenant, userId: UserId): void =>
  endInvitationsWhere(tenant, ({ by }) => by.userId === userId)

/** Ends every invitation that a credential sent. */
export const endInvitationsOf = (tenant: Tenant, credentialId: string): void =>
  endInvitationsWhere(tenant, ({ by }) => by.credential.id === credentialId)

const endInvitationsWhere = (tenant: Tenant, which: (stored: StoredInvitation) => boolean): void => {
  for (const stored of tenant.invitations.values())
    if (which(stored)) tenant.invitations.set(stored.invitation.id, { ...stored, isEnded: true })
}

/** Ends every open session of a person but `kept`. */
export const endOtherSessions = (
  tenant: Tenant,
  userId: UserId,
  auditContext: AuditWriter.AuditContext,
  actor: AuditWriter.Actor,
  kept?: string
): void => {
  for (const stored of tenant.sessions.values()) {
    const { session } = stored
    if (session.userId === userId && session.id !== kept && isOpen(stored, auditContext.nowMillis))
      endSession(tenant, stored, auditContext, actor)
  }
}

/** Ends every open session of a person but `kept`, and the invitations that they sent by any other session. */
export const endSessions = (
  tenant: Tenant,
  userId: UserId,
  auditContext: AuditWriter.AuditContext,
  actor: AuditWriter.Actor,
  kept?: string
): void => {
  endOtherSessions(tenant, userId, auditContext, actor, kept)
  endInvitationsWhere(
    tenant,
    ({ by }) => by.userId === userId && by.credential.id !== kept && !tenant.keys.has(by.credential.id)
  )
}

/** Ends a session now. It must be open. */
export const endSession = (
  tenant: Tenant,
  stored: StoredSession,
  auditContext: AuditWriter.AuditContext,
  actor: AuditWriter.Actor,
  detail: string | null = null
): void => {
  tenant.sessions.set(stored.session.id, { ...stored, isEnded: true })
  AuditWriter.record(tenant, auditContext, actor, "session.ended", stored.session.id, detail)
}
