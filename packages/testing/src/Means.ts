/**
 * Hashes, ciphers and their keys for tests: cheap, and synchronous, so that nothing waits for another thread and two runs take the
 * same steps. Nothing that they protect outlives the process.
 */
import { Effect, Layer, Redacted } from "effect"
import { Aead, Digest, Kdf, Mac, type SecureRandom } from "effect/crypto"
import { PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import { hashes } from "@formwork/memory/crypto/Crypto"

const key = (fill: number) => Redacted.make(new Uint8Array(32).fill(fill))

const tokens = TokenHasher.layer([{ id: "testing", key: key(7) }])

/** PBKDF2 (RFC 8018) of one iteration and one block: the MAC of the salt and the block's number. */
const oneIteration: Layer.Layer<Kdf.Kdf, never, Mac.Mac> = Layer.effect(
  Kdf.Kdf,
  Effect.map(Mac.Mac, (mac) =>
    Kdf.Kdf.of({
      derive: (_algorithm, secret, { length, salt }) =>
        Mac.key(Mac.hmacSha256, secret).pipe(
          Effect.flatMap((material) => mac.sign(material, Uint8Array.of(...salt, 0, 0, 0, 1))),
          Effect.map((block) => block.slice(0, length)),
          Effect.orDie
        )
    })
  )
)

const passwords = PasswordHasher.layer(Kdf.pbkdf2({ hash: Digest.sha256, iterations: 1 })).pipe(
  Layer.provide(oneIteration)
)

/** ChaCha20-Poly1305 in AES-GCM's place: keys, nonces and tags have the same lengths, and Effect computes it in this thread. */
const chacha = Aead.chacha20Poly1305.implementation
const cipher = SecretCipher.layer([{ id: "testing", key: key(9) }]).pipe(
  Layer.provide(
    Aead.layerWebCryptoWith(chacha === undefined ? {} : { implementations: { [Aead.aes256Gcm.name]: chacha } })
  )
)

/** All of it, over the randomness of a seed. */
export const layer: Layer.Layer<
  PasswordHasher | SecretCipher | TokenHasher | Mac.Mac | Digest.Digest,
  never,
  SecureRandom.SecureRandom
> = Layer.mergeAll(tokens, passwords, cipher).pipe(Layer.provideMerge(hashes))
