/** Port: where sessions, and what is known of failed attempts to get one, are kept. */
import { Context } from "effect"
import type { DateTime, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { OrganisationId, UserId } from "../callers/Ids.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"
import type { SessionNotFound, SignInRefused, SignInThrottled } from "../callers/Refusal.ts"
import type { Session, SessionId } from "./Session.ts"
import type { TokenHash } from "../credentials/TokenHasher.ts"

/** An active account that a sign-in names. */
export interface Account {
  readonly userId: UserId
  /** Undefined where nobody has set one: then no password is right. */
  readonly password: PasswordHash | undefined
}

/** A session about to be made. */
export interface NewSession {
  readonly id: SessionId
  readonly userId: UserId
  readonly expiresAt: DateTime.Utc
  readonly hash: TokenHash
  /** The account's password as it was when it was proven; null where none had to be. */
  readonly password: PasswordHash | null
}

/** Wrong passwords in a row that an account takes at full speed; after them each attempt must wait (spec/http.md §3.14). */
export const freeAttempts = 12

/** Seconds that the attempt after `failures` wrong passwords in a row waits after the last one: 1, 2, 4 … up to 5 minutes. */
export const waitSeconds = (failures: number): number =>
  failures < freeAttempts ? 0 : Math.min(300, 2 ** (failures - freeAttempts))

export class SessionStore extends Context.Service<
  SessionStore,
  {
    /**
     * Begins a sign-in: counts it as a failure until `insert` says otherwise, so that attempts at once are counted as well
     * as attempts in turn. The account is found by the address however it is capitalised; undefined where there is none or
     * it is deactivated, which is counted and refused just so. A count that nobody added to for a day is forgotten.
     * In an organisation that is none it counts nothing and finds nobody.
     * Refuses: `SignInThrottled`, without counting.
     */
    readonly attempt: (
      organisationId: OrganisationId,
      email: string
    ) => Effect.Effect<Account | undefined, SignInThrottled>
    /**
     * Stores a session and forgets the account's failures. Leaves an audit row.
     * Refuses: `SignInRefused` (the account has ended meanwhile, or its password was replaced).
     */
    readonly insert: (organisationId: OrganisationId, session: NewSession) => Effect.Effect<Session, SignInRefused>
    /** Ends the caller's session: its next request is refused, on any node. Leaves an audit row. Refuses: `SessionNotFound`. */
    readonly end: (caller: Caller) => Effect.Effect<void, SessionNotFound>
  }
>()("@formwork/domain/people/SessionStore") {}
