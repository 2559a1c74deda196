/** One attempt to sign in: an address and a password in one organisation. */
import { Effect } from "effect"
import type { Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { CurrentRequest } from "../audit/CurrentRequest.ts"
import { RefusalAudit } from "../audit/RefusalAudit.ts"
import { UserId } from "../callers/Ids.ts"
import type { OrganisationId } from "../callers/Ids.ts"
import { SignInRefused } from "../callers/Refusal.ts"
import type { SignInThrottled } from "../callers/Refusal.ts"
import { PasswordHasher } from "../credentials/PasswordHasher.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"
import { SessionStore } from "./SessionStore.ts"

/** Of an address that was given, how much goes into the audit log. */
const detailCharacters = 64

/** What was given, hashed as the account's password was. */
interface Given {
  readonly userId: UserId
  readonly password: PasswordHash
  readonly network: string | undefined
}

/**
 * Gives the function that counts an attempt, hashes the password and has it judged. `judge` fails for a wrong one.
 * Refuses, in this order: `SignInThrottled`, `SignInRefused`. Each goes into the audit log.
 */
export const attempting = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const passwords = yield* PasswordHasher
  const store = yield* SessionStore
  const refusalAudit = yield* RefusalAudit

  return <A, E>(
    organisationId: OrganisationId,
    { email, password }: { readonly email: string; readonly password: Redacted.Redacted<string> },
    judge: (given: Given) => Effect.Effect<A, E>
  ): Effect.Effect<A, SignInThrottled | SignInRefused> =>
    Effect.gen(function* () {
      const { network } = yield* CurrentRequest
      const account = yield* store.attempt(organisationId, email, { network })
      const proof = yield* passwords.derive(password, account?.recipe)
      // An id without an account takes the same way through the store, so the time does not show whether there is an account.
      const userId = account?.userId ?? UserId.make(yield* random.uuidV7())
      return yield* judge({ userId, password: proof, network }).pipe(
        Effect.mapError(() => new SignInRefused(account === undefined ? {} : { userId }))
      )
    }).pipe(
      Effect.tapError(({ userId = null }) =>
        refusalAudit.note(organisationId, {
          action: "sign_in.refused",
          userId: null,
          credential: null,
          subject: userId,
          detail: Array.from(email).slice(0, detailCharacters).join("")
        })
      )
    )
})
