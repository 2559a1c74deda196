/** The record of a session: everything but its secret (spec/http.md §3.13 and spec/http.md §3.24). */
import { Context, Duration, Schema } from "effect"
import { Id, UserId } from "../callers/Ids.ts"

export const SessionId = Id.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

export const Session = Schema.Struct({
  id: SessionId,
  userId: UserId,
  createdAt: Schema.DateTimeUtcFromString,
  expiresAt: Schema.DateTimeUtcFromString,
  /** At most a minute before its latest request; null before the first. A crash may lose it. */
  lastUsedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  /** The IP address of the sign-in; null where it is not known. */
  address: Schema.NullOr(Schema.String),
  /** What the client called itself at the sign-in (`User-Agent`), cut to `browserCharacters`; null where it did not. */
  browser: Schema.NullOr(Schema.String)
})
export type Session = typeof Session.Type

/** How much of a client's name for itself is kept. */
export const browserCharacters = 200

/** How long a session lasts from its beginning, used or not; configurable. */
export const SessionLifetime = Context.Reference<Duration.Duration>("@formwork/domain/people/SessionLifetime", {
  defaultValue: () => Duration.hours(12)
})
