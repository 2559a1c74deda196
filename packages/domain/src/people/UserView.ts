/** A person as whoever may read people sees them: when they were last here, and what became of their invitation. */
import { Schema } from "effect"
import { Actor } from "../callers/Actor.ts"
import { Invitation } from "./Invitation.ts"
import { User } from "./Organisation.ts"

/** `revoked`: it ended before it was used, by whatever way an invitation ends; it stays so when its time runs out. */
export const InvitationState = Schema.Literals(["pending", "accepted", "expired", "revoked"])
export type InvitationState = typeof InvitationState.Type

/** The latest invitation of a person. Those before it have ended. */
export const InvitationView = Schema.Struct({
  state: InvitationState,
  createdAt: Invitation.fields.createdAt,
  expiresAt: Invitation.fields.expiresAt,
  /** When the person set their password by it. */
  acceptedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  /** Who sent it; the person themself, where the operator founded the organisation. Null where that was not kept. */
  sender: Schema.NullOr(Actor)
})
export type InvitationView = typeof InvitationView.Type

/** What an invitation's state follows from. */
interface Course {
  readonly isAccepted: boolean
  /** Replaced, revoked or reported; or its sender's account, session or key has ended. */
  readonly isEnded: boolean
  readonly isExpired: boolean
}

/** INVARIANT: an invitation can be accepted where this is `pending`, and nowhere else. */
export const invitationState = ({ isAccepted, isEnded, isExpired }: Course): InvitationState => {
  if (isAccepted) return "accepted"
  if (isEnded) return "revoked"
  return isExpired ? "expired" : "pending"
}

export const UserView = Schema.Struct({
  ...User.fields,
  /** The latest use of any session of theirs, ended ones too, at most a minute before it; null before the first. A crash may lose it. */
  lastSeenAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  /** Null for a person who was never invited. */
  invitation: Schema.NullOr(InvitationView)
})
export type UserView = typeof UserView.Type
