/** Randomness that repeats: two runs that begin with one seed draw the same ids, tokens, salts and delays, in the same order. */
import { Effect, Layer, Random } from "effect"
import { SecureRandom } from "effect/crypto"

/** What a run begins with. */
export type Seed = string | number

/**
 * A generator that depends on the seed and on what it is for, so that one purpose takes nothing from another's sequence. It is set up
 * for its first draw: that takes longer than a hundred draws, and many a process draws nothing.
 */
const generator = (seed: Seed, purpose: string): Effect.Effect<Random.Random> =>
  Effect.suspend(() => Effect.provideService(Random.Random, Random.Random, lazily(`${seed}/${purpose}`)))

const lazily = (seed: string): Random.Random => {
  let made: Random.Random | undefined
  const random = () => (made ??= Effect.runSync(Random.withSeed(Random.Random, seed)))
  return {
    nextDoubleUnsafe: () => random().nextDoubleUnsafe(),
    nextIntUnsafe: () => random().nextIntUnsafe()
  }
}

/** `size` bytes, a word of 32 bits at a time. */
const bytesOf = (random: Random.Random, size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 4) {
    const word = Math.floor(random.nextDoubleUnsafe() * 2 ** 32)
    for (let byte = 0; byte < 4 && at + byte < size; byte++) bytes[at + byte] = (word >>> (8 * byte)) & 0xff
  }
  return bytes
}

/**
 * `SecureRandom` and Effect's `Random`, both from `seed`. A UUIDv7 begins with the time: ids repeat where the clock does too.
 * For tests alone: a person who knows the seed knows every token.
 */
export const layer = (seed: Seed): Layer.Layer<SecureRandom.SecureRandom> =>
  Layer.merge(
    Layer.effect(
      SecureRandom.SecureRandom,
      Effect.map(generator(seed, "bytes"), (random) => SecureRandom.make((size) => bytesOf(random, size)))
    ),
    Layer.effect(Random.Random, generator(seed, "numbers"))
  )
