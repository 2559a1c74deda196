/** The secrets under which tokens are hashed, from the text of a setting. */
import { Array, Effect, Redacted } from "effect"
import { Digest } from "effect/crypto"
import type { Pepper } from "@formwork/domain/credentials/TokenHasher"

/** Characters of a secret at least. */
const shortest = 32

/** The secrets of a setting: the current one, then earlier ones after commas. Undefined where one has fewer than 32 characters. */
export const secretsOf = (setting: Redacted.Redacted): Array.NonEmptyReadonlyArray<string> | undefined => {
  const secrets = Redacted.value(setting)
    .split(",")
    .map((secret) => secret.trim())
  return Array.isArrayNonEmpty(secrets) && secrets.every((secret) => secret.length >= shortest) ? secrets : undefined
}

/** A pepper's id is the beginning of its digest: the operator need not choose one, and it reveals nothing about the secret. */
export const make = Effect.fnUntraced(function* (secret: string) {
  const digest = yield* Digest.Digest
  const key = new TextEncoder().encode(secret)
  const id = (yield* Effect.orDie(digest.digestHex(Digest.sha256, key))).slice(0, 12)
  return { id, key: Redacted.make(key, { label: "pepper" }) } satisfies Pepper
})
