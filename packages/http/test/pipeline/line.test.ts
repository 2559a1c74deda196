/** What becomes of a request that waits in line when its client leaves. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Metric } from "effect"
import * as Decoded from "@formwork/domain/request/Decoded"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { AccessLog } from "../../src/request/AccessLog.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

/** One request runs at once, and whoever waits has patience. */
const turns = { shares: { all: 1, group: 1, lane: 1 }, patienceMillis: 60_000 }

/** A server whose evaluations wait until they are let go, and tell which of them were begun. */
const gated = Effect.gen(function* () {
  const go = yield* Deferred.make<void>()
  const begun: Array<unknown> = []
  const evaluate: Evaluations["Service"]["evaluate"] = (_caller, _form, request) =>
    Effect.flatMap(Decoded.decode(request), ({ name }) => {
      begun.push(name)
      return Deferred.await(go)
    }).pipe(
      Effect.as({
        valid: true,
        calculatedData: {},
        hiddenFields: [],
        outcomes: [],
        problems: [],
        data: {},
        effects: []
      })
    )
  const services = Layer.succeed(
    Evaluations,
    Evaluations.of({ evaluate, explain: () => Effect.die("not asked") })
  ).pipe(Layer.provideMerge(Layer.fresh(Harness.services({ limit: 1_000, windowMillis: 60_000 }))))
  return { begun, go, server: Harness.over(services, { turns }) }
})

/** Until `done` holds; the event loop goes round meanwhile. */
const until = <E, R>(done: Effect.Effect<boolean, E, R>): Effect.Effect<void, E, R> =>
  Effect.flatMap(done, (isDone) => (isDone ? Effect.void : Effect.andThen(Effect.sleep("2 millis"), until(done))))

const waiting = Effect.map(Metric.snapshot, (all) =>
  Number(Object(all.find(({ id }) => id === "formwork_http_requests_waiting")?.state).value)
)

it.live("a request whose client leaves while it waits in line is never begun, and those behind it move up", () => {
  const statuses: Array<number> = []
  return Effect.gen(function* () {
    const { begun, go, server } = yield* gated
    yield* Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const evaluation = (name: string) =>
        Wire.request({
          path: Harness.evaluatePath(form.id),
          token: key,
          body: JSON.stringify({ data: { name } })
        })
      const sent = Effect.fnUntraced(function* (name: string) {
        const socket = yield* Wire.open(yield* Harness.port)
        socket.write(evaluation(name))
        return socket
      })
      const first = yield* sent("first")
      yield* until(Effect.sync(() => begun.length === 1))
      const gone = yield* sent("gone")
      yield* until(Effect.map(waiting, (count) => count === 1))
      const last = yield* sent("last")
      yield* until(Effect.map(waiting, (count) => count === 2))
      gone.resetAndDestroy()
      // A page does not wait in line. Whatever came before this answer has come by then.
      assert.strictEqual((yield* Harness.send(Wire.request({ path: "/docs", method: "GET" }))).status, 200)
      yield* Deferred.succeed(go, undefined)
      for (const socket of [first, last]) assert.strictEqual((yield* Wire.receive(socket))[0]?.status, 200)
      assert.deepStrictEqual(begun, ["first", "last"])
      assert.deepStrictEqual(statuses, [200, 200, 200], "the page and two evaluations")
    }).pipe(Effect.scoped, Effect.provide(server))
  }).pipe(Effect.provideService(AccessLog, ({ status }) => void statuses.push(status)))
})
