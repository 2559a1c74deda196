/** Port: where invitations are kept, of each the hash of its token. */
import { Context } from "effect"
import type { DateTime, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Token } from "../credentials/Token.ts"
import type { TokenHash } from "../credentials/TokenHasher.ts"
import type {
  EmailTaken,
  InvitationRefused,
  PrivilegeMissing,
  Unauthenticated,
  UserDeactivated,
  UserNotFound
} from "../callers/Refusal.ts"
import type { Invitation, InvitationId } from "./Invitation.ts"
import type { UserId } from "../callers/Ids.ts"
import type { NewUser, User } from "./Organisation.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"

/** An invitation about to be made. */
export interface NewInvitation {
  readonly id: InvitationId
  readonly expiresAt: DateTime.Utc
  readonly hash: TokenHash
}

/** An invitation, and whom it is for. */
export interface Invited {
  readonly invitation: Invitation
  readonly user: User
}

export class InvitationStore extends Context.Service<
  InvitationStore,
  {
    /**
     * Adds a person without a password, and their invitation, in one transaction: refuses as `UserStore.insert` does.
     * Leaves an audit row of each.
     */
    readonly invite: (
      creator: Caller,
      user: NewUser,
      invitation: NewInvitation
    ) => Effect.Effect<Invited, Unauthenticated | PrivilegeMissing | EmailTaken>
    /**
     * Stores an invitation for a person who is there. The one that they had before cannot be used from then on. In one
     * transaction, with the caller's standing held: the caller holds every privilege of the person's role, for whoever has
     * the link can act as them. Leaves an audit row.
     * Refuses, in this order: `Unauthenticated`, `UserNotFound`, `PrivilegeMissing`, `UserDeactivated`.
     */
    readonly renew: (
      caller: Caller,
      id: UserId,
      invitation: NewInvitation
    ) => Effect.Effect<Invited, Unauthenticated | UserNotFound | PrivilegeMissing | UserDeactivated>
    /**
     * Uses the invitation that `token` proves up: sets its person's password, ends their sessions, and forgets the account's
     * failures. Of many that come at once with the same token one succeeds. Leaves an audit row, by the person, and one for
     * each session.
     * Refuses: `InvitationRefused` (unknown, another secret, used, replaced, ended, expired, or the person is deactivated).
     */
    readonly accept: (token: Token<"invitation">, password: PasswordHash) => Effect.Effect<User, InvitationRefused>
    /**
     * Ends the invitation that `token` proves, because somebody who is not its person has it. Leaves an audit row, of nobody.
     * A token that proves nothing changes nothing, and nobody is told which it was.
     */
    readonly endLeaked: (token: Token<"invitation">) => Effect.Effect<void>
  }
>()("@formwork/domain/people/InvitationStore") {}
