/** What a list says of a person: whether they can sign in, or what became of the invitation that they have not used. */
import type { ListedInvitation, ListedUser } from "@formwork/client/contract"

type InvitationState = ListedInvitation["state"]
export type Standing = "active" | "deactivated" | Exclude<InvitationState, "accepted">

/** The state of an invitation at `now`: one that was pending when it was read may have expired since. */
export const invitationState = ({ expiresAt, state }: ListedInvitation, now: number): InvitationState =>
  state === "pending" && Date.parse(expiresAt) <= now ? "expired" : state

/** Somebody who was here has a password: an invitation of theirs is for another one, and says nothing about their account. */
export const standing = ({ deactivatedAt, invitation, lastSeenAt }: ListedUser, now: number): Standing => {
  if (deactivatedAt !== null) return "deactivated"
  if (invitation === null || lastSeenAt !== null) return "active"
  const state = invitationState(invitation, now)
  return state === "accepted" ? "active" : state
}
