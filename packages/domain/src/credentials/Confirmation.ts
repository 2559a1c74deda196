/**
 * A person in a browser proves their password again before what a script in their page must not do for them (spec/http.md §3.26;
 * docs/decisions/0236).
 */
import { Context, Duration, Effect } from "effect"
import { CurrentRequest } from "../audit/CurrentRequest.ts"
import type { Caller } from "../callers/Caller.ts"
import type { Privilege } from "../callers/Privilege.ts"
import { ConfirmationRequired } from "../callers/Refusal.ts"
import type { Role } from "../callers/Role.ts"
import { CredentialStore } from "./CredentialStore.ts"

/** How long a password that was proven counts; configurable. */
export const ConfirmationLifetime = Context.Reference<Duration.Duration>(
  "@formwork/domain/credentials/ConfirmationLifetime",
  { defaultValue: () => Duration.minutes(15) }
)

/** Privileges of a key that could undo whatever is done about a theft. */
const lasting: ReadonlyArray<Privilege> = ["apikey:write", "user:write", "organisation:write"]

/** Whether a key with these privileges is made only after a confirmation. */
export const isLasting = (privileges: ReadonlyArray<Privilege>): boolean =>
  privileges.some((privilege) => lasting.includes(privilege))

/** Whether a person gets this role only after a confirmation. */
export const isPowerful = (role: Role): boolean => role === "owner" || role === "admin"

/**
 * Gives the function that refuses `ConfirmationRequired` where the caller's session came as a cookie, its password was not proven
 * within `ConfirmationLifetime`, by the store's clock, and `isNeeded`. Every other caller passes.
 * @param isNeeded is run only where the answer depends on it; everything needs a confirmation where it is left out.
 */
export const requiring = Effect.gen(function* () {
  const store = yield* CredentialStore
  const lifetime = yield* ConfirmationLifetime
  return <E = never>(
    caller: Caller,
    isNeeded: Effect.Effect<boolean, E> = Effect.succeed(true)
  ): Effect.Effect<void, E | ConfirmationRequired> =>
    Effect.gen(function* () {
      const { isCookie = false } = yield* CurrentRequest
      if (!isCookie || (yield* store.isConfirmed(caller, lifetime)) || !(yield* isNeeded)) return
      return yield* new ConfirmationRequired()
    })
})
