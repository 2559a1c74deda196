/** Port: invitations, each with the hash of its token. */
import { Context } from "effect"
import type { Duration, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Token } from "../credentials/Token.ts"
import type { TokenHash } from "../credentials/TokenHasher.ts"
import type {
  EmailTaken,
  InvitationRefused,
  PrivilegeMissing,
  SessionRequired,
  Unauthenticated,
  UserDeactivated,
  UserNotFound
} from "../callers/Refusal.ts"
import type { Invitation, InvitationId } from "./Invitation.ts"
import type { UserId } from "../callers/Ids.ts"
import type { NewUser, User } from "./Organisation.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"

/** An invitation to make. */
export interface NewInvitation {
  readonly id: InvitationId
  /** From now, by the store's clock. */
  readonly lifetime: Duration.Duration
  readonly hash: TokenHash
  /** Whether the caller is shown the token; otherwise it goes to the person alone. */
  readonly isShown: boolean
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
     * Adds a person without a password, and their invitation, in one transaction: refuses as `UserStore.insert` does, and
     * `SessionRequired` where `Authority.refusalOfShowing` does. Leaves an audit row of each.
     */
    readonly invite: (
      creator: Caller,
      user: NewUser,
      invitation: NewInvitation
    ) => Effect.Effect<Invited, Unauthenticated | PrivilegeMissing | SessionRequired | EmailTaken>
    /**
     * Stores an invitation for an existing person. Their invitation before it ends. The holder of the link can act as that
     * person: so, in one transaction, with the caller's effective privileges locked, `Authority.refusal` and, where the token is
     * shown, `Authority.refusalOfShowing` allow it. Leaves an audit row.
     * Refuses, in this order: `Unauthenticated`, `UserNotFound`, `PrivilegeMissing` or `SessionRequired`, `UserDeactivated`.
     */
    readonly renew: (
      caller: Caller,
      id: UserId,
      invitation: NewInvitation
    ) => Effect.Effect<Invited, Unauthenticated | UserNotFound | PrivilegeMissing | SessionRequired | UserDeactivated>
    /**
     * Uses up the invitation of `token`: sets its person's password, ends their sessions, and clears the account's failed
     * attempts. Of several calls at once with the same token, one succeeds. Leaves an audit row, by the person, and one for
     * each session.
     * Refuses: `InvitationRefused` (unknown, another secret, used, replaced, ended, expired, sent by a key that has ended, or the
     * person is deactivated).
     */
    readonly accept: (token: Token<"invitation">, password: PasswordHash) => Effect.Effect<User, InvitationRefused>
    /**
     * Ends the invitation of a leaked `token`. Leaves an audit row without a user.
     * An unknown token changes nothing, and the caller cannot tell whether it was known.
     */
    readonly endLeaked: (token: Token<"invitation">) => Effect.Effect<void>
  }
>()("@formwork/domain/people/InvitationStore") {}
