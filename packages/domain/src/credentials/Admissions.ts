/** Port: authenticates a token and takes one request from its budget. Both are one step, so that a database can do them at once. */
import { Context, Effect, Layer } from "effect"
import type { Caller } from "../callers/Caller.ts"
import * as Budget from "../limits/Budget.ts"
import { RateLimiter } from "../limits/RateLimiter.ts"
import type { RateLimited, Unauthenticated } from "../callers/Refusal.ts"
import { CredentialStore } from "./CredentialStore.ts"
import type { Token } from "./Token.ts"

export interface Admission {
  readonly caller: Caller
  readonly budget: Budget.Budget
}

export class Admissions extends Context.Service<
  Admissions,
  {
    /**
     * Admits one request. The credential is read anew each time: once a revocation has returned, this refuses it. Every
     * authenticated request counts; refused ones do not. A key with limits is admitted from its own addresses (`CurrentRequest`)
     * and under its own budget.
     * Refuses, in this order: `Unauthenticated` (unknown, wrong, expired, revoked or from another address; for a known credential with the reason,
     * for the audit log), `RateLimited`.
     */
    readonly admit: (token: Token) => Effect.Effect<Admission, Unauthenticated | RateLimited>
  }
>()("@formwork/domain/credentials/Admissions") {
  /**
   * For a separate credential store and limiter: two steps, in the order of the refusals. It is built anew wherever it is provided, over
   * the limiter there: an adapter may have composed another one beneath.
   */
  static readonly layerComposed = Layer.fresh(
    Layer.effect(
      Admissions,
      Effect.gen(function* () {
        const credentials = yield* CredentialStore
        const limiter = yield* RateLimiter
        const count = (caller: Caller) => {
          const { credential, limits, organisationId } = caller
          const taken = limiter.take(`${organisationId}/${credential.id}`, Budget.ownQuota(limits))
          return Effect.map(taken, (budget) => ({ caller, budget }))
        }
        const admit = (token: Token) => Effect.flatMap(credentials.authenticate(token), count)
        return Admissions.of({ admit })
      })
    )
  )
}
