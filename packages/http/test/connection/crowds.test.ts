/** Many requests at once: on one connection, on many, of one client, of strangers (docs/decisions/0125). */
import { assert, it, layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Metric, Redacted } from "effect"
import { AnalysisThread } from "@formwork/domain/forms/AnalysisThread"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const body = '{"data":{"name":"Ada","age":36}}'
const get = "GET /x HTTP/1.1\r\nHost: x\r\n\r\n"

/** The gauges of this process, by name. */
const gauge = (name: string) => Effect.map(Metric.snapshot, (all) => all.find(({ id }) => id === name)?.state)

layer(Harness.layer(), { excludeTestServices: true })("one connection", (it) => {
  it.effect("a pipeline without a credential gets one 401, and the connection ends", () =>
    Effect.gen(function* () {
      const answers = yield* Wire.writeThenRead(yield* Harness.port, get.repeat(10_000), 10_000)
      assert.deepStrictEqual(
        answers.map(({ headers, status }) => [status, headers["connection"]]),
        [[401, "close"]]
      )
    })
  )

  it.effect("a pipeline of 10,000 with a credential is answered in order up to 32, and the connection ends", () =>
    Effect.gen(function* () {
      const { key } = yield* Harness.tenant
      const one = (index: number) =>
        `GET /x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nX-Request-Id: r${index}\r\n\r\n`
      const bytes = Array.from({ length: 10_000 }, (_, index) => one(index)).join("")
      const answers = yield* Wire.writeThenRead(yield* Harness.port, bytes, 10_000)
      assert.deepStrictEqual(
        answers.map(({ headers, status }) => [status, headers["x-request-id"]]),
        Array.from({ length: 32 }, (_, index) => [404, `r${index}`])
      )
      assert.strictEqual(answers.at(-1)?.headers["connection"], "close")
    })
  )

  it.effect("shorter pipelines are answered whole, one after the other, and the connection goes on", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const request = Wire.request({ path: Harness.evaluatePath(form.id), token: key, body })
      const socket = yield* Wire.open(yield* Harness.port)
      for (let round = 0; round < 5; round++) {
        socket.write(Buffer.concat(Array.from({ length: 20 }, () => request)))
        const answers = yield* Wire.receive(socket, 20)
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          Array.from({ length: 20 }, () => 200)
        )
      }
    })
  )
})

/** Evaluations that wait until they are let go, and count how many run. */
const gated = Effect.gen(function* () {
  const gate = yield* Deferred.make<void>()
  const seen = { running: 0, most: 0, all: 0 }
  const evaluate: Evaluations["Service"]["evaluate"] = () =>
    Effect.gen(function* () {
      seen.running += 1
      seen.all += 1
      seen.most = Math.max(seen.most, seen.running)
      yield* Deferred.await(gate)
      seen.running -= 1
      return { valid: true, calculatedData: {}, hiddenFields: [], outcomes: [], problems: [], data: {}, effects: [] }
    })
  return { gate, seen, evaluate }
})

/** Until `done` holds; the event loop goes round meanwhile. */
const until = (done: () => boolean) =>
  Effect.whileLoop({ while: () => !done(), body: () => Effect.sleep("2 millis"), step: () => undefined })

