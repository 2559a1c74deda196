/** The request budget as a client sees it (spec/service.md §8; spec/http.md §2.2 and spec/http.md §7.1). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Harness from "../support/Harness.ts"

layer(Harness.layer({ quota: { limit: 3, windowMillis: 2_500 } }))("a budget of 3 requests in 2.5 seconds", (it) => {
  it.effect(
    "every authenticated answer, also a refusal, has the budget in RateLimit-Policy and what is left of it in RateLimit",
    () =>
      Effect.gen(function* () {
        const { form, key, mint } = yield* Harness.tenant
        const reader = Redacted.value((yield* mint("submission:read")).token.text)
        const path = Harness.evaluatePath(form.id)
        const told = (target: string, token: string, body?: unknown) =>
          Effect.map(Harness.call(target, token, body), ({ headers, status }) => [
            status,
            headers["ratelimit"],
            headers["ratelimit-policy"]
          ])
        const policy = '"default";q=3;w=3'
        assert.deepStrictEqual(yield* told(path, key), [200, '"default";r=2;t=3', policy])
        assert.deepStrictEqual(yield* told("/nothing", key), [404, '"default";r=1;t=3', policy])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* told(path, key, "["), [400, '"default";r=0;t=2', policy])
        assert.deepStrictEqual(yield* told(path, key), [429, '"default";r=0;t=2', policy])
        // Another key has its own budget; a 401 has none.
        assert.deepStrictEqual(yield* told(path, reader), [403, '"default";r=2;t=3', policy])
        assert.deepStrictEqual(yield* told(path, "none"), [401, undefined, undefined])
      })
  )

  it.effect(
    "a credential without budget gets 429 RATE_LIMITED before its request is read, and succeeds after Retry-After",
    () =>
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const path = Harness.evaluatePath(form.id)
        for (let used = 0; used < 3; used++) assert.strictEqual((yield* Harness.call(path, key)).status, 200)
        yield* TestClock.adjust("900 millis")
        for (const target of [path, "/nothing", Harness.evaluatePath("x")]) {
          const { body, headers, status } = yield* Harness.call(target, key, "junk")
          assert.deepStrictEqual([status, headers["retry-after"]], [429, "2"])
          assert.strictEqual(
            body,
            JSON.stringify({
              type: "urn:formwork:problem:rate-limited",
              title: "Over the request budget",
              status: 429,
              error: "The budget of 3 requests in 3 seconds is spent. Wait 2 seconds and go on.",
              code: "RATE_LIMITED",
              requestId: headers["x-request-id"]
            })
          )
        }
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual((yield* Harness.call(path, key)).status, 200)
      })
  )
})
