/** The people of an organisation. */
import { Context, Effect, Layer, Option } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Caller from "../callers/Caller.ts"
import type * as Role from "../callers/Role.ts"
import { SessionStore } from "./SessionStore.ts"
import { PasswordWrong, SessionRequired } from "../callers/Refusal.ts"
import type {
  ConfirmationRequired,
  EmailTaken,
  LastOwner,
  PrivilegeMissing,
  RequestInvalid,
  SignInThrottled,
  Unauthenticated,
  UserNotFound
} from "../callers/Refusal.ts"
import * as Confirmation from "../credentials/Confirmation.ts"
import { proving } from "./proving.ts"
import { decodeFor } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { UserId } from "../callers/Ids.ts"
import type { Organisation, User } from "./Organisation.ts"
import { OrganisationStore } from "./OrganisationStore.ts"
import { PasswordHasher } from "../credentials/PasswordHasher.ts"
import { UserStore } from "./UserStore.ts"
import type { ChangedUser, UserChange } from "./UserStore.ts"
import type { UserView } from "./UserView.ts"

export interface UserRequest {
  readonly email: string
  readonly name: string
  readonly role: Role.Role
  /** Undefined: the person cannot sign in until they have a password. */
  readonly password: Redacted.Redacted<string> | undefined
}

/** What a caller is and may do. */
export interface Myself {
  readonly organisation: Organisation
  /** The signed-in person, or the one on whose behalf the key was made. */
  readonly user: User
  readonly credential: Caller.Credential
  readonly privileges: Caller.Caller["privileges"]
}

export class Users extends Context.Service<
  Users,
  {
    /** The caller itself. Needs no privilege. */
    readonly me: (caller: Caller.Caller) => Effect.Effect<Myself>
    /**
     * Adds a person, whose role has no privilege that the caller lacks (spec/http.md §3.16). A key gives no password.
     * Refuses, in this order: `PrivilegeMissing` (`user:write`), `SessionRequired`, `ConfirmationRequired` (for an owner or an admin),
     * `Unauthenticated` (the caller's credential has ended meanwhile), `PrivilegeMissing` (the first of the role's that the caller
     * lacks), `EmailTaken`.
     */
    readonly create: (
      caller: Caller.Caller,
      request: UserRequest
    ) => Effect.Effect<User, PrivilegeMissing | SessionRequired | ConfirmationRequired | Unauthenticated | EmailTaken>
    /** Every person, deactivated ones too, oldest first. Refuses: `PrivilegeMissing` (`user:read`). */
    readonly list: (caller: Caller.Caller) => Effect.Effect<ReadonlyArray<UserView>, PrivilegeMissing>
    /** Refuses, in this order: `PrivilegeMissing` (`user:read`), `UserNotFound`. */
    readonly get: (caller: Caller.Caller, id: UserId) => Effect.Effect<UserView, PrivilegeMissing | UserNotFound>
    /**
     * Gives a person another name or role. Their sessions have the new role's privileges from the next request on. The keys that
     * hold more than the role are counted, and revoked if that is asked for.
     * Refuses, in this order: `PrivilegeMissing` (`user:write`), `RequestInvalid` (`UserNotFound` where there is no such person),
     * `ConfirmationRequired` (to make an owner or an admin), `Unauthenticated` (the caller's credential has ended meanwhile),
     * `UserNotFound`, `PrivilegeMissing` (the first of the person's role, then of the new one, that the caller
     * lacks), `SessionRequired` (a key, about the person behind it), `LastOwner`.
     */
    readonly change: (
      caller: Caller.Caller,
      id: UserId,
      change: Decoded<UserChange>
    ) => Effect.Effect<
      ChangedUser,
      | PrivilegeMissing
      | SessionRequired
      | ConfirmationRequired
      | Unauthenticated
      | UserNotFound
      | RequestInvalid
      | LastOwner
    >
    /**
     * Ends an account, every key made on its behalf, its sessions, and the invitations that it sent, at once
     * (spec/service.md §3.3).
     * Refuses, in this order: `PrivilegeMissing` (`user:write`), `Unauthenticated`, `UserNotFound`, `PrivilegeMissing` (the first
     * of the person's role that the caller lacks), `SessionRequired` (a key, about the person behind it), `LastOwner`.
     */
    readonly deactivate: (
      caller: Caller.Caller,
      id: UserId
    ) => Effect.Effect<User, PrivilegeMissing | SessionRequired | Unauthenticated | UserNotFound | LastOwner>
    /**
     * Lets a person sign in again, with their role as it was; their keys stay ended.
     * Refuses as `deactivate` does, except `LastOwner`.
     */
    readonly reactivate: (
      caller: Caller.Caller,
      id: UserId
    ) => Effect.Effect<User, PrivilegeMissing | SessionRequired | Unauthenticated | UserNotFound>
    /**
     * Replaces the caller's own password, and ends their other sessions. Wrong ones count for the session alone
     * (spec/http.md §3.15).
     * Refuses, in this order: `SessionRequired` (the caller came with a key), `SignInThrottled`, `PasswordWrong`,
     * `Unauthenticated`. The second and third go into the audit log.
     */
    readonly changePassword: (
      caller: Caller.Caller,
      passwords: { readonly current: Redacted.Redacted<string>; readonly next: Redacted.Redacted<string> }
    ) => Effect.Effect<void, SessionRequired | SignInThrottled | PasswordWrong | Unauthenticated>
  }
