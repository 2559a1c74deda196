/** Port: sessions, and the counts of failed sign-ins. */
import { Context } from "effect"
import type { DateTime, Duration, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { OrganisationId, UserId } from "../callers/Ids.ts"
import type { PasswordHash, PasswordRecipe } from "../credentials/PasswordHasher.ts"
import type {
  PasswordWrong,
  SessionNotFound,
  SignInRefused,
  SignInThrottled,
  Unauthenticated
} from "../callers/Refusal.ts"
import type { Session, SessionId } from "./Session.ts"
import type { TokenHash } from "../credentials/TokenHasher.ts"

/** An active account that a sign-in names. */
export interface Account {
  readonly userId: UserId
  /** How its password was hashed. Undefined before the first one is set: then every password is wrong. */
  readonly recipe: PasswordRecipe | undefined
}

/** A session to make. */
export interface NewSession {
  readonly id: SessionId
  readonly userId: UserId
  /** From now, by the store's clock. */
  readonly lifetime: Duration.Duration
  readonly hash: TokenHash
  /** What the password that was given comes to, by the account's recipe; null for an account without a password. */
  readonly password: PasswordHash | null
  /** The network of the sign-in: from now on the account knows it. */
  readonly network?: string | undefined
  /** The IP address of the sign-in. */
  readonly address?: string | undefined
  /** At most `browserCharacters`. */
  readonly browser?: string | undefined
}

/** Where an attempt comes from. Failures are counted for each place of an account on its own. */
export type Place =
  /** Undefined: a request whose address is not known. */
  | { readonly network: string | undefined }
  /** A session of the account itself, which proves its password again. */
  | { readonly session: string }

/** Wrong passwords in a row that an account takes from one place at full speed; after them each attempt must wait (spec/http.md §3.14). */
export const freeAttempts = 12

/** The same, of all networks together from which the account has not signed in: then each of these must wait. */
export const freeForStrangers = 100

/** Seconds that the attempt after `failures` wrong passwords from all unknown networks waits after the last one. */
export const strangersWaitSeconds = (failures: number): number =>
  waitSeconds(failures - freeForStrangers + freeAttempts)

/** Networks that an account knows at the same time: the latest from which it signed in. */
export const knownNetworks = 20

/** The most organisations that a sign-in offers. */
export const mostChoices = 8

/** The most sessions that a list has. A person may have more. */
export const listedSessions = 200

/** Days after which a session that is over, and a count of failures that has not risen, are deleted. */
export const keptDays = { sessions: 30, failures: 1 }

/** Seconds that the attempt after `failures` wrong passwords in a row waits after the last one: 1, 2, 4 … up to 5 minutes. */
export const waitSeconds = (failures: number): number =>
  failures < freeAttempts ? 0 : Math.min(300, 2 ** (failures - freeAttempts))

/** An organisation in which the person of an e-mail address can sign in. */
export interface SignInChoice {
  readonly id: OrganisationId
  readonly name: string
}

export class SessionStore extends Context.Service<
  SessionStore,
  {
    /**
     * Begins a sign-in: counts it as a failure of the account and the place until `insert` clears the count, so that concurrent
     * attempts count like successive ones. A network from which the account has not signed in shares a second count with all
     * such networks. Finds the account by its address; case is ignored. Undefined for an unknown address or a deactivated
     * account, whose attempts are counted and refused in the same way. A count expires after a day without attempts; some of the
     * expired ones are deleted on the way. In an unknown organisation it counts nothing and finds no account.
     * Refuses: `SignInThrottled`, without counting.
     */
    readonly attempt: (
      organisationId: OrganisationId,
      email: string,
      place: Place
    ) => Effect.Effect<Account | undefined, SignInThrottled>
    /**
     * Stores a session if `password` is the account's, and clears the failed attempts from its network. Leaves an audit row.
     * Deletes some sessions of the organisation that ended 30 days ago.
     * Refuses: `SignInRefused` (no such account, or it has ended; another password, also one that was replaced meanwhile).
     */
    readonly insert: (organisationId: OrganisationId, session: NewSession) => Effect.Effect<Session, SignInRefused>
    /**
     * The organisations, at most `mostChoices`, in which this address has an active account with a password, in the order in which
     * they were founded; none that is suspended. Case is ignored. Nothing of it may be shown before a password was proven.
     */
    readonly choicesOf: (email: string) => Effect.Effect<ReadonlyArray<SignInChoice>>
    /** Whether `password` is that of this account, which has not ended. Then it clears the failed attempts as `insert` does. */
    readonly stands: (
      organisationId: OrganisationId,
      account: Pick<NewSession, "userId" | "password" | "network">
    ) => Effect.Effect<boolean>
    /** Whether `password` is that of the caller's own account, which has not ended. */
    readonly proves: (caller: Caller, password: PasswordHash) => Effect.Effect<boolean>
    /**
     * Notes with the caller's session that the person proved their password now, and clears the failed attempts of that session. Gives
     * the moment.
     * Refuses, in this order: `Unauthenticated` (the session or the account has ended), `PasswordWrong`.
     */
    readonly confirm: (
      caller: Caller,
      password: PasswordHash
    ) => Effect.Effect<DateTime.Utc, Unauthenticated | PasswordWrong>
    /** Ends the caller's session: its next request is refused, on any node. Leaves an audit row. Refuses: `SessionNotFound`. */
    readonly end: (caller: Caller) => Effect.Effect<void, SessionNotFound>
    /** The open sessions of the caller's person, newest first, at most `listedSessions`. */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<Session>>
    /**
     * Ends an open session of the caller's person, as `end` does; it may be the caller's own. Leaves an audit row.
     * Refuses, in this order: `Unauthenticated` (the caller's credential or account has ended), `SessionNotFound` (also for a
     * session of another person, and for one that has ended or expired).
     */
    readonly endOne: (caller: Caller, id: SessionId) => Effect.Effect<void, Unauthenticated | SessionNotFound>
    /**
     * Ends every open session of the caller's person but the one that the caller came with. Each leaves an audit row.
     * Refuses: `Unauthenticated` (the caller's credential or account has ended).
     */
    readonly endOthers: (caller: Caller) => Effect.Effect<void, Unauthenticated>
  }
>()("@formwork/domain/people/SessionStore") {}
