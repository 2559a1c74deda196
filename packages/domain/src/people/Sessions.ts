/** Signing in and out: how a person gets a credential of their own. */
import { Context, Effect, Layer, Option } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { CurrentRequest } from "../audit/CurrentRequest.ts"
import { RefusalAudit } from "../audit/RefusalAudit.ts"
import * as Caller from "../callers/Caller.ts"
import { UserId } from "../callers/Ids.ts"
import type { OrganisationId } from "../callers/Ids.ts"
import { OrganisationStore } from "./OrganisationStore.ts"
import { PasswordHasher } from "../credentials/PasswordHasher.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"
import { SignInRefused } from "../callers/Refusal.ts"
import type { SessionNotFound, SessionRequired, SignInThrottled } from "../callers/Refusal.ts"
import { SessionId, SessionLifetime } from "./Session.ts"
import type { Session } from "./Session.ts"
import { SessionStore } from "./SessionStore.ts"
import * as Token from "../credentials/Token.ts"
import { TokenHasher } from "../credentials/TokenHasher.ts"
import { TokenPrefixes } from "../credentials/Token.ts"

/** Of an address that was given, how much goes into the audit log. */
const detailCharacters = 64

export interface SignIn {
  readonly email: string
  readonly password: Redacted.Redacted<string>
  /** Undefined: the first organisation that was founded here. */
  readonly organisationId: OrganisationId | undefined
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
     * Refuses, in this order: `SignInThrottled`, `SignInRefused`. Each goes into the audit log.
     */
    readonly signIn: (request: SignIn) => Effect.Effect<CreatedSession, SignInThrottled | SignInRefused>
    /**
     * Ends the session that the caller came with.
     * Refuses, in this order: `SessionRequired` (the caller came with a key), `SessionNotFound` (it has ended meanwhile).
     */
    readonly signOut: (caller: Caller.Caller) => Effect.Effect<void, SessionRequired | SessionNotFound>
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
      const refusalAudit = yield* RefusalAudit
      const prefixes = yield* TokenPrefixes
      const lifetime = yield* SessionLifetime

      const begin = Effect.fnUntraced(function* (
        organisationId: OrganisationId,
        userId: Session["userId"],
        password: PasswordHash,
        network: string | undefined
      ) {
        const id = SessionId.make(yield* random.uuidV7())
        const token = yield* Token.mint(prefixes, "session", organisationId, id).pipe(
          Effect.provideService(SecureRandom.SecureRandom, random)
        )
        const hash = yield* hasher.hash(token)
        const session = yield* store.insert(organisationId, { id, userId, lifetime, hash, password, network })
        return { session, token }
      })

      const attempt = Effect.fnUntraced(function* (organisationId: OrganisationId, { email, password }: SignIn) {
        const { network } = yield* CurrentRequest
        const account = yield* store.attempt(organisationId, email, { network })
        const proof = yield* passwords.derive(password, account?.recipe)
        // An id without an account takes the same way through the store, so the time does not show whether there is an account.
        const userId = account?.userId ?? UserId.make(yield* random.uuidV7())
        return yield* begin(organisationId, userId, proof, network).pipe(
          Effect.mapError(() => new SignInRefused(account === undefined ? {} : { userId }))
        )
      })

      const signIn = Effect.fn("Sessions.signIn")(function* (
        request: SignIn
      ): Effect.fn.Return<CreatedSession, SignInThrottled | SignInRefused> {
        const organisationId = request.organisationId ?? Option.getOrUndefined(yield* organisations.usual)
        if (organisationId === undefined) {
          yield* passwords.derive(request.password, undefined)
          return yield* new SignInRefused()
        }
        return yield* Effect.tapError(attempt(organisationId, request), ({ userId = null }) =>
          refusalAudit.note(organisationId, {
            action: "sign_in.refused",
            userId: null,
            credential: null,
            subject: userId,
            detail: Array.from(request.email).slice(0, detailCharacters).join("")
          })
        )
      })

      const signOut = Effect.fn("Sessions.signOut")((caller: Caller.Caller) =>
        Effect.andThen(Caller.requireSession(caller), store.end(caller))
      )
      return Sessions.of({ signIn, signOut })
    })
  )
}
