/** Turns the secret that came with a request into a caller. */
import { Context, Effect, Layer, Option } from "effect"
import type { Redacted } from "effect"
import type { Caller } from "../callers/Caller.ts"
import { RefusalAudit } from "../audit/RefusalAudit.ts"
import { UserId } from "../callers/Ids.ts"
import { Unauthenticated } from "../callers/Refusal.ts"
import type { RateLimited } from "../callers/Refusal.ts"
import { Admissions } from "./Admissions.ts"
import { CredentialStore } from "./CredentialStore.ts"
import type { Admission } from "./Admissions.ts"
import * as Token from "./Token.ts"
import { TokenPrefixes } from "./Token.ts"

export class Callers extends Context.Service<
  Callers,
  {
    /**
     * Authenticates a bearer token, of a key or of a session, and takes one request from its budget. A malformed token is
     * refused without asking a store; the refusal of a known credential goes into the audit log.
     * Refuses, in this order: `Unauthenticated`, `RateLimited`.
     */
    readonly authenticate: (
      secret: Redacted.Redacted<string>
    ) => Effect.Effect<Admission, Unauthenticated | RateLimited>
    /**
     * Authenticates the token of a request that was admitted and still runs, as of now. It takes nothing from the budget.
     * Refuses: `Unauthenticated`, as `authenticate` does.
     */
    readonly again: (secret: Redacted.Redacted<string>) => Effect.Effect<Caller, Unauthenticated>
  }
>()("@formwork/domain/credentials/Callers") {
  static readonly layer = Layer.effect(
    Callers,
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const credentials = yield* CredentialStore
      const refusalAudit = yield* RefusalAudit
      const prefixes = yield* TokenPrefixes

      const noted = Effect.fnUntraced(function* ({ organisationId }: Token.Token, refusal: Unauthenticated) {
        const { known } = refusal
        if (known !== undefined) {
          yield* refusalAudit.note(organisationId, {
            action: "credential.refused",
            userId: UserId.make(known.userId),
            credential: { kind: known.kind, id: known.id },
            subject: known.id,
            detail: known.reason
          })
        }
        return yield* new Unauthenticated()
      })
      const tokenOf = (secret: Redacted.Redacted<string>): Effect.Effect<Token.Token, Unauthenticated> => {
        const parsed = Token.parse(prefixes, secret)
        return Option.isNone(parsed) ? Effect.fail(new Unauthenticated()) : Effect.succeed(parsed.value)
      }
      // No generator: every request passes here.
      const authenticate = (secret: Redacted.Redacted<string>) =>
        Effect.flatMapEager(tokenOf(secret), (token) =>
          Effect.catchTag(admissions.admit(token), "Unauthenticated", (refusal) => noted(token, refusal))
        )
      const again = Effect.fnUntraced(function* (secret: Redacted.Redacted<string>) {
        const token = yield* tokenOf(secret)
        return yield* Effect.catchTag(credentials.authenticate(token), "Unauthenticated", (refusal) =>
          noted(token, refusal)
        )
      })
      return Callers.of({ authenticate, again })
    })
  )
}
