/** What the resources of the app API share on the wire. */
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { ApiKey } from "@formwork/domain/keys/ApiKey"
import { Password } from "@formwork/domain/credentials/PasswordHasher"
import { User } from "@formwork/domain/people/Organisation"
import { Timestamp } from "../../endpoint/Operation.ts"

/** Every list, so that one can be given pages later. */
export const list = <S extends Schema.Top>(item: S) => Schema.Struct({ items: Schema.Array(item) })

/** 201, with where the new record is. */
export const created = <S extends Schema.Top>(schema: S) =>
  HttpApiSchema.WithHeaders(schema.pipe(HttpApiSchema.status(201)), { location: Schema.String })

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
  Schema.String.annotate({ description: "Shown here and never again." }),
  { label: "token" }
)

/** A secret as somebody types it: whatever it is, it is right or wrong. */
export const GivenSecret = Schema.RedactedFromValue(
  Schema.String.check(Schema.isMaxLength(1_000, { expected: "a text of at most 1000 characters" })),
  { label: "secret" }
)

export const NewPassword = Schema.RedactedFromValue(Password, { label: "password" })
