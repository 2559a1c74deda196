/** Invitations, in memory. */
import { DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Token } from "@formwork/domain/credentials/Token"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { Invitation } from "@formwork/domain/people/Invitation"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import type { NewInvitation } from "@formwork/domain/people/InvitationStore"
import * as Authority from "@formwork/domain/people/Authority"
import type { UserId } from "@formwork/domain/callers/Ids"
import type { NewUser } from "@formwork/domain/people/Organisation"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { InvitationRefused, UserDeactivated } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { proves } from "./CredentialStore.ts"
import { endInvitations, endSessions } from "./endCredentials.ts"
import { isUsable, authorityOf } from "./effectivePrivileges.ts"
import { Tables } from "../Tables.ts"
import type { Tenant } from "../Tables.ts"
import * as Users from "./UserStore.ts"

export const put = (
  tenant: Tenant,
  caller: Caller,
  userId: UserId,
  { hash, id, lifetime }: NewInvitation,
  auditContext: AuditWriter.AuditContext
): Invitation => {
  const createdAt = DateTime.makeUnsafe(auditContext.nowMillis)
  const invitation = { id, userId, createdAt, expiresAt: DateTime.addDuration(createdAt, lifetime) }
  endInvitations(tenant, userId)
  tenant.invitations.set(id, {
    invitation,
    hash,
    isEnded: false,
    acceptedAt: null,
    by: { userId: caller.userId, credential: caller.credential }
  })
  AuditWriter.record(tenant, auditContext, caller, "user.invited", userId)
  return invitation
}

export const layer: Layer.Layer<InvitationStore, never, Tables | TokenHasher> = Layer.effect(
  InvitationStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables
    const hasher = yield* TokenHasher

    const invite = Effect.fnUntraced(function* (creator: Caller, person: NewUser, invitation: NewInvitation) {
      const auditContext = yield* AuditWriter.auditContext
      const authority = authorityOf(tenants.get(creator.organisationId), creator, auditContext.nowMillis)
      const refusal = invitation.isShown && authority ? Authority.refusalOfShowing(authority, false) : undefined
      if (refusal !== undefined) return yield* refusal
      const user = yield* Users.insert(tenants)(creator, person, null)
      const { tenant } = yield* Effect.orDie(Users.found(tenants)(creator, user.id))
      return { invitation: put(tenant, creator, user.id, invitation, auditContext), user }
    })

    const renew = Effect.fnUntraced(function* (caller: Caller, id: UserId, invitation: NewInvitation) {
      const auditContext = yield* AuditWriter.auditContext
      const { authority, stored, tenant } = yield* Users.allowed(tenants)(caller, id, auditContext.nowMillis)
      const refusal = invitation.isShown ? Authority.refusalOfShowing(authority, stored.password !== null) : undefined
      if (refusal !== undefined) return yield* refusal
      if (stored.user.deactivatedAt !== null) return yield* new UserDeactivated()
      return { invitation: put(tenant, caller, id, invitation, auditContext), user: stored.user }
    })

    /** The invitation that a token proves, if it may be used. */
    const proven = Effect.fnUntraced(function* (token: Token<"invitation">, nowMillis: number) {
      const candidates = yield* hasher.candidates(token)
      const tenant = tenants.get(token.organisationId)
      const stored = tenant?.invitations.get(token.credentialId)
      if (tenant === undefined || stored === undefined) return undefined
      const isGood = isUsable(tenant, stored, nowMillis) && proves(candidates, stored.hash)
      return isGood ? { invitation: stored, tenant, userId: stored.invitation.userId } : undefined
    })

    const accept = Effect.fnUntraced(function* (token: Token<"invitation">, password: PasswordHash) {
      const auditContext = yield* AuditWriter.auditContext
      const found = yield* proven(token, auditContext.nowMillis)
      const stored = found?.tenant.users.get(found.userId)
      if (found === undefined || stored === undefined || stored.user.deactivatedAt !== null)
        return yield* new InvitationRefused()
      const { invitation, tenant, userId } = found
      if (tenant.suspendedAtMillis !== null) return yield* new InvitationRefused()
      const person = { userId, credential: null }
      endInvitations(tenant, userId)
      const acceptedAt = DateTime.makeUnsafe(auditContext.nowMillis)
      tenant.invitations.set(invitation.invitation.id, { ...invitation, isEnded: true, acceptedAt })
      tenant.users.set(userId, { ...stored, password })
      tenant.failures.delete(stored.user.email.toLowerCase())
      AuditWriter.record(tenant, auditContext, person, "user.invitation_accepted", userId)
      endSessions(tenant, userId, auditContext, person)
      return stored.user
    })

    const endLeaked = Effect.fnUntraced(function* (token: Token<"invitation">) {
      const auditContext = yield* AuditWriter.auditContext
      const found = yield* proven(token, auditContext.nowMillis)
      if (found === undefined) return
      endInvitations(found.tenant, found.userId)
      AuditWriter.record(
        found.tenant,
        auditContext,
        AuditWriter.unknownActor,
        "user.invitation_ended",
        found.userId,
        "reported"
      )
    })

    return InvitationStore.of({ invite, renew, accept, endLeaked })
  })
)
