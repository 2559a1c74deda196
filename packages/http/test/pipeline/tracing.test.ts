/** A request with a `traceparent`: its work sees the trace, and its span has the status and the end. */
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { MountedEndpoints } from "../../src/endpoint/MountedEndpoint.ts"
import { AccessLog } from "../../src/request/AccessLog.ts"
import type { AccessLine } from "../../src/request/AccessLog.ts"
import { RequestTracing } from "../../src/request/RequestTracing.ts"
import type { TraceRequest } from "../../src/request/RequestTracing.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

/** What a tracer puts into the context of a request. */
const Span = Context.Reference<string>("tracing.test/Span", { defaultValue: () => "none" })

/** Answers with what it sees of the trace. */
const mirror = Layer.succeed(MountedEndpoints, [
  {
    path: "/mirror",
    origins: new Set<string>(),
    envelope: 0,
    answer: () =>
      Effect.gen(function* () {
        const { trace } = yield* CurrentRequest
        return { status: 200, body: JSON.stringify([trace?.traceparent ?? null, yield* Span]) }
      })
  }
])

const services = mirror.pipe(Layer.provideMerge(Layer.fresh(Harness.services({ limit: 1_000, windowMillis: 60_000 }))))

/** A tracer that keeps the spans of requests with a `traceparent`. */
const recording = () => {
  const begun: Array<readonly [traceparent: string, template: string | undefined, startedMillis: number]> = []
  const ended: Array<AccessLine> = []
  const logged: Array<AccessLine> = []
  const trace: TraceRequest = ({ headers }, startedMillis, template) => {
    const { traceparent } = headers
    if (typeof traceparent !== "string") return undefined
    begun.push([traceparent, template, startedMillis])
    return {
      traceparent,
      within: (context) => Context.add(context, Span, `span of ${traceparent}`),
      end: (line) => void ended.push(line)
    }
  }
  return { begun, ended, logged, trace }
}

it.live("a request of a trace runs within its span, and the span ends with what the log says", () => {
  const { begun, ended, logged, trace } = recording()
  return Effect.gen(function* () {
    const { key } = yield* Harness.tenant
    const before = performance.now()
    const send = (path: string, ...headers: ReadonlyArray<string>) =>
      Harness.send(Wire.request({ path, token: key, body: "{}", headers }))
    const traced = yield* send("/mirror", "traceparent: one")
    assert.deepStrictEqual([traced.status, traced.body], [200, '["one","span of one"]'])
    assert.strictEqual((yield* send("/nowhere", "traceparent: two")).status, 404)
    assert.deepStrictEqual(
      begun.map(([traceparent, template]) => [traceparent, template]),
      [
        ["one", "/mirror"],
        ["two", undefined]
      ]
    )
    for (const [, , startedMillis] of begun)
      assert.isTrue(startedMillis >= before && startedMillis <= performance.now(), "when the head was there")
    assert.deepStrictEqual(
      ended.map(({ route, status }) => [route, status]),
      [
        ["/mirror", 200],
        ["-", 404]
      ]
    )
    assert.deepStrictEqual(ended, logged)
  }).pipe(
    Effect.provide(Harness.over(services)),
    Effect.provideService(RequestTracing, trace),
    Effect.provideService(AccessLog, (line) => void logged.push(line))
  )
})

it.live("a request that is in no trace is answered outside of any span", () => {
  const { ended, logged, trace } = recording()
  return Effect.gen(function* () {
    const { key } = yield* Harness.tenant
    const answer = yield* Harness.send(Wire.request({ path: "/mirror", token: key, body: "{}" }))
    assert.deepStrictEqual([answer.status, answer.body], [200, '[null,"none"]'])
    assert.deepStrictEqual([ended.length, logged.length], [0, 1])
  }).pipe(
    Effect.provide(Harness.over(services)),
    Effect.provideService(RequestTracing, trace),
    Effect.provideService(AccessLog, (line) => void logged.push(line))
  )
})
