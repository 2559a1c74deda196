/** Request ids are UUIDs of version 7, and differ. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import * as RequestIds from "../../src/request/RequestIds.ts"

it.effect("a request id is a UUID of version 7 that begins with the time, and no two are the same", () =>
  Effect.gen(function* () {
    const make = yield* RequestIds.make
    yield* TestClock.setTime(0x0123_4567_89ab)
    assert.strictEqual(yield* Clock.currentTimeMillis, 0x0123_4567_89ab)
    const ids = Array.from({ length: 1_000 }, make)
    assert.strictEqual(new Set(ids).size, 1_000)
    const isUuid = Schema.is(Schema.String.check(Schema.isUUID(7)))
    for (const id of ids) assert.isTrue(isUuid(id) && id.startsWith("01234567-89ab-7"), id)
  }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
)

it.effect("every random bit of an id is one that was drawn for it", () =>
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    let next = 0
    const make = yield* Effect.provideService(RequestIds.make, SecureRandom.SecureRandom, {
      ...random,
      randomBytes: (size) => Effect.sync(() => Uint8Array.from({ length: size }, () => next++ % 256))
    })
    assert.strictEqual(make().slice(14), "7001-8203-040506070809")
    assert.strictEqual(make().slice(14), "7a0b-8c0d-0e0f10111213")
  }).pipe(Effect.provide(SecureRandom.layerWebCrypto))
)
