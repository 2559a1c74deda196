/** The limiter obeys the laws of admission, and counts as the contract says where effect's own store does not. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { RateLimiter } from "@formwork/domain/limits/RateLimiter"
import * as Admissions from "@formwork/limiter/Admissions"
import * as Limiter from "@formwork/limiter/RateLimiter"
import * as Memory from "@formwork/memory/Memory"
import { contractOf } from "@formwork/contract/contract"
import { virtual } from "@formwork/contract/Subject"
import * as fc from "fast-check"

contractOf(
  "Admissions",
  "limiter",
  virtual((quota) => Admissions.layer(quota).pipe(Layer.provideMerge(Memory.layer(quota))))
)

const quota = { limit: 4, windowMillis: 1_000 }

it.effect("any sequence of requests and pauses is admitted as fixed windows of the whole length admit it", () =>
  Effect.gen(function* () {
    const limiter = yield* RateLimiter
    const sequences = fc.sample(
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 700 })), { maxLength: 40 }),
      { numRuns: 60, seed: 7 }
    )
    for (const [index, pauses] of sequences.entries()) {
      let windowEnds = -1
      let used = 0
      let now = 0
      for (const pause of pauses) {
        yield* TestClock.adjust(pause)
        now += pause
        if (now >= windowEnds) used = 0
        if (used === 0) windowEnds = now + quota.windowMillis
        const result = yield* Effect.result(limiter.take(`key ${index}`))
        assert.strictEqual(result._tag, used < quota.limit ? "Success" : "Failure")
        if (result._tag === "Success") {
          used += 1
          assert.strictEqual(result.success.left, quota.limit - used)
        } else assert.strictEqual(result.failure.retryAfterSeconds, Math.ceil((windowEnds - now) / 1000))
      }
    }
  }).pipe(Effect.provide(Limiter.layer(quota)))
)
