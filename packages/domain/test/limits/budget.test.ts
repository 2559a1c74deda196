/** The budget that a caller sees (spec/http.md §7.1). */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { monotonicMillis } from "@formwork/domain/limits/monotonicMillis"
import * as Budget from "@formwork/domain/limits/Budget"

const Millis = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000_000 }))

it.prop("waiting the whole seconds that are shown suffices, and a second less does not", [Millis], ([millis]) => {
  const seconds = Budget.wholeSeconds(millis)
  assert.isTrue(Number.isInteger(seconds) && seconds >= 1)
  assert.isTrue(seconds * 1000 >= millis)
  assert.isTrue(seconds === 1 || (seconds - 1) * 1000 < millis)
})

it("a budget shows the requests that are left, at least 0, and when its window ends", () => {
  const quota = { limit: 3, windowMillis: 2_500 }
  const left = [1, 2, 3, 4].map((used) => Budget.admitted(quota, used, 1_001))
  assert.deepStrictEqual(
    left,
    [2, 1, 0, 0].map((rest) => ({ limit: 3, windowSeconds: 3, left: rest, resetSeconds: 2 }))
  )
  for (const budget of left) assert.isTrue(Schema.is(Budget.Budget)(budget))
  assert.isFalse(Schema.is(Budget.Budget)({}))
  assert.deepStrictEqual(Budget.defaultQuota, { limit: 120, windowMillis: 60_000 })
})

it("a key with a limit of its own has that many requests a minute, and any other credential the deployment's quota", () => {
  assert.deepStrictEqual(Budget.ownQuota({ ...KeyLimits.none, requestsPerMinute: 7 }), {
    limit: 7,
    windowMillis: 60_000
  })
  for (const limits of [null, KeyLimits.none]) assert.isUndefined(Budget.ownQuota(limits))
})

it("a quota of any window has so many requests a minute, rounded down", () => {
  const perMinute = (limit: number, windowMillis: number) => Budget.perMinute({ limit, windowMillis })
  assert.deepStrictEqual([perMinute(120, 60_000), perMinute(5, 1_000), perMinute(10, 90_000)], [120, 300, 6])
})

it.effect("time that passes is in milliseconds, whatever happens to the wall clock", () =>
  Effect.gen(function* () {
    const before = yield* monotonicMillis
    yield* TestClock.adjust(1_500)
    assert.strictEqual((yield* monotonicMillis) - before, 1_500)
    yield* TestClock.setTime(0)
    assert.isAtLeast((yield* monotonicMillis) - before, 1_500)
  })
)
