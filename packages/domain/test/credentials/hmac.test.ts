/** HMAC over a digest (RFC 2104), and the pool of random bytes. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { createHash, createHmac } from "node:crypto"
import * as Hmac from "@formwork/domain/credentials/Hmac"
import * as RandomPool from "@formwork/domain/credentials/RandomPool"

const Bytes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))

for (const [name, blockBytes] of [
  ["sha256", 64],
  ["sha512", 128]
] as const) {
  const tag = Hmac.over((bytes) => createHash(name).update(bytes).digest(), blockBytes)
  it.prop(`it is the HMAC of Node for every key and text, with ${name}`, [Bytes, Bytes], ([key, data]) => {
    const [keyBytes, dataBytes] = [Uint8Array.from(key), Uint8Array.from(data)]
    const expected = createHmac(name, keyBytes).update(dataBytes).digest()
    for (const _ of ["first", "again"]) assert.isTrue(expected.equals(tag(keyBytes, dataBytes)))
  })
}

it("a tag has nothing of the texts before it, whichever was longer", () => {
  const tag = Hmac.over((bytes) => createHash("sha256").update(bytes).digest(), 64)
  const key = new Uint8Array(32).fill(7)
  for (const length of [3_000, 1_025, 1_024, 5, 0, 1_023, 1, 2_000, 97]) {
    const data = new Uint8Array(length).fill(length % 251)
    assert.isTrue(createHmac("sha256", key).update(data).digest().equals(tag(key, data)), String(length))
  }
})

it("a key longer than a block is hashed first", () => {
  const tag = Hmac.over((bytes) => createHash("sha256").update(bytes).digest(), 64)
  for (const length of [63, 64, 65, 200]) {
    const key = new Uint8Array(length).fill(length)
    assert.isTrue(createHmac("sha256", key).update(key).digest().equals(tag(key, key)))
  }
})

it("what a key comes to is kept for as long as the key: each further tag digests only the text", () => {
  let digested = 0
  const digest = (bytes: Uint8Array) => {
    digested += 1
    return createHash("sha256").update(bytes).digest()
  }
  const tag = Hmac.over(digest, 64)
  const [key, other] = [new Uint8Array(65), new Uint8Array(65)]
  const digests = (of: Uint8Array) => {
    digested = 0
    tag(of, of)
    return digested
  }
  assert.deepStrictEqual([digests(key), digests(key), digests(other), digests(key)], [3, 2, 3, 2])
})

/** A source that counts what was drawn, and gives each byte another value than its neighbours. */
const source = () => {
  const sizes: Array<number> = []
  let next = 0
  const layer = Layer.succeed(
    SecureRandom.SecureRandom,
    SecureRandom.make((size) => {
      sizes.push(size)
      return Uint8Array.from({ length: size }, () => next++ % 251)
    })
  )
  return { layer, sizes }
}

it.effect("the pool gives each byte of its source once and in order, and asks for many at a time", () => {
  const { layer, sizes } = source()
  return Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    const given: Array<number> = []
    for (let time = 0; time < 300; time++) {
      const bytes = yield* random.randomBytes(16)
      assert.lengthOf(bytes, 16)
      given.push(...bytes)
    }
    assert.deepStrictEqual(
      given,
      given.map((_, index) => index % 251)
    )
    assert.deepStrictEqual(sizes, [4096, 4096])
    // What is more than a quarter of the pool is drawn by itself.
    assert.strictEqual((yield* random.randomBytes(1_024)).length, 1_024)
    assert.deepStrictEqual(sizes, [4096, 4096])
    assert.strictEqual((yield* random.randomBytes(1_025)).length, 1_025)
    assert.deepStrictEqual(sizes, [4096, 4096, 1_025])
  }).pipe(Effect.provide(RandomPool.layer.pipe(Layer.provide(layer))))
})
