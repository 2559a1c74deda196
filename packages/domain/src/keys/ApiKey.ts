/** The record of an API key: everything but its secret (spec/service.md §2; spec/http.md §3.4). */
import { DateTime, Schema } from "effect"
import { Actor } from "../callers/Actor.ts"
import { Privilege } from "../callers/Privilege.ts"
import { KeyLimits } from "../callers/KeyLimits.ts"
import { Id, UserId } from "../callers/Ids.ts"

export const ApiKeyId = Id.pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

export const RevokedReason = Schema.Literals(["manual", "creator_deactivated", "rotated", "reported"])
export type RevokedReason = typeof RevokedReason.Type

export const ApiKeyName = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]{1,100}$/u, { expected: "1 to 100 characters, none of them a control character" })
)

export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  name: ApiKeyName,
  privileges: Schema.Array(Privilege),
  ...KeyLimits.fields,
  /** The person on whose behalf it was made: the creator, or the creator of the key that made it. */
  createdBy: UserId,
  /** The key that made it; null where a person did. A replacement that a person makes keeps the one of the key before it. */
  createdByKey: Schema.NullOr(ApiKeyId),
  createdAt: Schema.DateTimeUtcFromString,
  expiresAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  lastUsedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  /** When the key ended or will end: a rotated key works until its overlap is over. Null for a key that was not revoked or rotated. */
  revokedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  /** Null also for a key that was reported as leaked. */
  revokedBy: Schema.NullOr(UserId),
  revokedReason: Schema.NullOr(RevokedReason),
  /** The key that replaced it in a rotation. */
  replacedBy: Schema.NullOr(ApiKeyId),
  /** Prefix and last four characters of the token. */
  hint: Schema.String
})
export type ApiKey = typeof ApiKey.Type

/** A key as a list shows it to people. */
export const ApiKeyView = Schema.Struct({
  ...ApiKey.fields,
  /** The person of `createdBy`. */
  creator: Actor,
  /** The key of `createdByKey`. */
  creatorKey: Schema.NullOr(Actor),
  /** The person of `revokedBy`. */
  revoker: Schema.NullOr(Actor),
  /** The key of `replacedBy`. */
  replacement: Schema.NullOr(Actor),
  /** Its calls of evaluate and create on this day, in UTC, as far as they have been added up. */
  callsToday: Schema.Int
})
export type ApiKeyView = typeof ApiKeyView.Type

/** Why and when a key ended, or will end. */
export const KeyEnd = Schema.Struct({
  at: Schema.DateTimeUtcFromString,
  reason: Schema.Literals(["expired", ...RevokedReason.literals]),
  /** Who ended it, or whose account took it along; null where it expires or was reported. */
  by: Schema.NullOr(Actor),
  /** What stands for it, where it was rotated. */
  replacement: Schema.NullOr(Actor)
})
export type KeyEnd = typeof KeyEnd.Type

/** The end of a key, whether it has come or not; null for a key without one. */
export const keyEnd = ({
  expiresAt,
  replacement,
  revokedAt,
  revokedReason,
  revoker
}: Pick<ApiKeyView, "expiresAt" | "replacement" | "revokedAt" | "revokedReason" | "revoker">): KeyEnd | null => {
  const isFirst = revokedAt !== null && (expiresAt === null || DateTime.isLessThanOrEqualTo(revokedAt, expiresAt))
  if (isFirst && revokedReason !== null) return { at: revokedAt, reason: revokedReason, by: revoker, replacement }
  return expiresAt === null ? null : { at: expiresAt, reason: "expired", by: null, replacement }
}
