/** Requests that wait in line, and requests under way, when their clients leave. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Logger, Metric } from "effect"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import * as Decoded from "@formwork/domain/request/Decoded"
import { AccessLog } from "../../src/request/AccessLog.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

/** One request runs at once, and each that waits has patience. */
const turns = { shares: { all: 1, group: 1, lane: 1 }, patienceMillis: 60_000 }

const result = {
  valid: true,
  calculatedData: {},
  hiddenFields: [],
  outcomes: [],
  problems: [],
  data: {},
  effects: []
}

const services = () => Layer.fresh(Harness.services({ limit: 1_000, windowMillis: 60_000 }))

/** Until `done` holds; the event loop goes round meanwhile. */
const until = <E, R>(done: Effect.Effect<boolean, E, R>): Effect.Effect<void, E, R> =>
  Effect.flatMap(done, (isDone) => (isDone ? Effect.void : Effect.andThen(Effect.sleep("2 millis"), until(done))))

/** Until so many requests wait. */
const untilWaiting = (expected: number) =>
  until(
    Effect.map(Metric.snapshot, (all) => {
      const waiting = all.find(({ id }) => id === "formwork_http_requests_waiting")?.state
      return Object(waiting).value === expected
    })
  )

/** A page does not wait in line. Whatever came before its answer has come by then. */
const page = Effect.map(Harness.send(Wire.request({ path: "/docs", method: "GET" })), ({ status }) =>
  assert.strictEqual(status, 200)
)

/** A server whose evaluations wait until they are let go; it keeps which of them were begun, and what was logged. */
const gated = Effect.fnUntraced(function* (patienceMillis = turns.patienceMillis) {
  const go = yield* Deferred.make<void>()
  const begun: Array<unknown> = []
  const statuses: Array<number> = []
  const errors: Array<string> = []
  const evaluate: Evaluations["Service"]["evaluate"] = (_caller, _form, request) =>
    Effect.flatMap(Decoded.decode(request), ({ name }) => {
      begun.push(name)
      return Effect.as(Deferred.await(go), result)
    })
  const evaluations = Layer.succeed(Evaluations, Evaluations.of({ evaluate, explain: () => Effect.die("not asked") }))
  const logs = Layer.mergeAll(
    Layer.succeed(AccessLog, ({ status }) => void statuses.push(status)),
    Logger.layer([Logger.map(Logger.formatJson, (line) => errors.push(line))])
  )
  const server = Harness.over(evaluations.pipe(Layer.provideMerge(services())), {
    turns: { ...turns, patienceMillis },
    logs: "Info"
  })
  return { begun, errors, go, statuses, server: server.pipe(Layer.provide(logs)) }
})

/** Evaluations of the payloads of these names, on one connection. */
const sending = ({ form, key }: Harness.Tenant) =>
  Effect.fnUntraced(function* (...names: ReadonlyArray<string>) {
    const socket = yield* Wire.open(yield* Harness.port)
    const requests = names.map((name) =>
      Wire.request({ path: Harness.evaluatePath(form.id), token: key, body: JSON.stringify({ data: { name } }) })
    )
    socket.write(Buffer.concat(requests))
    return socket
  })

it.live("a request whose client leaves while it waits in line is never begun, and those behind it move up", () =>
  Effect.gen(function* () {
    const { begun, go, server, statuses } = yield* gated()
    yield* Effect.gen(function* () {
      const send = sending(yield* Harness.tenant)
      const first = yield* send("first")
      yield* until(Effect.sync(() => begun.length === 1))
      const gone = yield* send("gone")
      yield* untilWaiting(1)
      const last = yield* send("last")
      yield* untilWaiting(2)
      gone.resetAndDestroy()
      yield* page
      yield* Deferred.succeed(go, undefined)
      for (const socket of [first, last]) assert.strictEqual((yield* Wire.receive(socket))[0]?.status, 200)
      assert.deepStrictEqual(begun, ["first", "last"])
      assert.deepStrictEqual(statuses, [200, 200, 200], "the page and two evaluations")
    }).pipe(Effect.scoped, Effect.provide(server))
  })
)

