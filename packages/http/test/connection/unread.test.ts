/** Clients that do not read their answers, and clients that go away (docs/decisions/0171). */
import { assert, it, layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Redacted, Stream } from "effect"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { AccessLog } from "../../src/request/AccessLog.ts"
import * as Harness from "../support/Harness.ts"
import { large, serverOf, until } from "../support/nodeServer.ts"
import * as Wire from "../support/wire.ts"

const get = (path: string, token?: string) => Wire.request({ method: "GET", path, token, contentType: undefined })

it.live("a connection whose client takes no byte of its answer ends, and its place is free", () =>
  Effect.gen(function* () {
    const ended: Array<boolean> = []
    const { port, server } = yield* serverOf({ answerMillis: 100, answerBytesPerSecond: 1e9 }, (_request, response) => {
      response.on("close", () => ended.push(response.writableFinished)).end(large)
    })
    const socket = yield* Wire.open(port)
    socket.pause()
    socket.write(get("/"))
    yield* until(() => ended.length === 1)
    assert.deepStrictEqual(ended, [false])
    const left = yield* Effect.callback<number>((resume) => {
      server.getConnections((_error, count) => resume(Effect.succeed(count)))
    })
    assert.strictEqual(left, 0)
  }).pipe(Effect.scoped)
)

it.live("an answer that is late for another reason than its client is waited for", () =>
  Effect.gen(function* () {
    const { port } = yield* serverOf({ answerMillis: 20 }, (_request, response) => {
      setTimeout(() => response.end("late"), 300)
    })
    const socket = yield* Wire.open(port)
    socket.write(get("/"))
    const [answer] = yield* Wire.receive(socket, 1, true)
    assert.strictEqual(answer?.status, 200)
  }).pipe(Effect.scoped)
)

it.live("clients without a credential that do not read their answers keep nobody out", () =>
  Effect.gen(function* () {
    const { port } = yield* serverOf({ connections: 20 }, ({ url }, response) => {
      response.end(url === "/large" ? large : "")
    })
    for (let index = 0; index < 60; index++) {
      const socket = yield* Wire.open(port)
      socket.on("error", () => undefined)
      socket.pause()
      socket.write(get("/large"))
      yield* Effect.sleep("2 millis")
    }
    for (let index = 0; index < 5; index++) {
      const [answer] = yield* Effect.flatMap(Wire.open(port), (socket) => {
        socket.write(get("/"))
        return Wire.receive(socket)
      })
      assert.strictEqual(answer?.status, 200)
    }
  }).pipe(Effect.scoped)
)

layer(Harness.layer(), { excludeTestServices: true })("the document", (it) => {
  it.effect("is given once to a pipeline without a credential, and the connection ends", () =>
    Effect.gen(function* () {
      const bytes = Buffer.concat(Array.from({ length: 31 }, () => get("/v3/api-docs")))
      const answers = yield* Wire.writeThenRead(yield* Harness.port, bytes, 31)
      assert.deepStrictEqual(
        answers.map(({ headers, status }) => [status, headers["connection"]]),
        [[200, "close"]]
      )
    })
  )

  it.effect("keeps a connection on which a credential was accepted", () =>
    Effect.gen(function* () {
      const { key } = yield* Harness.tenant
      const socket = yield* Wire.open(yield* Harness.port)
      socket.write(Buffer.concat([get("/x", key), get("/v3/api-docs"), get("/v3/api-docs")]))
      const answers = yield* Wire.receive(socket, 3)
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [404, 200, 200]
      )
    })
  )
})

it.live("an export whose client does not read ends, with all that it holds", () =>
  Effect.gen(function* () {
    const ended = yield* Deferred.make<void>()
    let read = 0
    const endless = Layer.effect(
      Submissions,
      Effect.map(Submissions, (real) =>
        Submissions.of({
          ...real,
          stream: (caller, query) =>
            Effect.map(real.stream(caller, query), (found) =>
              Stream.forever(found).pipe(
                Stream.tap(() => Effect.sync(() => void (read += 1))),
                Stream.ensuring(Deferred.succeed(ended, undefined))
              )
            )
        })
      )
    )
    const server = Harness.over(
      endless.pipe(Layer.provideMerge(Layer.fresh(Harness.services({ limit: 1_000, windowMillis: 60_000 })))),
      { connections: { answerMillis: 300, answerBytesPerSecond: 1e9 } }
    )
    yield* Effect.gen(function* () {
      const { form, mint, operator } = yield* Harness.tenant
      const { token } = yield* mint("submission:read")
      const submissions = yield* Submissions
      const data = { name: "x".repeat(20_000) }
      yield* submissions.create(operator, form.id, { data, draft: false, idempotencyKey: undefined })
      const socket = yield* Wire.open(yield* Harness.port)
      socket.on("error", () => undefined)
      socket.pause()
      socket.write(get("/api/platform/submissions/export?format=ndjson", Redacted.value(token.text)))
      yield* Deferred.await(ended)
      assert.isAbove(read, 0)
    }).pipe(Effect.scoped, Effect.provide(server))
  })
)

