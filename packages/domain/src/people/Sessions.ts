/** Signing in and out: how a person gets a credential of their own. */
import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { CurrentRequest } from "../audit/CurrentRequest.ts"
import * as Caller from "../callers/Caller.ts"
import type { OrganisationId } from "../callers/Ids.ts"
import { attempting } from "./attempting.ts"
import { OrganisationStore } from "./OrganisationStore.ts"
import { PasswordHasher } from "../credentials/PasswordHasher.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"
import { OrganisationRequired, SignInRefused } from "../callers/Refusal.ts"
import type {
  PasswordWrong,
  SessionNotFound,
  SessionRequired,
  SignInThrottled,
  Unauthenticated
} from "../callers/Refusal.ts"
import { browserCharacters, SessionId, SessionLifetime } from "./Session.ts"
import type { Session } from "./Session.ts"
import { SessionStore } from "./SessionStore.ts"
import type { SignInChoice } from "./SessionStore.ts"
import * as Token from "../credentials/Token.ts"
import { ConfirmationLifetime } from "../credentials/Confirmation.ts"
import { proving } from "./proving.ts"
import { TokenHasher } from "../credentials/TokenHasher.ts"
import { TokenPrefixes } from "../credentials/Token.ts"

export interface SignIn {
  readonly email: string
  readonly password: Redacted.Redacted<string>
  /** Undefined: the first organisation that was founded here. */
  readonly organisationId: OrganisationId | undefined
  /** Without an organisation: sign in where the address has its account, and refuse `OrganisationRequired` where it has several. */
  readonly choose?: boolean | undefined
  /** What the client calls itself; its beginning is kept with the session. */
  readonly browser?: string | undefined
}

/** A session just made. Its token is shown here and never again. */
export interface CreatedSession {
  readonly session: Session
  readonly token: Token.Token
}

export class Sessions extends Context.Service<
  Sessions,
  {
    /**
     * Makes a session for the person with this address and password. Whether the organisation and the account exist, and
     * whether the account is deactivated, shows neither in the answer nor in the time that it takes.
     * Refuses, in this order: `SignInThrottled`, `SignInRefused`, `OrganisationRequired`, where a choice was asked for. The first
     * two go into the audit log.
     */
    readonly signIn: (
      request: SignIn
    ) => Effect.Effect<CreatedSession, SignInThrottled | SignInRefused | OrganisationRequired>
    /**
     * Ends the session that the caller came with.
     * Refuses, in this order: `SessionRequired` (the caller came with a key), `SessionNotFound` (it has ended meanwhile).
     */
    readonly signOut: (caller: Caller.Caller) => Effect.Effect<void, SessionRequired | SessionNotFound>
    /**
     * Proves the caller's password again, for what asks for it. Wrong ones count for the session alone (spec/http.md §3.15).
     * Refuses, in this order: `SessionRequired` (the caller came with a key), `SignInThrottled`, `Unauthenticated` (the session has
     * ended meanwhile), `PasswordWrong`. The second and the last go into the audit log.
     * @returns until when it counts.
     */
    readonly confirm: (
      caller: Caller.Caller,
      password: Redacted.Redacted<string>
    ) => Effect.Effect<DateTime.Utc, SessionRequired | SignInThrottled | Unauthenticated | PasswordWrong>
    /**
     * The open sessions of the caller's person, newest first; of very many the newest.
     * Refuses: `SessionRequired` (the caller came with a key).
     */
    readonly list: (caller: Caller.Caller) => Effect.Effect<ReadonlyArray<Session>, SessionRequired>
    /**
     * Ends a session of the caller's person: its next request is refused, on any node. It may be the caller's own.
     * Refuses, in this order: `SessionRequired`, `Unauthenticated` (the caller's session has ended meanwhile), `SessionNotFound`.
     */
    readonly end: (
      caller: Caller.Caller,
      id: SessionId
    ) => Effect.Effect<void, SessionRequired | Unauthenticated | SessionNotFound>
    /**
     * Ends every session of the caller's person but the caller's own.
     * Refuses, in this order: `SessionRequired`, `Unauthenticated` (the caller's session has ended meanwhile).
     */
    readonly endOthers: (caller: Caller.Caller) => Effect.Effect<void, SessionRequired | Unauthenticated>
  }
