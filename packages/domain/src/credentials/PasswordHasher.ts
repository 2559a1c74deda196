/**
 * Password hashes, stored as PHC strings: the algorithm, its costs, the salt and the hash. A password that was hashed with
 * other costs than today's still verifies.
 */
import { Context, Effect, Layer, Redacted, Result, Schema } from "effect"
import { Digest, Kdf, SecureRandom } from "effect/crypto"
import { Base64 } from "effect/encoding"
import { CurrentRequest } from "../audit/CurrentRequest.ts"
import * as Turns from "../limits/Turns.ts"

export const PasswordHash = Schema.String.pipe(Schema.brand("PasswordHash"))
export type PasswordHash = typeof PasswordHash.Type

/** All of a hash but the hash itself: the algorithm, its costs and the salt. */
export const PasswordRecipe = Schema.String.pipe(Schema.brand("PasswordRecipe"))
export type PasswordRecipe = typeof PasswordRecipe.Type

/** How `hash` was made. */
export const recipeOf = (hash: PasswordHash): PasswordRecipe =>
  PasswordRecipe.make(hash.slice(0, Math.max(0, hash.lastIndexOf("$"))))

/** 12 to 200 characters (NIST SP 800-63B-4 §3.1.1.2: length counts, and any kind of character may be used). */
export const Password = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]{12,200}$/u, { expected: "12 to 200 characters, none of them a control character" })
)

/** Argon2id (RFC 9106) for a server with little memory to spare: 19 MiB, two passes, one lane (OWASP's minimum). */
export const argon2id: Kdf.Algorithm = Kdf.argon2id({ memory: 19_456, passes: 2, parallelism: 1 })

/** Passwords of one network that may wait: more than an adapter has under way of one. */
const mostWaiting = 30

const saltBytes = 16
const hashBytes = 32

export class PasswordHasher extends Context.Service<
  PasswordHasher,
  {
    readonly hash: (password: Redacted.Redacted<string>) => Effect.Effect<PasswordHash>
    /**
     * What `password` comes to by the recipe of a stored hash: the same text if it is the one that was hashed. The store compares
     * them, so no process has to read a hash. Without a recipe it takes as long and comes to a hash that no account has: the time does
     * not show whether the account exists.
     */
    readonly derive: (
      password: Redacted.Redacted<string>,
      recipe: PasswordRecipe | undefined
    ) => Effect.Effect<PasswordHash>
  }
>()("@formwork/domain/credentials/PasswordHasher") {
  /**
   * @param algorithm hashes new passwords.
   * @param atOnce passwords hashed at the same time: each takes a thread and its memory. They are of different networks
   * (docs/decisions/0175).
   */
  static readonly layer = (algorithm: Kdf.Algorithm = argon2id, atOnce = 2) =>
    Layer.effect(
      PasswordHasher,
      Effect.gen(function* () {
        const kdf = yield* Kdf.Kdf
        const random = yield* SecureRandom.SecureRandom
        const turns = yield* Turns.make({ atOnce, mostWaiting, what: "a password that is hashed" })

        const run = (using: Kdf.Algorithm, password: Redacted.Redacted<string>, salt: Uint8Array) =>
          Effect.flatMap(CurrentRequest, ({ network }) =>
            kdf
              .derive(using, utf8(Redacted.value(password).normalize("NFKC")), { salt, length: hashBytes })
              .pipe(turns.take(network), Effect.orDie)
          )

        const hash = Effect.fnUntraced(function* (password: Redacted.Redacted<string>) {
          const salt = yield* random.randomBytes(saltBytes)
          return encode(recipe(algorithm, salt), yield* run(algorithm, password, salt))
        })
        const dummy = yield* Effect.cached(Effect.map(random.randomBytes(saltBytes), (salt) => recipe(algorithm, salt)))

        const derive = Effect.fnUntraced(function* (
          password: Redacted.Redacted<string>,
          known: PasswordRecipe | undefined
        ) {
          const text = known ?? (yield* dummy)
          const stored = decode(text)
          if (stored === undefined)
            return yield* Effect.die(new Error("a stored password is not a PHC string of a known algorithm"))
          return encode(text, yield* run(stored.algorithm, password, stored.salt))
        })
        return PasswordHasher.of({ hash, derive })
      })
    )
}

/** The bytes of a text in UTF-8, by way of the only encoder that the domain may import. */
const utf8 = (text: string): Uint8Array => Result.getOrThrow(Base64.decode(Base64.encode(text)))

const unpadded = (bytes: Uint8Array): string => Base64.encode(bytes).replaceAll("=", "")

const padded = (text: string): Uint8Array | undefined =>
  Result.getOrUndefined(Base64.decode(text.padEnd(Math.ceil(text.length / 4) * 4, "=")))

const encode = (made: PasswordRecipe, hash: Uint8Array): PasswordHash => PasswordHash.make(`${made}$${unpadded(hash)}`)

const recipe = (algorithm: Kdf.Algorithm, salt: Uint8Array): PasswordRecipe => {
  const costs =
    algorithm._tag === "Argon2id"
      ? `argon2id$v=19$m=${algorithm.memory},t=${algorithm.passes},p=${algorithm.parallelism}`
      : algorithm._tag === "Pbkdf2"
        ? `pbkdf2-sha256$i=${algorithm.iterations}`
        : undefined
  if (costs === undefined) throw new Error("passwords are hashed with Argon2id or PBKDF2")
  return PasswordRecipe.make(`$${costs}$${unpadded(salt)}`)
}

const argon2idString = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[^$=]+$/u
const pbkdf2String = /^\$pbkdf2-sha256\$i=(\d+)\$[^$=]+$/u

const algorithmOf = (text: PasswordRecipe): Kdf.Algorithm | undefined => {
  const argon2 = argon2idString.exec(text)
  if (argon2 !== null) {
    const [memory, passes, parallelism] = argon2.slice(1).map(Number)
    return Kdf.argon2id({ memory, passes, parallelism })
  }
  const pbkdf2 = pbkdf2String.exec(text)
  return pbkdf2 === null ? undefined : Kdf.pbkdf2({ hash: Digest.sha256, iterations: Number(pbkdf2[1]) })
}

const decode = (text: PasswordRecipe): { readonly algorithm: Kdf.Algorithm; readonly salt: Uint8Array } | undefined => {
  const algorithm = algorithmOf(text)
  const salt = padded(text.slice(text.lastIndexOf("$") + 1))
  return algorithm && salt && { algorithm, salt }
}
