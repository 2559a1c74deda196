/** What the metrics and the log have of each answer. */
import { assert, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { AccessLog } from "../../src/request/AccessLog.ts"
import * as Harness from "../support/Harness.ts"

/** The series of a metric with their values. */
const series = (name: string) =>
  Effect.map(Metric.snapshot, (all) =>
    all.flatMap(({ attributes, id, state }) => (id === name ? [[attributes, Object(state)["count"]]] : []))
  )

it.live("each answer is counted by its operation and status, and each refusal by its code", () =>
  Effect.gen(function* () {
    const { form, key } = yield* Harness.tenant
    const statuses = yield* Effect.forEach(
      [
        Harness.call(Harness.evaluatePath(form.id), key),
        Harness.call(Harness.evaluatePath(form.id), key, "["),
        Harness.call("/nowhere", key),
        Harness.call("/nowhere", undefined),
        Harness.call("/nowhere", undefined)
      ],
      (call) => Effect.map(call, ({ status }) => status)
    )
    assert.deepStrictEqual(statuses, [200, 400, 404, 401, 401])
    const operation = "POST /api/platform/v1/forms/:formId/evaluate"
    assert.sameDeepMembers(yield* series("formwork_http_requests_total"), [
      [{ operation, status: "200" }, 1],
      [{ operation, status: "400" }, 1],
      [{ operation: "none", status: "404" }, 1],
      [{ operation: "none", status: "401" }, 2]
    ])
    assert.sameDeepMembers(yield* series("formwork_http_request_duration_seconds"), [
      [{ operation }, 2],
      [{ operation: "none" }, 3]
    ])
    assert.sameDeepMembers(yield* series("formwork_http_refusals_total"), [
      [{ code: "MALFORMED_REQUEST" }, 1],
      [{ code: "NOT_FOUND" }, 1],
      [{ code: "UNAUTHENTICATED" }, 2]
    ])
  }).pipe(Effect.provide(Harness.layer()), Effect.provideService(Metric.MetricRegistry, new Map()))
)

it.live("the milliseconds of a request are from its head to its answer", () => {
  const took: Array<number> = []
  return Effect.gen(function* () {
    const { key } = yield* Harness.tenant
    const before = performance.now()
    assert.strictEqual((yield* Harness.call("/nowhere", key)).status, 404)
    const [millis = -1] = took
    assert.isTrue(millis >= 0 && millis <= performance.now() - before, `${millis}`)
  }).pipe(
    Effect.provide(Harness.layer()),
    Effect.provideService(AccessLog, ({ millis }) => void took.push(millis))
  )
})
