/** Turns the secret that came with a request into a caller. */
import { Context, Effect, Layer, Option } from "effect"
import type { Redacted } from "effect"
import { Unauthenticated } from "../Refusal.ts"
import type { RateLimited } from "../Refusal.ts"
import { Admissions } from "./Admissions.ts"
import type { Admission } from "./Admissions.ts"
import { ApiKeyPolicy } from "./ApiKeys.ts"
import * as Token from "./Token.ts"

export class Callers extends Context.Service<
  Callers,
  {
    /**
     * Authenticates a bearer token and takes one request from its budget. A malformed token is refused without asking anybody.
     * Refuses, in this order: `Unauthenticated`, `RateLimited`.
     */
    readonly authenticate: (
      secret: Redacted.Redacted<string>
    ) => Effect.Effect<Admission, Unauthenticated | RateLimited>
  }
>()("@formwork/domain/keys/Callers") {
  static readonly layer = Layer.effect(
    Callers,
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const policy = yield* ApiKeyPolicy
      const authenticate = Effect.fnUntraced(function* (secret: Redacted.Redacted<string>) {
        const token = Token.parse(policy.prefix, secret)
        if (Option.isNone(token)) return yield* new Unauthenticated()
        return yield* admissions.admit(token.value)
      })
      return Callers.of({ authenticate })
    })
  )
}
