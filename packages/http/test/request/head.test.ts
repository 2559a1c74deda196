/** Heads over a socket: malformed, large and slow ones, and several on one connection (spec/http.md §1.3). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const problem = (answer: Wire.Answer | undefined) => {
  const { code, requestId, status, type } = JSON.parse(answer?.body ?? "{}")
  assert.strictEqual(answer?.headers["content-type"], "application/problem+json")
  assert.strictEqual(answer?.headers["cache-control"], "no-store")
  assert.strictEqual(answer?.headers["x-request-id"], requestId)
  assert.strictEqual(answer?.status, status)
  assert.strictEqual(type, `urn:formwork:problem:${code.toLowerCase().replaceAll("_", "-")}`)
  return [status, code]
}

layer(Harness.layer({ head: { bytes: 8_192, millis: 10_000 } }), { excludeTestServices: true })("a head", (it) => {
  it.effect("a head that is too large answers 431, also to a client that goes on writing", () =>
    Effect.gen(function* () {
      for (const bytes of [
        `POST /${"x".repeat(9_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
        `POST / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(9_000)}\r\n\r\n`,
        `POST / HTTP/1.1\r\nHost: x\r\n${"X: x\r\n".repeat(900_000)}\r\n`
      ]) {
        const [answer] = yield* Wire.writeThenRead(yield* Harness.port, bytes)
        assert.deepStrictEqual(problem(answer), [431, "HEADERS_TOO_LARGE"])
      }
    })
  )

  it.effect("a malformed head is answered with the reason", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const told = (...lines: ReadonlyArray<string>) =>
        Effect.map(
          Harness.send(`POST ${Harness.submissionsPath(form.id)} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n{}`),
          (answer) => [...problem(answer), Wire.json(answer)["error"]]
        )
      const malformed = (sentence: string) => [400, "MALFORMED_REQUEST", sentence]
      assert.deepStrictEqual(
        yield* told("Host: x", "Host: y"),
        malformed("This is not HTTP/1.1 with exactly one Host header.")
      )
      assert.deepStrictEqual(
        yield* told("Host: x", "Transfer-Encoding: gzip, chunked", "Connection: close"),
        malformed("The one Transfer-Encoding that is taken is chunked, in HTTP/1.1.")
      )
      const good = ["Host: x", `Authorization: Bearer ${key}`, "Content-Type: application/json", "Content-Length: 2"]
      assert.deepStrictEqual(
        yield* told(...good, "Idempotency-Key: a b"),
        malformed("The header Idempotency-Key must be there once, as 1 to 255 visible ASCII characters.")
      )
    })
  )

  it.effect("a second Authorization behind a thousand other headers is found", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const headers = [`Authorization: Bearer ${key}`, ...Array.from({ length: 1_200 }, () => "X:")]
      const request = (...more: ReadonlyArray<string>) =>
        Wire.request({
          path: Harness.evaluatePath(form.id),
          headers: [...headers, ...more],
          body: '{"data":{"name":"A"}}'
        })
      assert.strictEqual((yield* Harness.send(request())).status, 200)
      assert.strictEqual((yield* Harness.send(request("Authorization: Bearer x"))).status, 401)
    })
  )

  it.effect("a head may name the whole URL; a request for another protocol is ignored", () =>
    Effect.gen(function* () {
      const { form, mint } = yield* Harness.tenant
      const { token } = yield* mint("submission:write", "form:read")
      const key = Redacted.value(token.text)
      const path = Harness.evaluatePath(form.id)
      const status = (request: Wire.Request) =>
        Effect.map(
          Harness.send(Wire.request({ token: key, body: '{"data":{"name":"A"}}', ...request })),
          (answer) => answer.status
        )
      assert.strictEqual(yield* status({ path: `http://localhost${path}` }), 200)
      assert.strictEqual(yield* status({ path: `HTTP://elsewhere:80${path}?explain=true` }), 200)
      assert.strictEqual(yield* status({ path: `http://localhost/x/..${path}` }), 404)
      assert.strictEqual(yield* status({ path: `ftp://localhost${path}` }), 404)
      assert.strictEqual(yield* status({ path, headers: ["Connection: Upgrade", "Upgrade: websocket"] }), 200)
      assert.strictEqual(
        yield* status({
          path,
          headers: ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAA"]
        }),
        200
      )
    })
  )

  it.effect("heads on one connection are answered in order", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const one = (name: string) =>
        Wire.request({
          path: Harness.evaluatePath(form.id),
          token: key,
          headers: [`X-Request-Id: ${name}`],
          body: '{"data":{"name":"A"}}'
        })
      const answers = yield* Effect.scoped(
        Effect.gen(function* () {
          const socket = yield* Wire.open(yield* Harness.port)
          socket.write(
            Buffer.concat([one("a"), Wire.request({ path: "/nowhere", token: key, body: "junk" }), one("b"), one("c")])
          )
          return yield* Wire.receive(socket, 4)
        })
      )
      assert.deepStrictEqual(
        answers.map(({ headers, status }) => [status, headers["x-request-id"]?.slice(0, 1)]),
        [
          [200, "a"],
          [404, answers[1]?.headers["x-request-id"]?.slice(0, 1)],
          [200, "b"],
          [200, "c"]
        ]
      )
    })
  )
})

layer(Harness.layer({ head: { bytes: 8_192, millis: 100 } }), { excludeTestServices: true })("a slow head", (it) => {
  it.effect("a head that does not arrive in time answers 408", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(problem(yield* Harness.send("POST / HTTP/1.1\r\nHost: x\r\n")), [408, "REQUEST_TIMEOUT"])
    })
  )
})
