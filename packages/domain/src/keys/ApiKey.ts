/** The record of an API key: everything but its secret (spec/service.md §2; spec/http.md §3.4). */
import { Schema } from "effect"
import { Privilege } from "../callers/Privilege.ts"
import { KeyLimits } from "../callers/KeyLimits.ts"
import { UserId } from "../callers/Ids.ts"

export const ApiKeyId = Schema.String.check(Schema.isUUID(7)).pipe(Schema.brand("ApiKeyId"))
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
