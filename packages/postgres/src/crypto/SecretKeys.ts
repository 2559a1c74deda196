/** The keys under which organisations' secrets are encrypted, from the text of a setting. */
import { Effect, Redacted } from "effect"
import { Mac } from "effect/crypto"
import { Hex } from "effect/encoding"
import type { CipherKey } from "@formwork/domain/secrets/SecretCipher"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Derives independent keys from one secret: HMAC-SHA256 over the purpose of each. */
export const derive = Effect.fnUntraced(function* (secret: string | Uint8Array) {
  const mac = yield* Mac.Mac
  const material = yield* Mac.key(Mac.hmacSha256, typeof secret === "string" ? bytes(secret) : secret)
  const key = yield* mac.sign(material, bytes("formwork: encrypting secrets"))
  const id = Hex.encode(yield* mac.sign(material, bytes("formwork: naming the key that encrypts secrets"))).slice(0, 12)
  return { id, key: Redacted.make(key, { label: "secrets key" }) } satisfies CipherKey
}, Effect.orDie)
