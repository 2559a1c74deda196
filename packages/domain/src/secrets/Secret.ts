/** A named secret of an organisation: a signing secret, or the value of a header. Set by a person, used for sending, never shown again. */
import type { Array, Redacted } from "effect"
import { Schema, type Effect } from "effect"

/** The name by which a definition refers to a secret. */
export const SecretName = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_-]{0,63}$/u))
export type SecretName = typeof SecretName.Type

/** Visible ASCII and inner spaces, so that it fits into any header and cannot end one. */
export const SecretValue = Schema.String.check(Schema.isPattern(/^[!-~](?:[ -~]{0,4094}[!-~])?$/u)).pipe(
  Schema.brand("SecretValue")
)
export type SecretValue = typeof SecretValue.Type

/** The organisation has no secret of this name. */
export class SecretMissing extends Schema.TaggedError<SecretMissing>()("SecretMissing", { name: SecretName }) {}

/** The secret cannot be decrypted: its key is no longer configured, or the row was altered. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  name: SecretName
}) {}

/** The values of one name: the current one first, then the one that it replaced, while that is still valid. */
export type SecretValues = Array.NonEmptyReadonlyArray<Redacted.Redacted<SecretValue>>

/** Resolves the secrets of one organisation. */
export type SecretResolver = (name: SecretName) => Effect.Effect<SecretValues, SecretMissing | SecretUnreadable>
