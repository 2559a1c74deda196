/** A defect, or a client that disconnects: what is answered, what is logged, and what is still completed. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { Callers } from "@formwork/domain/credentials/Callers"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Submissions } from "@formwork/domain/filing/Submissions"
import type { CreateResult } from "@formwork/domain/filing/create"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { AccessLog } from "../../src/request/AccessLog.ts"
import type { AccessLine } from "../../src/request/AccessLog.ts"
import * as Server from "../../src/Server.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

type Evaluate = Evaluations["Service"]["evaluate"]
type Create = Submissions["Service"]["create"]

const broken = () => Effect.die(new Error("not in this test"))

/** A server whose endpoints do what a test says; keys, forms and the rest are real. */
const serverWith = (
  { create = broken, evaluate = broken }: { readonly create?: Create; readonly evaluate?: Evaluate },
  setting?: Harness.Setting
) =>
  Harness.over(
    Layer.merge(Layer.succeed(Evaluations, { evaluate, explain: broken }), Layer.mock(Submissions, { create })).pipe(
      Layer.provideMerge(Layer.fresh(Harness.services()))
    ),
    setting
  )

/** A server that the test stops. */
const started = Effect.fnUntraced(function* (server: ReturnType<typeof serverWith>) {
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(server, scope)
  const tenant = yield* Effect.provideContext(Harness.tenant, context)
  const port = yield* Effect.provideContext(Harness.port, context)
  return { ...tenant, port, stop: Scope.close(scope, Exit.void) }
})

const problem = (answer: Wire.Answer) => {
  const { code, requestId, ...rest } = JSON.parse(answer.body)
  assert.strictEqual(requestId, answer.headers["x-request-id"])
  return { code, members: Object.keys(rest), status: answer.status }
}

it.live(
  "a defect answers 500 INTERNAL without detail, and is logged once with the request id and without a token",
  () => {
    const lines: Array<string> = []
    const recorder = Logger.layer([Logger.map(Logger.formatJson, (line) => lines.push(line))])
    const answered: Array<AccessLine> = []
    return Effect.gen(function* () {
      const { form, key, keyId, operator } = yield* Harness.tenant
      const answer = yield* Harness.call(Harness.evaluatePath(form.id), key)
      assert.deepStrictEqual(problem(answer), {
        code: "INTERNAL",
        members: ["type", "title", "status", "error"],
        status: 500
      })
      assert.notInclude(answer.body, "hunter2")
      assert.isDefined(answer.headers["ratelimit"])
      const id = answer.headers["x-request-id"] ?? "none"
      const errors = lines.filter((line) => line.includes('"ERROR"') || line.includes('"Error"'))
      assert.lengthOf(errors, 1)
      assert.include(errors[0], id)
      assert.include(errors[0], "the disk said hunter2")
      const { millis, ...line } = answered[0] ?? assert.fail("no line")
      assert.lengthOf(answered, 1)
      assert.deepStrictEqual(line, {
        method: "POST",
        route: "/api/platform/v1/forms/:formId/evaluate",
        status: 500,
        requestId: id,
        organisation: operator.organisationId,
        credential: keyId,
        address: "127.0.0.1"
      })
      assert.isTrue(millis >= 0 && millis < 1_000_000, "a duration, and no point in time")
      lines.push(JSON.stringify(line))
      for (const line of lines) {
        assert.notInclude(line, key)
        assert.notInclude(line, key.slice(-20))
        assert.notInclude(line, form.id)
      }
    }).pipe(
      Effect.provide(serverWith({ evaluate: () => Effect.die(new Error("the disk said hunter2")) }, { logs: "Info" })),
      Effect.provide(recorder),
      Effect.provideService(AccessLog, (line) => void answered.push(line))
    )
  }
)

it.live(
  "an adapter that throws before it gives an effect is a defect too: it answers 500, and the server goes on",
  () => {
    let throws = false
    const services = Layer.effect(
      Callers,
      Effect.map(Callers, (real) =>
        Callers.of({
          ...real,
          authenticate: (secret) => {
            if (throws) throw new Error("an adapter of somebody else")
            return real.authenticate(secret)
          }
        })
      )
    ).pipe(Layer.provideMerge(Layer.fresh(Harness.services())))
    return Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const statuses: Array<number> = []
      // Of a credential that is not known yet, of one that is, and once more.
      for (const isBroken of [true, false, true, false]) {
        throws = isBroken
        const answer = yield* Harness.call(Harness.evaluatePath(form.id), key)
        statuses.push(answer.status)
        if (isBroken) assert.strictEqual(problem(answer).code, "INTERNAL")
      }
      assert.deepStrictEqual(statuses, [500, 200, 500, 200])
    }).pipe(Effect.provide(Harness.over(services)))
  }
)

it.live("an unavailable database answers 503 UNAVAILABLE with Retry-After", () =>
  Effect.gen(function* () {
    const { form, key } = yield* Harness.tenant
    const answer = yield* Harness.call(Harness.evaluatePath(form.id), key)
    assert.deepStrictEqual(problem(answer), {
      code: "UNAVAILABLE",
      members: ["type", "title", "status", "error"],
      status: 503
    })
    assert.strictEqual(answer.headers["retry-after"], "5")
    assert.include(answer.body, "5 seconds")
    assert.notInclude(answer.body, "pool")
  }).pipe(
    Effect.provide(serverWith({ evaluate: () => Effect.die(new Unavailable({ reason: "the pool is exhausted" })) }))
  )
)

