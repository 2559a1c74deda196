/** Port: the people of an organisation. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { EmailTaken, LastOwner, PrivilegeMissing, Unauthenticated, UserNotFound } from "../callers/Refusal.ts"
import type { UserId } from "../callers/Ids.ts"
import type { NewUser, User } from "./Organisation.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"

/** The members of a person to change. */
export type UserChange = Partial<Pick<NewUser, "name" | "role">>

export class UserStore extends Context.Service<
  UserStore,
  {
    /**
     * Adds a person. In one transaction, with the creator's effective privileges locked: the creator holds every privilege of
     * the new person's role at that moment. Leaves an audit row.
     * Refuses, in this order: `Unauthenticated` (the creator's credential or account has ended), `PrivilegeMissing`, `EmailTaken`.
     */
    readonly insert: (
      creator: Caller,
      user: NewUser,
      password: PasswordHash | null
    ) => Effect.Effect<User, Unauthenticated | PrivilegeMissing | EmailTaken>
    /** Every person of the caller's organisation, deactivated ones too, oldest first. */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<User>>
    /** Refuses: `UserNotFound`, also for a person of another organisation. */
    readonly get: (caller: Caller, id: UserId) => Effect.Effect<User, UserNotFound>
    /**
     * Changes the given members of a person. In one transaction, with the caller's effective privileges locked: the caller holds
     * every privilege of the person's role, and of the new one. Credentials stay: a session has the privileges of its person's
     * role at each request, and a key keeps those that it was made with (spec/http.md §3.9). Leaves an audit row for each changed
     * member.
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
     * invitation ends too. Once this has returned, no node admits a credential of theirs, and no filing of theirs commits.
     * Deactivating twice is fine and keeps the first date.
     * Refuses, in this order: `UserNotFound`, `LastOwner`.
     */
    readonly deactivate: (caller: Caller, id: UserId) => Effect.Effect<User, UserNotFound | LastOwner>
    /**
     * Lets a person sign in again. Keys and sessions that have ended stay ended. Leaves an audit row, unless the person was active.
     * Refuses: `UserNotFound`.
     */
    readonly reactivate: (caller: Caller, id: UserId) => Effect.Effect<User, UserNotFound>
    /**
     * Replaces the password of the caller's own account, ends their other sessions, and clears the account's failed attempts;
     * the password and each session leave an audit row.
     * Refuses: `Unauthenticated` (the caller's credential or account has ended).
     */
    readonly setPassword: (caller: Caller, password: PasswordHash) => Effect.Effect<void, Unauthenticated>
  }
>()("@formwork/domain/people/UserStore") {}
