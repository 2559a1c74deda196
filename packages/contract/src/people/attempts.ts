/** Attempts to sign in, for the laws that count them. */
import { Effect } from "effect"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import { freeAttempts, SessionStore } from "@formwork/domain/people/SessionStore"
import type { Place } from "@formwork/domain/people/SessionStore"
import * as Fixture from "../Fixture.ts"

/** `free`, or the seconds that the attempt has to wait. */
export const attempt = Effect.fnUntraced(function* (
  organisationId: OrganisationId,
  email: string,
  place: Place = Fixture.nowhere
) {
  const store = yield* SessionStore
  return yield* store.attempt(organisationId, email, place).pipe(
    Effect.match({
      onSuccess: () => "free" as const,
      onFailure: ({ retryAfterSeconds }) => retryAfterSeconds
    })
  )
})

/** As many attempts as are free. */
export const exhaust = (organisationId: OrganisationId, email: string, place: Place = Fixture.nowhere) =>
  Effect.forEach(Array.from({ length: freeAttempts }), () => attempt(organisationId, email, place))
