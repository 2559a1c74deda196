/** Port: where the people of an organisation are kept. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { EmailTaken, LastOwner, PrivilegeMissing, Unauthenticated, UserNotFound } from "../callers/Refusal.ts"
import type { UserId } from "../callers/Ids.ts"
import type { NewUser, User } from "./Organisation.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"

/** What is to be another of a person. */
export type UserChange = Partial<Pick<NewUser, "name" | "role">>

export class UserStore extends Context.Service<
  UserStore,
  {
    /**
     * Adds a person. In one transaction, with the creator's standing held: the creator holds every privilege of the new
     * person's role at that moment. Leaves an audit row.
     * Refuses, in this order: `Unauthenticated` (the creator's credential or account has ended), `PrivilegeMissing`, `EmailTaken`.
     */
    readonly insert: (
      creator: Caller,
      user: NewUser,
      password: PasswordHash | null
    ) => Effect.Effect<User, Unauthenticated | PrivilegeMissing | EmailTaken>
    /** Everybody of the caller's organisation, deactivated ones too, oldest first. */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<User>>
    /** Refuses: `UserNotFound`, also for a person of another organisation. */
    readonly get: (caller: Caller, id: UserId) => Effect.Effect<User, UserNotFound>
    /**
     * Changes what is named of a person. In one transaction, with the caller's standing held: the caller holds every privilege
     * of the person's role, and of the new one. Credentials stay: a session is worth what its person's role is at each
     * request, and a key keeps what it was made with (spec/http.md §3.9). Leaves an audit row of each member that becomes another.
     * Refuses, in this order: `Unauthenticated`, `UserNotFound`, `PrivilegeMissing`, `LastOwner`.
     */
    readonly change: (
      caller: Caller,
      id: UserId,
      change: UserChange
    ) => Effect.Effect<User, Unauthenticated | UserNotFound | PrivilegeMissing | LastOwner>
    /**
     * Ends a person's account. In the same transaction it revokes every key of the organisation that was made on their
     * behalf and has not ended (`creator_deactivated`), and ends their sessions; each of all these leaves an audit row. Their
     * invitation, where they have one, cannot be used any more. When it returns,
     * nothing of them is admitted, on any node, and no filing of theirs commits later.
     * Doing it twice is fine and keeps the first date.
     * Refuses, in this order: `UserNotFound`, `LastOwner`.
     */
    readonly deactivate: (caller: Caller, id: UserId) => Effect.Effect<User, UserNotFound | LastOwner>
    /**
     * Lets a person sign in again. Keys and sessions that have ended stay ended. Leaves an audit row, unless they could.
     * Refuses: `UserNotFound`.
     */
    readonly reactivate: (caller: Caller, id: UserId) => Effect.Effect<User, UserNotFound>
    /**
     * Replaces the password of the caller's own account, ends their other sessions, and forgets the account's failures; the
     * password and each session leave an audit row.
     * Refuses: `Unauthenticated` (the caller's credential or account has ended).
     */
    readonly setPassword: (caller: Caller, password: PasswordHash) => Effect.Effect<void, Unauthenticated>
  }
>()("@formwork/domain/people/UserStore") {}
