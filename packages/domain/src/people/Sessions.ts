/** Signing in and out: how a person gets a credential of their own. */
import { Context, Effect, Layer, Option } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { RefusalAudit } from "../audit/RefusalAudit.ts"
import type { Caller } from "../callers/Caller.ts"
import type { OrganisationId } from "../callers/Ids.ts"
import { OrganisationStore } from "./OrganisationStore.ts"
import { PasswordHasher } from "../credentials/PasswordHasher.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"
import { SessionNotFound, SignInRefused } from "../callers/Refusal.ts"
import type { SignInThrottled } from "../callers/Refusal.ts"
import { SessionId, SessionLifetime } from "./Session.ts"
import type { Session } from "./Session.ts"
import { SessionStore } from "./SessionStore.ts"
import * as Token from "../credentials/Token.ts"
import { TokenHasher } from "../credentials/TokenHasher.ts"
import { TokenPrefixes } from "../credentials/Token.ts"

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
    /** Ends the session that the caller came with. Refuses: `SessionNotFound` (the caller came with a key). */
    readonly signOut: (caller: Caller) => Effect.Effect<void, SessionNotFound>
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
        password: PasswordHash
      ) {
        const id = SessionId.make(yield* random.uuidV7())
        const token = yield* Token.mint(prefixes, "session", organisationId, id).pipe(
          Effect.provideService(SecureRandom.SecureRandom, random)
        )
        const hash = yield* hasher.hash(token)
        return { session: yield* store.insert(organisationId, { id, userId, lifetime, hash, password }), token }
      })

      const attempt = Effect.fnUntraced(function* (organisationId: OrganisationId, { email, password }: SignIn) {
        const account = yield* store.attempt(organisationId, email)
        const right = yield* passwords.verify(password, account?.password)
        if (!right || account?.password === undefined) return yield* new SignInRefused()
        return yield* begin(organisationId, account.userId, account.password)
      })

      const signIn = Effect.fn("Sessions.signIn")(function* (
        request: SignIn
      ): Effect.fn.Return<CreatedSession, SignInThrottled | SignInRefused> {
        const organisationId = request.organisationId ?? Option.getOrUndefined(yield* organisations.usual)
        if (organisationId === undefined) {
          yield* passwords.verify(request.password, undefined)
          return yield* new SignInRefused()
        }
        return yield* Effect.tapError(attempt(organisationId, request), () =>
          refusalAudit.note(organisationId, {
            action: "sign_in.refused",
            userId: null,
            credential: null,
            subject: null,
            detail: request.email
          })
        )
      })

      const signOut = Effect.fn("Sessions.signOut")((caller: Caller) =>
        caller.credential.kind === "session" ? store.end(caller) : Effect.fail(new SessionNotFound())
      )
      return Sessions.of({ signIn, signOut })
    })
  )
}