it.live("a request under way whose client leaves gives its place to the next, and what was behind it is dropped", () =>
  Effect.gen(function* () {
    const { begun, errors, go, server, statuses } = yield* gated()
    yield* Effect.gen(function* () {
      const send = sending(yield* Harness.tenant)
      const gone = yield* send("gone", "behind", "further behind")
      yield* until(Effect.sync(() => begun.length === 1))
      const next = yield* send("next")
      yield* untilWaiting(1)
      gone.resetAndDestroy()
      yield* until(Effect.sync(() => begun.length === 2))
      yield* Deferred.succeed(go, undefined)
      assert.strictEqual((yield* Wire.receive(next))[0]?.status, 200)
      yield* page
      assert.deepStrictEqual(begun, ["gone", "next"])
      assert.deepStrictEqual(statuses, [499, 200, 200])
      assert.deepStrictEqual(errors, [], "a client that leaves is no failure of the server")
    }).pipe(Effect.scoped, Effect.provide(server))
  })
)

it.live("a request that waits for longer than its patience is refused with Retry-After, and is never begun", () =>
  Effect.gen(function* () {
    const { begun, go, server } = yield* gated(100)
    yield* Effect.gen(function* () {
      const send = sending(yield* Harness.tenant)
      const first = yield* send("first")
      yield* until(Effect.sync(() => begun.length === 1))
      const [refused] = yield* Wire.receive(yield* send("late"))
      assert.deepStrictEqual([refused?.status, refused?.headers["retry-after"]], [503, "1"])
      yield* Deferred.succeed(go, undefined)
      assert.strictEqual((yield* Wire.receive(first))[0]?.status, 200)
      assert.deepStrictEqual(begun, ["first"])
    }).pipe(Effect.scoped, Effect.provide(server))
  })
)

it.live("a malformed body is refused when its request begins, after what the head is refused for", () =>
  Effect.gen(function* () {
    const { begun, go, server } = yield* gated()
    yield* Effect.gen(function* () {
      const tenant = yield* Harness.tenant
      const first = yield* sending(tenant)("first")
      yield* until(Effect.sync(() => begun.length === 1))
      const malformed = Effect.fnUntraced(function* (token: string) {
        const head = [
          `POST ${Harness.evaluatePath(tenant.form.id)} HTTP/1.1`,
          "Host: x",
          `Authorization: Bearer ${token}`,
          "Content-Type: application/json",
          "Transfer-Encoding: chunked"
        ]
        const socket = yield* Wire.open(yield* Harness.port)
        socket.write(`${head.join("\r\n")}\r\n\r\nnot a chunk\r\n\r\n`)
        return socket
      })
      const waiting = [yield* malformed(tenant.key), yield* malformed("none")]
      yield* untilWaiting(2)
      yield* Deferred.succeed(go, undefined)
      assert.strictEqual((yield* Wire.receive(first))[0]?.status, 200)
      const answers = yield* Effect.forEach(waiting, (socket) => Wire.receive(socket))
      assert.deepStrictEqual(
        answers.map(([answer]) => answer?.status),
        [400, 401]
      )
    }).pipe(Effect.scoped, Effect.provide(server))
  })
)

it.live("a call of an open endpoint waits with the strangers, whatever credential it has", () => {
  const stuck = Layer.effect(
    ApiKeys,
    Effect.map(ApiKeys, (keys) => ApiKeys.of({ ...keys, report: () => Effect.never }))
  )
  return Effect.gen(function* () {
    const { key } = yield* Harness.tenant
    const report = Wire.request({ path: "/api/platform/leaked-tokens", token: key, body: '{"token":"x"}' })
    const socket = yield* Wire.open(yield* Harness.port)
    socket.write(report)
    yield* page
    const other = yield* Wire.open(yield* Harness.port)
    other.write(Wire.request({ path: "/nowhere" }))
    yield* untilWaiting(1)
    assert.strictEqual((yield* Harness.call("/nowhere", key)).status, 404, "a key that is not known yet")
  }).pipe(
    Effect.scoped,
    Effect.provide(
      Harness.over(stuck.pipe(Layer.provideMerge(services())), {
        gracefulShutdown: "50 millis",
        turns: { ...turns, shares: { all: 2, group: 1, lane: 1 } }
      })
    )
  )
})
