/** A person who is signed in gives their password again. */
import { Effect } from "effect"
import type { Redacted } from "effect"
import { RefusalAudit } from "../audit/RefusalAudit.ts"
import type { Caller } from "../callers/Caller.ts"
import type { PasswordWrong, SignInThrottled, Unauthenticated } from "../callers/Refusal.ts"
import { PasswordHasher } from "../credentials/PasswordHasher.ts"
import type { PasswordHash } from "../credentials/PasswordHasher.ts"
import { SessionStore } from "./SessionStore.ts"
import { UserStore } from "./UserStore.ts"

/**
 * Gives the function that counts an attempt for the caller's session, hashes the given password by the account's recipe, and has
 * it judged.
 * Refuses, in this order: `SignInThrottled`, what `judge` refuses. A throttled attempt and a wrong password go into the audit log.
 */
export const proving = Effect.gen(function* () {
  const users = yield* UserStore
  const sessions = yield* SessionStore
  const hasher = yield* PasswordHasher
  const refusalAudit = yield* RefusalAudit

  return <A>(
    caller: Caller,
    given: Redacted.Redacted<string>,
    judge: (proof: PasswordHash) => Effect.Effect<A, PasswordWrong | Unauthenticated>
  ): Effect.Effect<A, SignInThrottled | PasswordWrong | Unauthenticated> =>
    Effect.gen(function* () {
      const { credential, organisationId, userId } = caller
      const { email } = yield* Effect.orDie(users.get(caller, userId))
      const account = yield* sessions.attempt(organisationId, email, { session: credential.id })
      return yield* judge(yield* hasher.derive(given, account?.recipe))
    }).pipe(
      Effect.tapError(({ _tag }) => {
        const { credential, organisationId, userId } = caller
        const entry = { action: "password.refused" as const, userId, credential, subject: userId, detail: null }
        return _tag === "Unauthenticated" ? Effect.void : refusalAudit.note(organisationId, entry)
      })
    )
})