it.live("a filing is completed when the client disconnects", () =>
  Effect.gen(function* () {
    const begun = yield* Deferred.make<void>()
    const left = yield* Deferred.make<void>()
    const done = yield* Deferred.make<string>()
    const create = (): Effect.Effect<CreateResult> =>
      Deferred.succeed(begun, undefined).pipe(
        Effect.andThen(Deferred.await(left)),
        Effect.andThen(Effect.yieldNow),
        Effect.andThen(Deferred.succeed(done, "stored")),
        Effect.andThen(Effect.die(new Error("the handler fails late"))),
        Effect.uninterruptible
      )
    yield* Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      yield* Effect.scoped(
        Effect.gen(function* () {
          const socket = yield* Wire.open(yield* Harness.port)
          socket.write(Wire.request({ path: Harness.submissionsPath(form.id), token: key, body: '{"data":{}}' }))
          yield* Deferred.await(begun)
        })
      )
      // The socket is gone by now; give the server's turn of the event loop a chance to notice.
      yield* Effect.sleep("20 millis")
      yield* Deferred.succeed(left, undefined)
      assert.strictEqual(yield* Deferred.await(done), "stored")
    }).pipe(Effect.provide(serverWith({ create })))
  })
)

it.live("an evaluation stops when the client resets its connection", () =>
  Effect.gen(function* () {
    const begun = yield* Deferred.make<void>()
    const stopped = yield* Deferred.make<void>()
    const evaluate: Evaluate = () =>
      Deferred.succeed(begun, undefined).pipe(
        Effect.andThen(Effect.never),
        Effect.onInterrupt(() => Deferred.succeed(stopped, undefined))
      )
    yield* Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      yield* Effect.scoped(
        Effect.gen(function* () {
          const socket = yield* Wire.open(yield* Harness.port)
          socket.write(Wire.request({ path: Harness.evaluatePath(form.id), token: key, body: '{"data":{}}' }))
          yield* Deferred.await(begun)
          socket.resetAndDestroy()
        })
      )
      yield* Deferred.await(stopped)
    }).pipe(Effect.provide(serverWith({ evaluate })))
  })
)

it.live("a server that stops answers its running requests, closes idle connections and takes no new connection", () =>
  Effect.gen(function* () {
    const begun = yield* Deferred.make<void>()
    const go = yield* Deferred.make<void>()
    const evaluate: Evaluate = () =>
      Deferred.succeed(begun, undefined).pipe(
        Effect.andThen(Deferred.await(go)),
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
    const { form, key, port, stop } = yield* started(serverWith({ evaluate }, { gracefulShutdown: "1 hour" }))
    const idle = yield* Wire.open(port)
    const idleAfterOne = yield* Wire.open(port)
    idleAfterOne.write(Wire.request({ method: "GET", path: "/x", token: key, contentType: undefined }))
    yield* Wire.receive(idleAfterOne)
    const busy = yield* Wire.open(port)
    busy.write(Wire.request({ path: Harness.evaluatePath(form.id), token: key, body: '{"data":{}}' }))
    yield* Deferred.await(begun)
    const stopping = yield* Effect.forkChild(stop)
    yield* Effect.sleep("20 millis")
    assert.strictEqual((yield* Effect.exit(Wire.send(port, "x")))._tag, "Failure")
    yield* Deferred.succeed(go, undefined)
    const [answer] = yield* Wire.receive(busy)
    assert.deepStrictEqual([answer?.status, JSON.parse(answer?.body ?? "{}").valid], [200, true])
    yield* Fiber.join(stopping)
    for (const socket of [idle, idleAfterOne, busy]) assert.deepStrictEqual(yield* Wire.receive(socket), [])
  }).pipe(Effect.scoped)
)

it.live("a request that outlasts the graceful shutdown answers 503 UNAVAILABLE", () =>
  Effect.gen(function* () {
    const begun = yield* Deferred.make<void>()
    const evaluate: Evaluate = () => Deferred.succeed(begun, undefined).pipe(Effect.andThen(Effect.never))
    const { form, key, port, stop } = yield* started(serverWith({ evaluate }, { gracefulShutdown: "50 millis" }))
    const busy = yield* Wire.open(port)
    busy.write(Wire.request({ path: Harness.evaluatePath(form.id), token: key, body: '{"data":{}}' }))
    yield* Deferred.await(begun)
    const stopping = yield* Effect.forkChild(stop)
    const [answer] = yield* Wire.receive(busy)
    assert.strictEqual(answer?.status, 503)
    yield* Fiber.join(stopping)
  }).pipe(Effect.scoped)
)

it.live("the layer fails where its address is in use", () =>
  Effect.gen(function* () {
    const { port, stop } = yield* started(serverWith({}))
    const second = Layer.build(Server.layer({ host: "127.0.0.1", port })).pipe(
      Effect.provide(serverWith({})),
      Effect.scoped
    )
    const error = yield* Effect.flip(second)
    assert.strictEqual(error._tag, "ServeError")
    yield* stop
  })
)
