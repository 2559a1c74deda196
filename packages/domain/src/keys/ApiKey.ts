/** The record of an API key: everything but its secret (spec/service.md §2; spec/http.md §3.4). */
import { Schema } from "effect"
import { Privilege } from "../callers/Privilege.ts"
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
  /** The person on whose behalf it was made: the creator, or the creator of the key that made it. */
  createdBy: UserId,
  createdAt: Schema.DateTimeUtcFromString,
  expiresAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  lastUsedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  /** When it ended, or will: a rotated key goes on until its overlap is over. Null while nobody has ended it. */
  revokedAt: Schema.NullOr(Schema.DateTimeUtcFromString),
  /** Null also where a stranger reported it as leaked. */
  revokedBy: Schema.NullOr(UserId),
  revokedReason: Schema.NullOr(RevokedReason),
  /** The key that it was rotated into. */
  replacedBy: Schema.NullOr(ApiKeyId),
  /** Prefix and last four characters of the token. */
  hint: Schema.String
})
export type ApiKey = typeof ApiKey.Type
