/** What is logged in an outage. Other defects are still logged. */
import { assert, it, layer } from "@effect/vitest"
import { Cause, Duration, Effect, Exit, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import * as FailureLog from "../../src/pipeline/FailureLog.ts"
import * as Harness from "../support/Harness.ts"

/** The logged lines, each as its message, its annotations, and whether it has a cause. */
const overheard = () => {
  const lines: Array<readonly [message: unknown, told: unknown, hasCause: boolean]> = []
  const logger = Logger.make<unknown, void>(({ cause, message }) => {
    const [text, told] = Array.isArray(message) ? message : [message]
    lines.push([text, told, cause.reasons.length > 0])
  })
  return { lines, logger: Logger.layer([logger]) }
}

const away = (reason: string) => Cause.die(new Unavailable({ reason }))
const about = (requestId: string) => ({ method: "GET", route: "/", requestId })

it.effect(
  "an outage is logged once in full, then as a count every five seconds while it lasts, separately for each cause",
  () => {
    const { lines, logger } = overheard()
    return Effect.gen(function* () {
      const { log } = yield* FailureLog.make
      const failing = (reason: string, times: number) =>
        Effect.forEach(Array.from({ length: times }), () => log(away(reason), about("one")), { discard: true })
      yield* failing("database", 100)
      yield* failing("redis", 3)
      assert.deepStrictEqual(lines.splice(0), [
        ["request failed", about("one"), true],
        ["request failed", about("one"), true]
      ])
      yield* TestClock.adjust("4900 millis")
      assert.deepStrictEqual(lines, [])
      yield* TestClock.adjust("100 millis")
      assert.deepStrictEqual(lines.splice(0), [
        ["requests failed", { reason: "database", times: 99 }, false],
        ["requests failed", { reason: "redis", times: 2 }, false]
      ])
      yield* failing("database", 7)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(lines.splice(0), [["requests failed", { reason: "database", times: 7 }, false]])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(lines, [])
      yield* failing("database", 2)
      assert.deepStrictEqual(
        lines.splice(0),
        [["request failed", about("one"), true]],
        "after a pause it is another outage"
      )
    }).pipe(Effect.scoped, Effect.provide(logger))
  }
)

it.effect("a setting says for how long requests that fail in one outage share a line", () => {
  const { lines, logger } = overheard()
  return Effect.gen(function* () {
    const { log } = yield* FailureLog.make
    for (const id of ["one", "two"]) yield* log(away("database"), about(id))
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(lines[1], ["requests failed", { reason: "database", times: 1 }, false])
  }).pipe(Effect.scoped, Effect.provideService(FailureLog.OutageLogWindow, Duration.seconds(1)), Effect.provide(logger))
})

it.effect("every defect is logged in full each time, also during an outage", () => {
  const { lines, logger } = overheard()
  return Effect.gen(function* () {
    const { log } = yield* FailureLog.make
    const fault = Cause.die(new Error("a bug"))
    const mixed = Cause.combine(away("database"), fault)
    for (const cause of [away("database"), fault, fault, mixed, mixed, away("database")])
      yield* log(cause, about("one"))
    assert.deepStrictEqual(
      lines,
      Array.from({ length: 5 }, () => ["request failed", about("one"), true])
    )
  }).pipe(Effect.scoped, Effect.provide(logger))
})

it.effect("a server that stops logs its counts, and the number of counted causes is bounded", () => {
  const { lines, logger } = overheard()
  return Effect.gen(function* () {
    const scope = yield* Scope.make()
    const { log } = yield* Scope.provide(FailureLog.make, scope)
    for (let reason = 0; reason < 500; reason++) yield* log(away(String(reason)), about("one"))
    assert.lengthOf(lines.splice(0), 101)
    yield* Scope.close(scope, Exit.void)
    assert.deepStrictEqual(lines, [["requests failed", { reason: "other outages", times: 399 }, false]])
  }).pipe(Effect.provide(logger))
})

const { lines, logger } = overheard()
const gone = () => Effect.die(new Unavailable({ reason: "the database is out of reach" }))
const server = Harness.over(
  Layer.succeed(Evaluations, { evaluate: gone, explain: gone }).pipe(
    Layer.provideMerge(Layer.fresh(Harness.services()))
  ),
  { logs: "Info" }
).pipe(Layer.provideMerge(logger))

layer(server)("a server whose store is unavailable", (it) => {
  it.effect("a server whose store is unavailable answers every request 503 and logs one error", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const answers = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        Harness.call(Harness.evaluatePath(form.id), key)
      )
      assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([503]))
      const [first] = answers
      const route = "/api/platform/v1/forms/:formId/evaluate"
      assert.deepStrictEqual(lines, [
        ["request failed", { method: "POST", route, requestId: first?.headers["x-request-id"] }, true]
      ])
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(lines.at(-1), [
        "requests failed",
        { reason: "the database is out of reach", times: 19 },
        false
      ])
    })
  )
})
