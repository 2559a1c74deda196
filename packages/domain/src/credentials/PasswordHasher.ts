/**
 * Password hashes, stored as PHC strings: the algorithm, its costs, the salt and the hash. A password that was hashed with
 * other costs than today's still verifies.
 */
import { Context, Effect, Layer, Redacted, Result, Schema, Semaphore } from "effect"
import { Digest, Kdf, Mac, SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"

export const PasswordHash = Schema.String.pipe(Schema.brand("PasswordHash"))
export type PasswordHash = typeof PasswordHash.Type

/** 12 to 200 characters (NIST SP 800-63B-4 §3.1.1.2: length counts, and any kind of character may be used). */
export const Password = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]{12,200}$/u, { expected: "12 to 200 characters, none of them a control character" })
)

/** Argon2id (RFC 9106) for a server with little memory to spare: 19 MiB, two passes, one lane (OWASP's minimum). */
export const argon2id: Kdf.Algorithm = Kdf.argon2id({ memory: 19_456, passes: 2, parallelism: 1 })

const saltBytes = 16
const hashBytes = 32

export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    readonly hash: (password: Redacted.Redacted<string>) => Effect.Effect<PasswordHash>
    /**
     * Whether `password` is the one that was hashed. Without a hash the answer is false and takes as long: the time does not
     * show whether the account exists.
     */
    readonly verify: (password: Redacted.Redacted<string>, hash: PasswordHash | undefined) => Effect.Effect<boolean>
  }
>()("@formwork/domain/credentials/PasswordHasher") {
  /**
   * @param algorithm hashes new passwords.
   * @param atOnce passwords hashed at the same time: each takes a thread and its memory.
   */
  static readonly layer = (algorithm: Kdf.Algorithm = argon2id, atOnce = 2) =>
    Layer.effect(
      PasswordHasher,
      Effect.gen(function* () {
        const kdf = yield* Kdf.Kdf
        const random = yield* SecureRandom.SecureRandom
        const places = yield* Semaphore.make(atOnce)

        const derive = (using: Kdf.Algorithm, password: Redacted.Redacted<string>, salt: Uint8Array) =>
          kdf
            .derive(using, utf8(Redacted.value(password).normalize("NFKC")), { salt, length: hashBytes })
            .pipe(places.withPermits(1), Effect.orDie)

        const hash = Effect.fnUntraced(function* (password: Redacted.Redacted<string>) {
          const salt = yield* random.randomBytes(saltBytes)
          return encode(algorithm, salt, yield* derive(algorithm, password, salt))
        })
        const dummy = yield* Effect.cached(hash(Redacted.make("nobody's password")))

        const verify = Effect.fnUntraced(function* (
          password: Redacted.Redacted<string>,
          known: PasswordHash | undefined
        ) {
          const stored = decode(known ?? (yield* dummy))
          if (stored === undefined)
            return yield* Effect.die(new Error("a stored password is not a PHC string of a known algorithm"))
          const same = Mac.timingSafeEqual(yield* derive(stored.algorithm, password, stored.salt), stored.hash)
          return same && known !== undefined
        })
        return PasswordHasher.of({ hash, verify })
      })
    )
}

/** The bytes of a text in UTF-8, by way of the only encoder that the domain may import. */
const utf8 = (text: string): Uint8Array => Result.getOrThrow(Base64.decode(Base64.encode(text)))

const unpadded = (bytes: Uint8Array): string => Base64.encode(bytes).replaceAll("=", "")

const padded = (text: string): Uint8Array | undefined =>
  Result.getOrUndefined(Base64.decode(text.padEnd(Math.ceil(text.length / 4) * 4, "=")))

const encode = (algorithm: Kdf.Algorithm, salt: Uint8Array, hash: Uint8Array): PasswordHash => {
  const costs =
    algorithm._tag === "Argon2id"
      ? `argon2id$v=19$m=${algorithm.memory},t=${algorithm.passes},p=${algorithm.parallelism}`
      : algorithm._tag === "Pbkdf2"
        ? `pbkdf2-sha256$i=${algorithm.iterations}`
        : undefined
  if (costs === undefined) throw new Error("passwords are hashed with Argon2id or PBKDF2")
  return PasswordHash.make(`$${costs}$${unpadded(salt)}$${unpadded(hash)}`)
}

const argon2idString = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/u
const pbkdf2String = /^\$pbkdf2-sha256\$i=(\d+)\$([^$]+)\$([^$]+)$/u

const decode = (
  phc: PasswordHash
): { readonly algorithm: Kdf.Algorithm; readonly salt: Uint8Array; readonly hash: Uint8Array } | undefined => {
  const argon2 = argon2idString.exec(phc)
  const pbkdf2 = pbkdf2String.exec(phc)
  const [salt, hash] = (argon2?.slice(4) ?? pbkdf2?.slice(2) ?? []).map(padded)
  if (salt === undefined || hash === undefined) return undefined
  const [memory, passes, parallelism] = (argon2 ?? []).slice(1, 4).map(Number)
  const algorithm =
    argon2 === null
      ? Kdf.pbkdf2({ hash: Digest.sha256, iterations: Number(pbkdf2?.[1]) })
      : Kdf.argon2id({ memory, passes, parallelism })
  return { algorithm, salt, hash }
}
