/** People with when they were last here, and what became of their invitations, in memory. */
import { invitationState } from "@formwork/domain/people/UserView"
import type { InvitationView, UserView } from "@formwork/domain/people/UserView"
import { actorOf } from "./actorOf.ts"
import { isActive, isPast } from "./effectivePrivileges.ts"
import type { StoredInvitation, StoredUser, Tenant } from "../Tables.ts"

const invitationOf = (tenant: Tenant, stored: StoredInvitation, nowMillis: number): InvitationView => {
  const { acceptedAt, by, invitation } = stored
  const { createdAt, expiresAt } = invitation
  const key = tenant.keys.get(by.credential.id)?.key
  const state = invitationState({
    isAccepted: acceptedAt !== null,
    isEnded: stored.isEnded || (key !== undefined && !isActive(key, nowMillis)),
    isExpired: isPast(expiresAt, nowMillis)
  })
  return { state, createdAt, expiresAt, acceptedAt, sender: actorOf(tenant, by) }
}

export const viewsOf = (tenant: Tenant, people: Iterable<StoredUser>, nowMillis: number): ReadonlyArray<UserView> => {
  // Later invitations come later in the table, so of each person the latest stays.
  const latest = new Map([...tenant.invitations.values()].map((stored) => [stored.invitation.userId, stored]))
  return [...people].map(({ lastSeenAt, user }) => {
    const invitation = latest.get(user.id)
    return {
      ...user,
      lastSeenAt,
      invitation: invitation === undefined ? null : invitationOf(tenant, invitation, nowMillis)
    }
  })
}
