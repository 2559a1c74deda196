/** A named secret of an organisation: a signing secret, or the value of a header. Written once, used by sending, never read back. */
import type { Array, Redacted } from "effect"
import { Schema, type Effect } from "effect"

/** How a definition refers to it. */
export const SecretName = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_-]{0,63}$/u))
export type SecretName = typeof SecretName.Type

/** Visible ASCII and inner spaces, so that it can stand in any header and can end none. */
export const SecretValue = Schema.String.check(Schema.isPattern(/^[!-~](?:[ -~]{0,4094}[!-~])?$/u)).pipe(
  Schema.brand("SecretValue")
)
export type SecretValue = typeof SecretValue.Type

/** The organisation has no secret of this name. */
export class SecretMissing extends Schema.TaggedError<SecretMissing>()("SecretMissing", { name: SecretName }) {}

/** It cannot be decrypted: its key is no longer configured, or the row is not what was stored. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  name: SecretName
}) {}

/** The values of one name: the current one first, then one that it replaces for as long as that is still good. */
export type SecretValues = Array.NonEmptyReadonlyArray<Redacted.Redacted<SecretValue>>

/** The secrets of one organisation. */
export type SecretResolver = (name: SecretName) => Effect.Effect<SecretValues, SecretMissing | SecretUnreadable>
