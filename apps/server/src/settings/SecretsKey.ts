/** The keys under which organisations' secrets are encrypted. */
import { Array, Effect, Layer, Option, Redacted } from "effect"
import { Mac } from "effect/crypto"
import { Hex } from "effect/encoding"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import type { CipherKey } from "@formwork/domain/secrets/SecretCipher"
import * as Pepper from "./Pepper.ts"
import { table } from "./SettingsTable.ts"
import type { Settings } from "./Settings.ts"
import { StartupFailure } from "../StartupFailure.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Derives independent keys from one secret: HMAC-SHA256 over the purpose of each. */
const derived = Effect.fnUntraced(function* (secret: Uint8Array) {
  const mac = yield* Mac.Mac
  const material = yield* Mac.key(Mac.hmacSha256, secret)
  const key = yield* mac.sign(material, bytes("formwork: encrypting secrets"))
  const id = Hex.encode(yield* mac.sign(material, bytes("formwork: naming the key that encrypts secrets"))).slice(0, 12)
  return { id, key: Redacted.make(key, { label: "secrets key" }) } satisfies CipherKey
}, Effect.orDie)

/** From `SECRETS_KEY`, else from the peppers: the current one first. */
const keys = Effect.fnUntraced(function* ({ dataDir, databaseUrl, keyPepper, secretsKey }: Settings) {
  if (Option.isSome(secretsKey)) {
    const secrets = Redacted.value(secretsKey.value)
      .split(",")
      .map((secret) => secret.trim())
    if (!Array.isArrayNonEmpty(secrets) || secrets.some((secret) => secret.length < 32))
      return yield* new StartupFailure({ message: `SECRETS_KEY must be ${table.secretsKey.allowed}.` })
    return yield* Effect.forEach(secrets, (secret) => derived(bytes(secret)))
  }
  const peppers = yield* Option.isSome(keyPepper) || Option.isSome(databaseUrl)
    ? Pepper.fromSetting(keyPepper)
    : Pepper.fromFolder(dataDir)
  return yield* Effect.forEach(peppers, ({ key }) => derived(Redacted.value(key)))
})

export const layer = (settings: Settings) =>
  Layer.unwrap(Effect.map(keys(settings), SecretCipher.layer)).pipe(Layer.provide(NodeCrypto.layerAead))