it.live("a credential that fills its share of the places does not keep another one waiting", () =>
  Effect.gen(function* () {
    const { evaluate, gate, seen } = yield* gated
    const server = Harness.over(
      Layer.succeed(Evaluations, Evaluations.of({ evaluate, explain: () => Effect.die("not asked") })).pipe(
        Layer.provideMerge(Layer.fresh(Harness.services({ limit: 100_000, windowMillis: 60_000 })))
      ),
      { turns: { shares: { all: 8, group: 6, lane: 3 } } }
    )
    yield* Effect.gen(function* () {
      const { form, key, mint } = yield* Harness.tenant
      const other = Redacted.value((yield* mint("submission:write")).token.text)
      for (const token of [key, other]) assert.strictEqual((yield* Harness.call("/x", token)).status, 404)
      const call = (token: string) => Effect.forkChild(Harness.call(Harness.evaluatePath(form.id), token))
      for (let index = 0; index < 10; index++) yield* call(key)
      yield* until(() => seen.running === 3)
      yield* call(other)
      yield* until(() => seen.running === 4)
      assert.strictEqual(seen.most, 4)
      yield* Deferred.succeed(gate, undefined)
      yield* until(() => seen.all === 11 && seen.running === 0)
      assert.isAtMost(seen.most, 6)
    }).pipe(Effect.scoped, Effect.provide(server))
  })
)

it.live("what cannot be begun in time is 503 with Retry-After, and stores and counts nothing", () =>
  Effect.gen(function* () {
    const { evaluate, gate, seen } = yield* gated
    const server = Harness.over(
      Layer.succeed(Evaluations, Evaluations.of({ evaluate, explain: () => Effect.die("not asked") })).pipe(
        Layer.provideMerge(Layer.fresh(Harness.services({ limit: 100_000, windowMillis: 60_000 })))
      ),
      { turns: { shares: { all: 8, group: 6, lane: 3 }, patienceMillis: 100 } }
    )
    yield* Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      assert.strictEqual((yield* Harness.call("/x", key)).status, 404)
      const statuses: Array<number> = []
      const waits: Array<string | undefined> = []
      for (let index = 0; index < 40; index++)
        yield* Effect.forkChild(
          Effect.map(Harness.call(Harness.evaluatePath(form.id), key), ({ headers, status }) => {
            statuses.push(status)
            if (status === 503) waits.push(headers["retry-after"])
          })
        )
      yield* until(() => statuses.length === 37)
      assert.deepStrictEqual(new Set(statuses), new Set([503]))
      for (const wait of waits) assert.match(wait ?? "", /^[1-9]\d?$/u)
      assert.strictEqual(seen.all, 3)
      yield* Deferred.succeed(gate, undefined)
      yield* until(() => statuses.length === 40)
      assert.deepStrictEqual(statuses.slice(37), [200, 200, 200])
      assert.strictEqual((yield* Harness.call("/x", key)).status, 404)
    }).pipe(Effect.scoped, Effect.provide(server))
  })
)

it.live("requests that wait for an analysis keep no place from another organisation", () =>
  Effect.gen(function* () {
    const usual = yield* AnalysisThread
    let isStuck = false
    const thread = Layer.succeed(AnalysisThread, {
      atOnce: 1,
      run: (job) => Effect.suspend(() => (isStuck ? Effect.never : usual.run(job)))
    })
    const server = Harness.over(
      Layer.fresh(Harness.services({ limit: 100_000, windowMillis: 60_000 })).pipe(Layer.provide(thread)),
      { turns: { shares: { all: 4, group: 3, lane: 3 }, patienceMillis: 100 } }
    )
    yield* Effect.gen(function* () {
      const tenants = yield* Effect.all([Harness.tenant, Harness.tenant, Harness.tenant])
      const { key } = yield* Harness.tenant
      isStuck = true
      for (const { mint } of tenants) {
        const token = Redacted.value((yield* mint("form:write")).token.text)
        assert.strictEqual((yield* Harness.call("/x", token)).status, 404)
        const check = Wire.request({ path: "/api/platform/forms/check", token, body: '{"definition":{}}' })
        for (let index = 0; index < 3; index++) (yield* Wire.open(yield* Harness.port)).write(check)
      }
      yield* Effect.sleep("300 millis")
      assert.strictEqual((yield* Harness.call("/x", key)).status, 404)
    }).pipe(Effect.scoped, Effect.provide(server))
  })
)