/** Evaluations that wait until they are let go. */
const gated = Effect.gen(function* () {
  const begun = yield* Deferred.make<void>()
  const go = yield* Deferred.make<void>()
  const evaluated = {
    valid: true,
    calculatedData: {},
    hiddenFields: [],
    outcomes: [],
    problems: [],
    data: {},
    effects: []
  }
  const evaluate: Evaluations["Service"]["evaluate"] = () =>
    Deferred.succeed(begun, undefined).pipe(Effect.andThen(Deferred.await(go)), Effect.as(evaluated))
  const services = Layer.succeed(
    Evaluations,
    Evaluations.of({ evaluate, explain: () => Effect.die("not asked") })
  ).pipe(Layer.provideMerge(Layer.fresh(Harness.services({ limit: 1_000, windowMillis: 60_000 }))))
  return { begun, go, services }
})

it.live("a connection that closes ends the request that was begun, and those behind it leave no line", () =>
  Effect.gen(function* () {
    const { begun, services } = yield* gated
    const lines: Array<number> = []
    yield* Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const socket = yield* Wire.open(yield* Harness.port)
      const request = Wire.request({ path: Harness.evaluatePath(form.id), token: key, body: '{"data":{}}' })
      socket.write(Buffer.concat(Array.from({ length: 20 }, () => request)))
      yield* Deferred.await(begun)
      socket.resetAndDestroy()
      yield* until(() => lines.length > 0)
      // Whatever comes later than this answer has come by then.
      assert.strictEqual((yield* Harness.call("/x", key)).status, 404)
      assert.deepStrictEqual(lines, [499, 404])
    }).pipe(
      Effect.scoped,
      Effect.provide(Harness.over(services)),
      Effect.provideService(AccessLog, ({ status }) => void lines.push(status))
    )
  })
)

it.live("a client that half-closes after its requests gets their answers, and then the connection ends", () =>
  Effect.gen(function* () {
    const { begun, go, services } = yield* gated
    yield* Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const socket = yield* Wire.open(yield* Harness.port)
      const request = Wire.request({ path: Harness.evaluatePath(form.id), token: key, body: '{"data":{}}' })
      socket.end(Buffer.concat([request, request, request]))
      yield* Deferred.await(begun)
      // The end of what the client sends has come by then.
      assert.strictEqual((yield* Harness.call("/x", key)).status, 404)
      yield* Effect.sleep("50 millis")
      yield* Deferred.succeed(go, undefined)
      const answers = yield* Wire.receive(socket, 4)
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200, 200]
      )
      assert.isTrue(socket.readableEnded)
    }).pipe(Effect.scoped, Effect.provide(Harness.over(services)))
  })
)

layer(Harness.layer(), { excludeTestServices: true })("a client that half-closes", (it) => {
  it.effect("files what it sent", () =>
    Effect.gen(function* () {
      const { form, key, mint } = yield* Harness.tenant
      const body = '{"data":{"name":"Ada","age":36}}'
      const text = yield* Harness.head(Wire.request({ path: Harness.submissionsPath(form.id), token: key, body }))
      assert.match(text, /^HTTP\/1\.1 201 Created\r\n/u)
      const { token } = yield* mint("submission:read")
      const list = yield* Harness.platform("GET", "submissions", Redacted.value(token.text))
      assert.strictEqual(JSON.parse(list.body).items.length, 1)
    })
  )

  it.effect("in the middle of a body gets 400, and files nothing", () =>
    Effect.gen(function* () {
      const { form, key, mint } = yield* Harness.tenant
      const body = '{"data":{"name":"Ada","age":36}}'
      const whole = Wire.request({ path: Harness.submissionsPath(form.id), token: key, body })
      assert.match(yield* Harness.head(whole.subarray(0, -5)), /^HTTP\/1\.1 400 Bad Request\r\n/u)
      const { token } = yield* mint("submission:read")
      const list = yield* Harness.platform("GET", "submissions", Redacted.value(token.text))
      assert.strictEqual(JSON.parse(list.body).items.length, 0)
    })
  )
})
