/** Turns a token into the hash that is stored: an HMAC-SHA-256 under a pepper that is not in the database (spec/http.md §3.3). */
import type { Array } from "effect"
import { Context, Effect, identity, Layer, Redacted } from "effect"
import { Mac } from "effect/crypto"
import type { Kind, Token } from "./Token.ts"

export interface Pepper {
  /** Stored beside each hash, so that a pepper can be replaced. */
  readonly id: string
  /** At least 32 random bytes. */
  readonly key: Redacted.Redacted<Uint8Array>
}

export interface TokenHash {
  readonly pepperId: string
  /** 32 bytes. */
  readonly hash: Uint8Array
}

export class TokenHasher extends Context.Service<
  TokenHasher,
  {
    /** The hash to store: under the current pepper. */
    readonly hash: (token: Token<Kind>) => Effect.Effect<TokenHash>
    /** The hashes that may be stored: under the current pepper and those before it. */
    readonly candidates: (token: Token<Kind>) => Effect.Effect<Array.NonEmptyReadonlyArray<TokenHash>>
  }
>()("@formwork/domain/credentials/TokenHasher") {
  /** @param peppers the current one first. */
  static readonly layer = (peppers: Array.NonEmptyReadonlyArray<Pepper>) =>
    Layer.effect(
      TokenHasher,
      Effect.gen(function* () {
        const mac = yield* Mac.Mac
        const keys = yield* Effect.forEach(peppers, ({ id, key }) =>
          Mac.key(Mac.hmacSha256, Redacted.value(key)).pipe(
            Effect.orDie,
            Effect.map((material) => ({ id, material }))
          )
        )
        const under = <A>({ id, material }: (typeof keys)[number], token: Token<Kind>, use: (hash: TokenHash) => A) =>
          Effect.orDie(
            Effect.map(mac.sign(material, bytesOf(Redacted.value(token.text))), (hash) => use({ pepperId: id, hash }))
          )
        const [current] = keys
        return TokenHasher.of({
          hash: (token) => under(current, token, identity),
          candidates: (token) =>
            keys.length === 1
              ? under(current, token, (hash) => [hash] as const)
              : Effect.forEach(keys, (key) => under(key, token, identity))
        })
      })
    )
}

/** Bytes for the next tokens: to make an array for each takes longer than to digest it. Each byte is given out once. */
const atOnce = 8_192
let room = new Uint8Array(0)
let used = 0

/** Of a token, whose text is ASCII. */
const bytesOf = (text: string): Uint8Array => {
  if (used + text.length > room.length) {
    room = new Uint8Array(Math.max(atOnce, text.length))
    used = 0
  }
  const bytes = room.subarray(used, used + text.length)
  used += text.length
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}
