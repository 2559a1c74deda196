/** Random bytes drawn from the operating system by the thousand: asking it for sixteen takes as long as asking for four thousand. */
import { Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"

const poolBytes = 4_096

/** A `SecureRandom` over another: each byte that it draws is given once, and is not kept after that. */
export const layer: Layer.Layer<SecureRandom.SecureRandom, never, SecureRandom.SecureRandom> = Layer.effect(
  SecureRandom.SecureRandom,
  Effect.map(SecureRandom.SecureRandom, (source) => {
    const draw = (size: number): Uint8Array => Effect.runSync(source.randomBytes(size))
    let pool: Uint8Array = new Uint8Array(0)
    let at = 0
    return SecureRandom.make((size) => {
      if (size > poolBytes / 4) return draw(size)
      if (at + size > pool.length) {
        pool = draw(poolBytes)
        at = 0
      }
      const bytes = pool.slice(at, at + size)
      pool.fill(0, at, at + size)
      at += size
      return bytes
    })
  })
)
