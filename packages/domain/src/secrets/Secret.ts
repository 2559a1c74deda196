/** A named secret of an organisation: a signing secret, or the value of a header. Set by a person, used for sending, never shown again. */
import type { Array, Redacted } from "effect"
import { Result, Schema, type Effect } from "effect"
import { Base64 } from "effect/encoding"

/** The name by which a definition refers to a secret. */
export const SecretName = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_-]{0,63}$/u))
export type SecretName = typeof SecretName.Type

/** Visible ASCII and inner spaces, so that it fits into any header and cannot end one. */
export const SecretValue = Schema.String.check(Schema.isPattern(/^[!-~](?:[ -~]{0,4094}[!-~])?$/u)).pipe(
  Schema.brand("SecretValue")
)
export type SecretValue = typeof SecretValue.Type

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"

/** A host that a secret may be sent to: a name in lower case, with its port unless that is 443. Exactly this host, and none below it. */
const SecretHost = Schema.String.check(
  Schema.isPattern(new RegExp(`^(?!.*:443$)(?:${label}\\.)*${label}(?::[1-9][0-9]{0,4})?$`, "u"), {
    expected: "a host in lower case, such as crm.example or crm.example:8443"
  }),
  Schema.isMaxLength(255)
)

/** The hosts of a secret. Without any it signs deliveries, and is never sent. */
export const SecretHosts = Schema.Array(SecretHost).check(Schema.isMaxLength(20), Schema.isUnique())
export type SecretHosts = typeof SecretHosts.Type

/** How a signing secret begins (Standard Webhooks, https://www.standardwebhooks.com). It signs, and is never sent. */
export const signingPrefix = "whsec_"

/** Bytes of the key that follows it, in base64 (Standard Webhooks 1.0.0). */
const signingBytes = { least: 24, most: 64 }

/** The key of a signing secret; undefined where the text is not one. */
export const signingKey = (secret: string): Uint8Array | undefined => {
  if (!secret.startsWith(signingPrefix)) return undefined
  const key = Result.getOrUndefined(Base64.decode(secret.slice(signingPrefix.length)))
  return key !== undefined && key.length >= signingBytes.least && key.length <= signingBytes.most ? key : undefined
}

/** What a signing secret has to be, in words. */
export const signingWords = `${signingPrefix} and ${signingBytes.least} to ${signingBytes.most} bytes in base64`

/** The host of a URL as `SecretHost` writes it. */
export const hostOf = (url: string): string => {
  const [, scheme = "", host = ""] = /^(https?):\/\/([^/?#\\]*)/u.exec(url.toLowerCase()) ?? []
  return host.replace(scheme === "https" ? /:443$/u : /:80$/u, "")
}

/** The organisation has no secret of this name. */
export class SecretMissing extends Schema.TaggedError<SecretMissing>()("SecretMissing", { name: SecretName }) {}

/** The secret cannot be decrypted: its key is no longer configured, or the row was altered. */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  name: SecretName
}) {}

/** The values of one name: the current one first, then the one that it replaced, while that is still valid. */
type SecretValues = Array.NonEmptyReadonlyArray<Redacted.Redacted<SecretValue>>

/** A secret as sending has it. */
export interface ResolvedSecret {
  readonly values: SecretValues
  readonly hosts: SecretHosts
}

/** Resolves the secrets of one organisation. */
export type SecretResolver = (name: SecretName) => Effect.Effect<ResolvedSecret, SecretMissing | SecretUnreadable>
