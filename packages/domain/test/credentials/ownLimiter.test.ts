/** A limiter of the embedder's own over an adapter that has one: the nearest is asked. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "@formwork/memory/Memory"
import { RateLimited } from "../../src/callers/Refusal.ts"
import { Admissions } from "../../src/credentials/Admissions.ts"
import { ApiKeys } from "../../src/keys/ApiKeys.ts"
import { RateLimiter } from "../../src/limits/RateLimiter.ts"
import * as Services from "../../src/Services.ts"
import { authenticate, request, setting, tag } from "../people/ownerFixture.ts"

it.effect("a limiter that always refuses is asked, and the one of the adapter beneath is not", () => {
  const asked: Array<string> = []
  const closed = Layer.succeed(RateLimiter, {
    take: (key) =>
      Effect.suspend(() => {
        asked.push(key)
        return Effect.fail(new RateLimited({ retryAfterSeconds: 60, limit: 0, windowSeconds: 60 }))
      })
  })
  const services = Services.layer.pipe(
    Layer.provide(Admissions.layerComposed),
    Layer.provide(closed),
    Layer.provideMerge(Memory.layer())
  )
  return Effect.gen(function* () {
    const { operator, organisationId } = yield* setting
    const { key, token } = yield* ApiKeys.use((keys) => keys.create(operator, request))
    assert.strictEqual(yield* tag(authenticate(token.text)), "RateLimited")
    assert.deepStrictEqual(asked, [`${organisationId}/${key.id}`])
  }).pipe(Effect.provide(services))
})