/** A server where the report of a leaked token never ends, and few requests run at once. */
const stuckReports = (setting: Harness.Setting) => {
  const keys = Effect.map(ApiKeys, (service) => ApiKeys.of({ ...service, report: () => Effect.never }))
  const services = Layer.fresh(Harness.services({ limit: 100_000, windowMillis: 60_000 }))
  return Harness.over(Layer.effect(ApiKeys, keys).pipe(Layer.provideMerge(services)), setting)
}
const report = Wire.request({ path: "/api/platform/leaked-tokens", body: '{"token":"x"}' })

it.live("calls of open endpoints do not keep a credential waiting that the process does not know yet", () =>
  Effect.gen(function* () {
    for (let index = 0; index < 8; index++) (yield* Wire.open(yield* Harness.port)).write(report)
    yield* Effect.sleep("50 millis")
    const { key } = yield* Harness.tenant
    assert.strictEqual((yield* Harness.call("/x", key)).status, 404)
    assert.strictEqual((yield* Harness.call("/x", undefined)).status, 503)
  }).pipe(
    Effect.scoped,
    Effect.provide(stuckReports({ turns: { shares: { all: 4, group: 2, lane: 2 }, patienceMillis: 100 } }))
  )
)

it.live(
  "what is the same for everybody is answered while no request can begin: documents, and the files of a page",
  () =>
    Effect.gen(function* () {
      for (let index = 0; index < 8; index++) (yield* Wire.open(yield* Harness.port)).write(report)
      yield* Effect.sleep("50 millis")
      const statuses = yield* Effect.forEach(["/v3/api-docs", "/x"], (path) =>
        Effect.map(Harness.send(Wire.request({ path, method: "GET" })), ({ status }) => status)
      )
      assert.deepStrictEqual(statuses, [200, 503])
    }).pipe(
      Effect.scoped,
      Effect.provide(stuckReports({ turns: { shares: { all: 1, group: 1, lane: 1 }, patienceMillis: 100 } }))
    )
)

it.live("an address without budget is refused before it waits for a turn", () =>
  Effect.gen(function* () {
    const waiting = yield* Wire.open(yield* Harness.port)
    waiting.write(report)
    yield* Effect.sleep("50 millis")
    const refused = yield* Harness.send(report)
    assert.deepStrictEqual([refused.status, refused.headers["retry-after"]], [429, "60"])
    assert.strictEqual((yield* Harness.send(Wire.request({ path: "/x", headers: ["Expect: tea"] }))).status, 503)
  }).pipe(
    Effect.scoped,
    Effect.provide(
      stuckReports({
        addresses: { limit: 1, windowMillis: 60_000, addresses: 10 },
        turns: { shares: { all: 1, group: 1, lane: 1 }, patienceMillis: 100 }
      })
    )
  )
)

layer(Harness.layer({ connections: { connections: 20 } }), { excludeTestServices: true })(
  "20 connections at most",
  (it) => {
    it.effect(
      "whoever has no key keeps nobody out by holding connections, and a known client keeps each of its own",
      () =>
        Effect.gen(function* () {
          const { form, key } = yield* Harness.tenant
          const port = yield* Harness.port
          const request = Wire.request({ path: Harness.evaluatePath(form.id), token: key, body })
          const goods = [yield* Wire.open(port), yield* Wire.open(port), yield* Wire.open(port)]
          for (const good of goods) {
            good.write(request)
            assert.strictEqual((yield* Wire.receive(good))[0]?.status, 200)
          }
          for (let index = 0; index < 60; index++) yield* Wire.open(port)
          for (let index = 0; index < 5; index++) {
            const late = yield* Wire.open(port)
            late.write(request)
            assert.strictEqual((yield* Wire.receive(late))[0]?.status, 200)
            for (const good of goods) {
              good.write(request)
              assert.strictEqual((yield* Wire.receive(good))[0]?.status, 200)
            }
          }
          const count = yield* gauge("formwork_http_connections")
          assert.isAtMost(Number(Object(count).value), 20)
        })
    )
  }
)