>()("@formwork/domain/people/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const organisations = yield* OrganisationStore
      const hasher = yield* PasswordHasher
      const store = yield* UserStore
      const sessions = yield* SessionStore
      const prove = yield* proving
      const confirmed = yield* Confirmation.requiring

      const me = Effect.fn("Users.me")(function* (caller: Caller.Caller) {
        const organisation = yield* organisations.find(caller.organisationId)
        if (Option.isNone(organisation)) return yield* Effect.die(new Error("a caller's organisation is gone"))
        const user = yield* Effect.orDie(store.get(caller, caller.userId))
        const { credential, privileges } = caller
        return { organisation: organisation.value, user, credential, privileges } satisfies Myself
      })
      const create = Effect.fn("Users.create")(function* (caller: Caller.Caller, request: UserRequest) {
        yield* Caller.require(caller, "user:write")
        const { password, ...person } = request
        if (password !== undefined && caller.credential.kind === "api_key")
          return yield* new SessionRequired({ reason: "password" })
        if (Confirmation.isPowerful(person.role)) yield* confirmed(caller)
        const hash = password === undefined ? null : yield* hasher.hash(password)
        return yield* store.insert(caller, { id: UserId.make(yield* random.uuidV7()), ...person }, hash)
      })
      const list = Effect.fn("Users.list")(function* (caller: Caller.Caller) {
        yield* Caller.require(caller, "user:read")
        return yield* store.list(caller)
      })
      const get = Effect.fn("Users.get")(function* (caller: Caller.Caller, id: UserId) {
        yield* Caller.require(caller, "user:read")
        return yield* store.view(caller, id)
      })
      const change = Effect.fn("Users.change")(function* (
        caller: Caller.Caller,
        id: UserId,
        change: Decoded<UserChange>
      ) {
        yield* Caller.require(caller, "user:write")
        const decoded = yield* decodeFor(change, store.get(caller, id))
        if (decoded.role !== undefined && Confirmation.isPowerful(decoded.role)) yield* confirmed(caller)
        return yield* store.change(caller, id, decoded)
      })
      const deactivate = Effect.fn("Users.deactivate")(function* (caller: Caller.Caller, id: UserId) {
        yield* Caller.require(caller, "user:write")
        return yield* store.deactivate(caller, id)
      })
      const reactivate = Effect.fn("Users.reactivate")(function* (caller: Caller.Caller, id: UserId) {
        yield* Caller.require(caller, "user:write")
        return yield* store.reactivate(caller, id)
      })
      const changePassword = Effect.fn("Users.changePassword")(function* (
        caller: Caller.Caller,
        { current, next }: { readonly current: Redacted.Redacted<string>; readonly next: Redacted.Redacted<string> }
      ) {
        yield* Caller.requireSession(caller)
        yield* prove(caller, current, (proof) =>
          Effect.flatMap(sessions.proves(caller, proof), (stands) =>
            stands ? Effect.void : Effect.fail(new PasswordWrong())
          )
        )
        yield* store.setPassword(caller, yield* hasher.hash(next))
      })
      return Users.of({ me, create, list, get, change, deactivate, reactivate, changePassword })
    })
  )
}
