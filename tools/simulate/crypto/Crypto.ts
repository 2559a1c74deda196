/**
 * Randomness from dice, and hashing that never waits for another thread: the time that a thread takes would decide the order of things.
 * Passwords and secrets are stored as they are, because nothing leaves this process.
 */
import { Effect, Layer, Redacted } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { hash } from "node:crypto"
import { PasswordHash, PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import { SecretValue } from "@formwork/domain/secrets/Secret"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import type { Dice } from "../time/Dice.ts"

/** Ids and tokens of a process, repeatable from its dice. */
export const secureRandom = (dice: Dice): Layer.Layer<SecureRandom.SecureRandom> =>
  Layer.sync(SecureRandom.SecureRandom, () =>
    SecureRandom.make((size) => {
      const bytes = new Uint8Array(size)
      for (let at = 0; at < size; at++) bytes[at] = dice.below(256)
      return bytes
    })
  )

const digestOf = ({ name }: Digest.Algorithm, data: Uint8Array): Uint8Array =>
  new Uint8Array(hash(name.replace("-", ""), data, "buffer"))

export const digest: Layer.Layer<Digest.Digest> = Layer.succeed(
  Digest.Digest,
  Digest.Digest.of({
    digest: (algorithm, data) => Effect.sync(() => digestOf(algorithm, data)),
    digestHex: (algorithm, data) => Effect.sync(() => Buffer.from(digestOf(algorithm, data)).toString("hex"))
  })
)

const stored = (password: Redacted.Redacted<string>): PasswordHash =>
  PasswordHash.make(`$plain$${Redacted.value(password)}`)

export const passwords: Layer.Layer<PasswordHasher> = Layer.succeed(
  PasswordHasher,
  PasswordHasher.of({
    hash: (password) => Effect.sync(() => stored(password)),
    derive: (password, recipe) =>
      Effect.sync(() => (recipe === undefined ? PasswordHash.make("$none$") : stored(password)))
  })
)

export const cipher: Layer.Layer<SecretCipher> = Layer.succeed(
  SecretCipher,
  SecretCipher.of({
    seal: (_organisation, _name, value) =>
      Effect.sync(() => ({
        keyId: "plain",
        nonce: new Uint8Array(12),
        ciphertext: new TextEncoder().encode(Redacted.value(value))
      })),
    open: (_organisation, _name, { ciphertext }) =>
      Effect.sync(() => Redacted.make(SecretValue.make(new TextDecoder().decode(ciphertext))))
  })
)
