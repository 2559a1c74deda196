/**
 * Encrypts secrets for the database: AES-256-GCM under a key that is not in it. The organisation and the name are authenticated
 * with the value, so that a row copied to another name or another organisation does not decrypt.
 */
import { type Array, Context, Effect, Layer, Redacted, Schema } from "effect"
import { Aead, SecureRandom } from "effect/crypto"
import type { OrganisationId } from "../callers/Ids.ts"
import { type SecretName, SecretUnreadable, SecretValue } from "./Secret.ts"

export interface CipherKey {
  /** Stored beside each ciphertext, so that a key can be replaced. */
  readonly id: string
  /** 32 random bytes. */
  readonly key: Redacted.Redacted<Uint8Array>
}

/** A secret as it is stored. */
export const SealedSecret = Schema.Struct({
  keyId: Schema.String,
  /** 12 random bytes, new at every sealing. */
  nonce: Schema.Uint8Array,
  /** The encrypted value and after it the tag of 16 bytes. */
  ciphertext: Schema.Uint8Array
})
export type SealedSecret = typeof SealedSecret.Type

export class SecretCipher extends Context.Service<
  SecretCipher,
  {
    /** Encrypts under the current key. The same value gives different bytes each time. */
    readonly seal: (
      organisationId: OrganisationId,
      name: SecretName,
      value: Redacted.Redacted<SecretValue>
    ) => Effect.Effect<SealedSecret>
    /**
     * Decrypts under the key of `sealed.keyId`.
     * Refuses: `SecretUnreadable`, where that key is not configured or anything was altered; the refusal does not show which.
     */
    readonly open: (
      organisationId: OrganisationId,
      name: SecretName,
      sealed: SealedSecret
    ) => Effect.Effect<Redacted.Redacted<SecretValue>, SecretUnreadable>
  }
>()("@formwork/domain/secrets/SecretCipher") {
  /** @param keys the current one first. A key that is not 32 bytes long is a defect when the layer is built. */
  static readonly layer = (keys: Array.NonEmptyReadonlyArray<CipherKey>) =>
    Layer.effect(
      SecretCipher,
      Effect.gen(function* () {
        const aead = yield* Aead.Aead
        const random = yield* SecureRandom.SecureRandom
        const ring = yield* Effect.forEach(keys, ({ id, key }) =>
          Aead.key(Aead.aes256Gcm, Redacted.value(key)).pipe(
            Effect.orDie,
            Effect.map((material) => ({ id, material }))
          )
        )
        const [current] = ring
        const seal = Effect.fn("SecretCipher.seal")(function* (
          organisationId: OrganisationId,
          name: SecretName,
          value: Redacted.Redacted<SecretValue>
        ) {
          const nonce = yield* random.randomBytes(Aead.aes256Gcm.nonceLength)
          const ciphertext = yield* aead.encrypt(current.material, bytes(Redacted.value(value)), {
            nonce,
            aad: place(organisationId, name)
          })
          return { keyId: current.id, nonce, ciphertext }
        }, Effect.orDie)
        const open = Effect.fn("SecretCipher.open")(function* (
          organisationId: OrganisationId,
          name: SecretName,
          { ciphertext, keyId, nonce }: SealedSecret
        ) {
          const key = ring.find(({ id }) => id === keyId)
          if (key === undefined || nonce.length !== Aead.aes256Gcm.nonceLength) {
            return yield* new SecretUnreadable({ name })
          }
          const plain = yield* aead
            .decrypt(key.material, ciphertext, { nonce, aad: place(organisationId, name) })
            .pipe(Effect.mapError(() => new SecretUnreadable({ name })))
          return Redacted.make(SecretValue.make(text(plain)), { label: "secret" })
        })
        return SecretCipher.of({ seal, open })
      })
    )
}

/** INVARIANT: ids, names and values are ASCII, so a character is a byte. */
const bytes = (ascii: string): Uint8Array => {
  const found = new Uint8Array(ascii.length)
  for (let index = 0; index < ascii.length; index++) found[index] = ascii.charCodeAt(index)
  return found
}
const text = (ascii: Uint8Array): string => {
  let found = ""
  for (const byte of ascii) found += String.fromCharCode(byte)
  return found
}

/** The organisation and name of a secret, authenticated with it. An organisation's id has one length, so no two places have the same bytes. */
const place = (organisationId: OrganisationId, name: SecretName): Uint8Array => bytes(`${organisationId}/${name}`)
