/** The operator's port: health, and metrics that do not show who made a request (spec/http.md §8.6). */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Metric, Ref } from "effect"
import { TestClock } from "effect/testing"
import * as Health from "../../src/health/Health.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const operations = (check: Effect.Effect<boolean>) =>
  Health.layer({ host: "127.0.0.1", port: 0 }).pipe(Layer.provideMerge(Health.Readiness.layer(check)))

const get = (path: string, method = "GET") => Harness.send(`${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)

const statuses = Effect.forEach(["/health/live", "/health/ready"], (path) =>
  Effect.map(get(path), ({ body, status }) => [status, body])
)

it.live("a server is ready while the database answers, and live in any case", () =>
  Effect.gen(function* () {
    const answers = yield* Ref.make(true)
    const check = Effect.flatMap(Ref.get(answers), (good) => (good ? Effect.succeed(true) : Effect.die("gone")))
    yield* Effect.gen(function* () {
      const live = [200, "live\n"]
      assert.deepStrictEqual(yield* statuses, [live, [200, "ready\n"]])
      yield* Ref.set(answers, false)
      assert.deepStrictEqual(yield* statuses, [live, [503, "not ready\n"]])
      yield* Ref.set(answers, true)
      assert.deepStrictEqual(yield* statuses, [live, [200, "ready\n"]])
      yield* (yield* Health.Readiness).drain
      assert.deepStrictEqual(yield* statuses, [live, [503, "not ready\n"]])
      for (const path of ["/", "/health", "/v3/api-docs"]) assert.strictEqual((yield* get(path)).status, 404)
    }).pipe(Effect.provide(operations(check)))
  })
)

it.live("a database that never answers makes the server not ready", () =>
  Effect.gen(function* () {
    const never = yield* Deferred.make<boolean>()
    assert.strictEqual(
      (yield* get("/health/ready").pipe(Effect.provide(operations(Deferred.await(never))))).status,
      503
    )
  })
)

it.effect("readiness does not wait for a check that takes long to give up", () =>
  Effect.gen(function* () {
    const given = yield* Deferred.make<void>()
    const check = Effect.onInterrupt(Effect.never, () => Deferred.await(given))
    const answer = yield* Effect.forkChild(
      Effect.flatMap(Health.Readiness, ({ isReady }) => isReady).pipe(Effect.provide(Health.Readiness.layer(check)))
    )
    yield* TestClock.adjust("2 seconds")
    assert.isFalse(yield* Fiber.join(answer))
    yield* Deferred.succeed(given, undefined)
  })
)

it.live(
  "the metrics count each answer by operation and status, each refusal by code, and hold no organisation's data",
  () =>
    Effect.gen(function* () {
      const { form, key, operator } = yield* Harness.tenant
      yield* Harness.call(Harness.evaluatePath(form.id), key)
      yield* Harness.call(Harness.evaluatePath(form.id), key)
      yield* Harness.call(Harness.submissionsPath(form.id), key, { data: {} })
      yield* Harness.call(Harness.submissionsPath("secret-path"), key)
      yield* Harness.call("/secret-path", key)
      yield* Harness.call("/secret-path", "fwk_secret")
      yield* Harness.send(Wire.request({ path: "/", headers: ["Bad Header: secret"] }))
      const metrics = (yield* get("/metrics").pipe(
        Effect.provide(Layer.fresh(operations(Effect.succeed(true))))
      )).body.split("\n")
      const route = "POST /api/platform/v1/forms/:formId/"
      for (const line of [
        "# TYPE formwork_http_requests_total counter",
        `formwork_http_requests_total{operation="${route}evaluate",status="200"} 2`,
        `formwork_http_requests_total{operation="${route}submissions",status="404"} 1`,
        `formwork_http_requests_total{operation="${route}submissions",status="422"} 1`,
        'formwork_http_requests_total{operation="none",status="401"} 1',
        'formwork_http_requests_total{operation="none",status="404"} 1',
        'formwork_http_refusals_total{code="INVALID_SUBMISSION"} 1',
        'formwork_http_refusals_total{code="MALFORMED_REQUEST"} 1',
        'formwork_http_refusals_total{code="NOT_FOUND"} 2',
        'formwork_http_refusals_total{code="UNAUTHENTICATED"} 1',
        `formwork_http_request_duration_seconds_count{operation="${route}evaluate"} 2`,
        `formwork_http_request_duration_seconds_bucket{operation="${route}evaluate",le="+Inf"} 2`
      ]) {
        assert.include(metrics, line, metrics.join("\n"))
      }
      for (const data of [key, key.slice(4, 26), form.id, operator.organisationId, "secret", "Ashworth"]) {
        assert.notInclude(metrics.join("\n"), data)
      }
    }).pipe(Effect.provide(Harness.layer()), Effect.provideService(Metric.MetricRegistry, new Map()))
)
