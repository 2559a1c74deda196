/** Wire schemas that the resources of the app API share. */
import { Effect, Schema } from "effect"
import { ApiKey } from "@formwork/domain/keys/ApiKey"
import { Password } from "@formwork/domain/credentials/PasswordHasher"
import { User } from "@formwork/domain/people/Organisation"
import { Timestamp } from "../../endpoint/Timestamp.ts"

/** A list inside an object. Every list is one, so that pages can be added later. */
export const list = <S extends Schema.Top>(item: S) => Schema.Struct({ items: Schema.Array(item) })

/** The answer of a handler for such a list. */
export const items = <A, E, R>(found: Effect.Effect<ReadonlyArray<A>, E, R>) =>
  Effect.map(found, (items) => ({ items }))

export const ApiKeyRecord = Schema.Struct({
  ...ApiKey.fields,
  createdAt: Timestamp,
  expiresAt: Schema.NullOr(Timestamp),
  lastUsedAt: Schema.NullOr(Timestamp),
  revokedAt: Schema.NullOr(Timestamp)
}).annotate({ identifier: "ApiKey", description: "A key, without its secret." })

export const UserRecord = Schema.Struct({
  ...User.fields,
  createdAt: Timestamp,
  deactivatedAt: Schema.NullOr(Timestamp)
}).annotate({ identifier: "User", description: "A person of the organisation." })

/** A secret that the answer shows once. */
export const ShownOnce = Schema.RedactedFromValue(
  Schema.String.annotate({ description: "Shown only in this answer." }),
  { label: "token" }
)

/** A secret as a person types it. Any text is accepted here; the service decides whether it is correct. */
export const GivenSecret = Schema.RedactedFromValue(
  Schema.String.check(Schema.isMaxLength(1_000, { expected: "a text of at most 1000 characters" })),
  { label: "secret" }
)

export const NewPassword = Schema.RedactedFromValue(Password, { label: "password" })
