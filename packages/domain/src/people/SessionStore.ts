/** Port: sessions, and the counts of failed sign-ins. */
import { Context } from "effect"
import type { Duration, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { OrganisationId, UserId } from "../callers/Ids.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"
import type { SessionNotFound, SignInRefused, SignInThrottled } from "../callers/Refusal.ts"
import type { Session, SessionId } from "./Session.ts"
import type { TokenHash } from "../credentials/TokenHasher.ts"

/** An active account that a sign-in names. */
export interface Account {
  readonly userId: UserId
  /** Undefined before the first one is set: then every password is wrong. */
  readonly password: PasswordHash | undefined
}

/** A session to make. */
export interface NewSession {
  readonly id: SessionId
  readonly userId: UserId
  /** From now, by the store's clock. */
  readonly lifetime: Duration.Duration
  readonly hash: TokenHash
  /** The account's stored password when it was verified; null where none had to be. */
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
     * Begins a sign-in: counts it as a failure until `insert` clears the count, so that concurrent attempts count like
     * successive ones. Finds the account by its address; case is ignored. Undefined for an unknown address or a deactivated
     * account, whose attempts are counted and refused in the same way. A count expires after a day without attempts.
     * In an unknown organisation it counts nothing and finds no account.
     * Refuses: `SignInThrottled`, without counting.
     */
    readonly attempt: (
      organisationId: OrganisationId,
      email: string
    ) => Effect.Effect<Account | undefined, SignInThrottled>
    /**
     * Stores a session and clears the account's failed attempts. Leaves an audit row.
     * Refuses: `SignInRefused` (the account has ended meanwhile, or its password was replaced).
     */
    readonly insert: (organisationId: OrganisationId, session: NewSession) => Effect.Effect<Session, SignInRefused>
    /** Ends the caller's session: its next request is refused, on any node. Leaves an audit row. Refuses: `SessionNotFound`. */
    readonly end: (caller: Caller) => Effect.Effect<void, SessionNotFound>
  }
>()("@formwork/domain/people/SessionStore") {}