>()("@formwork/domain/people/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const organisations = yield* OrganisationStore
      const passwords = yield* PasswordHasher
      const hasher = yield* TokenHasher
      const store = yield* SessionStore
      const attempt = yield* attempting
      const prefixes = yield* TokenPrefixes
      const lifetime = yield* SessionLifetime

      const begin = Effect.fnUntraced(function* (
        organisationId: OrganisationId,
        userId: Session["userId"],
        password: PasswordHash,
        browser: string | undefined
      ) {
        const { address, network } = yield* CurrentRequest
        const id = SessionId.make(yield* random.uuidV7())
        const token = yield* Token.mint(prefixes, "session", organisationId, id).pipe(
          Effect.provideService(SecureRandom.SecureRandom, random)
        )
        const hash = yield* hasher.hash(token)
        const place = { network, address, browser: browser?.slice(0, browserCharacters) }
        const session = yield* store.insert(organisationId, { id, userId, lifetime, hash, password, ...place })
        return { session, token }
      })

      const signInAt = (organisationId: OrganisationId, request: SignIn) =>
        attempt(organisationId, request, ({ password, userId }) =>
          begin(organisationId, userId, password, request.browser)
        )
      const proven = (organisationId: OrganisationId, request: SignIn) =>
        attempt(organisationId, request, (given) =>
          Effect.flatMap(store.stands(organisationId, given), (stands) =>
            stands ? Effect.succeed(given) : Effect.fail(new SignInRefused())
          )
        )

      /** Where the address has its accounts. Their number shows only to a password that is right in the first of them. */
      const choose = Effect.fnUntraced(function* (request: SignIn, [first, ...others]: ReadonlyArray<SignInChoice>) {
        if (first === undefined) return undefined
        if (others.length === 0) return yield* signInAt(first.id, request)
        const { password, userId } = yield* proven(first.id, request)
        const also = yield* Effect.filter(others, ({ id }) => Effect.isSuccess(proven(id, request)))
        if (also.length > 0) return yield* new OrganisationRequired({ organisations: [first, ...also] })
        return yield* begin(first.id, userId, password, request.browser)
      })

      const signIn = Effect.fn("Sessions.signIn")(function* (
        request: SignIn
      ): Effect.fn.Return<CreatedSession, SignInThrottled | SignInRefused | OrganisationRequired> {
        if (request.choose === true && request.organisationId === undefined) {
          const chosen = yield* choose(request, yield* store.choicesOf(request.email))
          if (chosen !== undefined) return chosen
        }
        const organisationId = request.organisationId ?? Option.getOrUndefined(yield* organisations.usual)
        if (organisationId !== undefined) return yield* signInAt(organisationId, request)
        yield* passwords.derive(request.password, undefined)
        return yield* new SignInRefused()
      })

      const signOut = Effect.fn("Sessions.signOut")((caller: Caller.Caller) =>
        Effect.andThen(Caller.requireSession(caller), store.end(caller))
      )
      return Sessions.of({ signIn, signOut, ...(yield* own) })
    })
  )
}

/** What a person does with their own sessions. */
const own = Effect.gen(function* () {
  const store = yield* SessionStore
  const lifetime = yield* ConfirmationLifetime
  const prove = yield* proving

  const confirm = Effect.fn("Sessions.confirm")(function* (caller: Caller.Caller, password: Redacted.Redacted<string>) {
    yield* Caller.requireSession(caller)
    return DateTime.addDuration(yield* prove(caller, password, (proof) => store.confirm(caller, proof)), lifetime)
  })
  const list = Effect.fn("Sessions.list")((caller: Caller.Caller) =>
    Effect.andThen(Caller.requireSession(caller), store.list(caller))
  )
  const end = Effect.fn("Sessions.end")((caller: Caller.Caller, id: SessionId) =>
    Effect.andThen(Caller.requireSession(caller), store.endOne(caller, id))
  )
  const endOthers = Effect.fn("Sessions.endOthers")((caller: Caller.Caller) =>
    Effect.andThen(Caller.requireSession(caller), store.endOthers(caller))
  )
  return { confirm, list, end, endOthers }
})
