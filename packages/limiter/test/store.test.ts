/** The windows of the in-memory store: when one begins and ends, what is counted in it, and when it is removed. */
import { assert, it } from "@effect/vitest"
import { Cause, Duration, Effect, Exit, Layer, Result } from "effect"
import { RateLimiter as Effects } from "effect/persistence"
import { TestClock } from "effect/testing"
import { RateLimiter } from "@formwork/domain/limits/RateLimiter"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import * as FixedWindowStore from "@formwork/limiter/FixedWindowStore"
import * as Limiter from "@formwork/limiter/RateLimiter"

/** `tokens` of `limit` from a window of a second. */
const take = (key: string, tokens = 1, limit = 4) =>
  Effects.RateLimiterStore.use((store) =>
    store.fixedWindow({ key, tokens, limit, refillRate: Duration.millis(1_000 / limit) })
  )

it.effect("a window ends when its length has passed: not a millisecond before, and not one after", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* take("a", 4), [4, 1_000])
    yield* TestClock.adjust(999)
    assert.deepStrictEqual(yield* take("a"), [5, 1])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(yield* take("a"), [1, 1_000])
  }).pipe(Effect.provide(FixedWindowStore.layer))
)

it.effect("a window ends when its length has passed, also where the clock was set back meanwhile", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2026-11-21T13:00:00Z"))
    assert.deepStrictEqual(yield* take("a", 4), [4, 1_000])
    yield* TestClock.setTime(Date.parse("2026-11-21T12:00:00Z"))
    assert.deepStrictEqual(yield* take("a"), [5, 1_000])
    yield* TestClock.adjust(1_000)
    assert.deepStrictEqual(yield* take("a"), [1, 1_000])
  }).pipe(Effect.provide(FixedWindowStore.layer))
)

it.effect("a refused request is not counted: a smaller one still gets what is left", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* take("a", 3), [3, 1_000])
    assert.deepStrictEqual(
      [yield* take("a", 2), yield* take("a", 2)],
      [
        [5, 1_000],
        [5, 1_000]
      ]
    )
    assert.deepStrictEqual(yield* take("a", 1), [4, 1_000])
    // A refused request begins no window either.
    assert.deepStrictEqual(yield* take("b", 5), [5, 1_000])
    yield* TestClock.adjust(500)
    assert.deepStrictEqual(yield* take("b", 4), [4, 1_000])
    assert.deepStrictEqual(yield* take("a"), [5, 500])
  }).pipe(Effect.provide(FixedWindowStore.layer))
)

it.effect("a window without a limit counts every request", () =>
  Effect.gen(function* () {
    const store = yield* Effects.RateLimiterStore
    const options = { key: "a", tokens: 7, limit: undefined, refillRate: Duration.zero }
    assert.strictEqual((yield* store.fixedWindow(options))[0], 7)
  }).pipe(Effect.provide(FixedWindowStore.layer))
)

it.effect("a window lasts while any number of other keys come and go", () =>
  Effect.gen(function* () {
    yield* take("a", 4)
    for (let key = 0; key < 10_000; key++) yield* take(`other ${key}`)
    assert.deepStrictEqual(yield* take("a"), [5, 1_000])
  }).pipe(Effect.provide(FixedWindowStore.layer))
)

it("the store removes windows that are over, and keeps the others", () => {
  const windows = new Map(
    [999, 1_000, 1_001, 2_000, 1].map((endsAtMillis) => [`${endsAtMillis}`, { endsAtMillis, used: 1 }])
  )
  FixedWindowStore.forgetEnded(windows, 1_000)
  assert.deepStrictEqual([...windows.keys()], ["1001", "2000"])
})

it.effect("a refusal has the quota; an unavailable store is a defect, not a refusal", () =>
  Effect.gen(function* () {
    const quota = { limit: 1, windowMillis: 2_500 }
    const limiter = RateLimiter.use(({ take: once }) => once("a"))
    yield* Effect.gen(function* () {
      assert.deepStrictEqual(yield* limiter, { limit: 1, windowSeconds: 3, left: 0, resetSeconds: 3 })
      yield* TestClock.adjust(900)
      const refused = yield* Effect.result(limiter)
      if (Result.isSuccess(refused)) return assert.fail("admitted")
      const { limit, retryAfterSeconds, windowSeconds } = refused.failure
      assert.deepStrictEqual([limit, retryAfterSeconds, windowSeconds], [1, 2, 3])
    }).pipe(Effect.provide(Limiter.layer(quota)))

    const away = new Effects.RateLimiterError({
      reason: new Effects.RateLimitStoreError({ message: "away", cause: undefined })
    })
    const store = Layer.effect(
      Effects.RateLimiterStore,
      Effect.map(Effects.RateLimiterStore, (memory) => ({ ...memory, fixedWindow: () => Effect.fail(away) }))
    ).pipe(Layer.provide(Effects.layerStoreMemory))
    const exit = yield* Effect.exit(limiter).pipe(Effect.provide(Limiter.layerFrom(quota).pipe(Layer.provide(store))))
    const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    if (!(defect instanceof Unavailable)) return assert.fail("no defect")
    assert.strictEqual(defect.reason, "the rate limiter's store is out of reach")
    assert.strictEqual(defect.cause, away.reason)
  })
)
