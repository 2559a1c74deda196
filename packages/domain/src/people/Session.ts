/** The record of a session: everything but its secret (spec/http.md §3.13). */
import { Context, Duration, Schema } from "effect"
import { UserId } from "../callers/Ids.ts"

export const SessionId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

export const Session = Schema.Struct({
  id: SessionId,
  userId: UserId,
  createdAt: Schema.DateTimeUtcFromString,
  expiresAt: Schema.DateTimeUtcFromString
})
export type Session = typeof Session.Type

/** How long a session lasts from its beginning, used or not; configurable. */
export const SessionLifetime = Context.Reference<Duration.Duration>("@formwork/domain/people/SessionLifetime", {
  defaultValue: () => Duration.hours(12)
})
