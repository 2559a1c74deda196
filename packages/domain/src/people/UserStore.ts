/** Port: the people of an organisation. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type {
  EmailTaken,
  LastOwner,
  PrivilegeMissing,
  SessionRequired,
  Unauthenticated,
  UserNotFound
} from "../callers/Refusal.ts"
import type { UserId } from "../callers/Ids.ts"
import type { NewUser, User } from "./Organisation.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"
import type { UserView } from "./UserView.ts"

/** The members of a person to change. */
export interface UserChange extends Partial<Pick<NewUser, "name" | "role">> {
  /** True revokes the keys of the person that hold more than their role, then. */
  readonly revokeKeys?: boolean
}

export interface ChangedUser {
  readonly user: User
  /** How many active keys of the person now hold a privilege that their role lacks. */
  readonly keysAboveRole: number
}

export class UserStore extends Context.Service<
  UserStore,
  {
    /**
     * Adds a person, if `Authority.refusal` allows it in the same transaction, with the creator's effective privileges locked.
     * Leaves an audit row.
     * Refuses, in this order: `Unauthenticated` (the creator's credential or account has ended), `PrivilegeMissing`, `EmailTaken`.
     */
    readonly insert: (
      creator: Caller,
      user: NewUser,
      password: PasswordHash | null
    ) => Effect.Effect<User, Unauthenticated | PrivilegeMissing | SessionRequired | EmailTaken>
    /** Every person of the caller's organisation, deactivated ones too, oldest first. */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<UserView>>
    /** One person as `list` has them. Refuses: `UserNotFound`, also for a person of another organisation. */
    readonly view: (caller: Caller, id: UserId) => Effect.Effect<UserView, UserNotFound>
    /** Refuses: `UserNotFound`, also for a person of another organisation. */
    readonly get: (caller: Caller, id: UserId) => Effect.Effect<User, UserNotFound>
    /**
     * Changes the given members of a person, if `Authority.refusal` allows it for their role and the new one in the same
     * transaction, with the caller's effective privileges locked. A session has the privileges of its person's role at each
     * request; a key keeps those that it was made with (spec/http.md §3.9), unless `revokeKeys` ends it (`manual`). Leaves an
     * audit row for each changed member and each key.
     * Refuses, in this order: `Unauthenticated`, `UserNotFound`, `PrivilegeMissing` or `SessionRequired`, `LastOwner`.
     */
    readonly change: (
      caller: Caller,
      id: UserId,
      change: UserChange
    ) => Effect.Effect<ChangedUser, Unauthenticated | UserNotFound | PrivilegeMissing | SessionRequired | LastOwner>
    /**
     * Ends a person's account, if `Authority.refusal` allows it for their role. In the same transaction it revokes every key of the
     * organisation that was made on their behalf and has not ended (`creator_deactivated`), and ends their sessions; each of all
     * these leaves an audit row. Their invitation ends too, and so do those that they sent. Once this has returned, no node admits
     * a credential of theirs, and no filing of theirs commits. Deactivating twice is fine and keeps the first date.
     * Refuses, in this order: `Unauthenticated`, `UserNotFound`, `PrivilegeMissing` or `SessionRequired`, `LastOwner`.
     */
    readonly deactivate: (
      caller: Caller,
      id: UserId
    ) => Effect.Effect<User, Unauthenticated | UserNotFound | PrivilegeMissing | SessionRequired | LastOwner>
    /**
     * Lets a person sign in again, if `Authority.refusal` allows it for their role. Keys and sessions that have ended stay ended.
     * Leaves an audit row, unless the person was active.
     * Refuses, in this order: `Unauthenticated`, `UserNotFound`, `PrivilegeMissing` or `SessionRequired`.
     */
    readonly reactivate: (
      caller: Caller,
      id: UserId
    ) => Effect.Effect<User, Unauthenticated | UserNotFound | PrivilegeMissing | SessionRequired>
    /**
     * Replaces the password of the caller's own account, ends their other sessions, and clears the account's failed attempts;
     * the password and each session leave an audit row.
     * Refuses: `Unauthenticated` (the caller's credential or account has ended).
     */
    readonly setPassword: (caller: Caller, password: PasswordHash) => Effect.Effect<void, Unauthenticated>
  }
>()("@formwork/domain/people/UserStore") {}
