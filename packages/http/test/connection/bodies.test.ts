/** Bodies that are on their way: how many bytes of them at once, and whose fault it is when one is late (spec/http.md §1.8). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as BodyBytes from "../../src/request/BodyBytes.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const head = (path: string, token: string, length: number, ...headers: ReadonlyArray<string>) =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: x",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    ...(length > 0 ? [`Content-Length: ${length}`] : ["Transfer-Encoding: chunked"]),
    ...headers,
    "",
    ""
  ].join("\r\n")

const large = 1_000_000

layer(Harness.layer({ bodyBytes: 4 * 1024 * 1024 }), { excludeTestServices: true })("bodies of 4 MiB in all", (it) => {
  it.effect(
    "a credential holds a quarter of them: its next large body is 503 before it is read, others' are taken",
    () =>
      Effect.gen(function* () {
        const { form, key, mint } = yield* Harness.tenant
        const other = Redacted.value((yield* mint("submission:write")).token.text)
        const path = Harness.evaluatePath(form.id)
        for (const token of [key, other]) assert.strictEqual((yield* Harness.call("/x", token)).status, 404)
        const good = `{"data":{"name":"Ada"}}`.padEnd(large)
        const slow = yield* Wire.open(yield* Harness.port)
        slow.write(head(path, key, large))
        slow.write(good.slice(0, 100))
        yield* Effect.sleep("100 millis")

        const socket = yield* Wire.open(yield* Harness.port)
        socket.write(head(path, key, large, "Expect: 100-continue"))
        const [refused] = yield* Wire.receive(socket)
        assert.deepStrictEqual(
          [refused?.status, refused?.headers["retry-after"], Wire.json(refused ?? assert.fail())["code"]],
          [503, "1", "UNAVAILABLE"]
        )
        assert.strictEqual((yield* Harness.call(path, key, good.trim())).status, 200, "a small body goes past it")
        assert.strictEqual((yield* Harness.call(path, other, good)).status, 200)

        slow.write(good.slice(100))
        assert.strictEqual((yield* Wire.receive(slow))[0]?.status, 200)
        assert.strictEqual((yield* Harness.call(path, key, good)).status, 200, "what is answered is not held")
      })
  )

  it.effect("a body without a declared length counts from its 16th KiB on", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const path = Harness.evaluatePath(form.id)
      assert.strictEqual((yield* Harness.call("/x", key)).status, 404)
      const slow = yield* Wire.open(yield* Harness.port)
      slow.write(`${head(path, key, 0)}8000\r\n${" ".repeat(0x8000)}\r\n`)
      yield* Effect.sleep("100 millis")
      const socket = yield* Wire.open(yield* Harness.port)
      socket.write(`${head(path, key, 0)}8000\r\n${" ".repeat(0x8000)}\r\n`)
      assert.strictEqual((yield* Wire.receive(socket))[0]?.status, 503)
      slow.destroy()
      yield* Effect.sleep("100 millis")
      assert.strictEqual((yield* Harness.call(path, key, `{"data":{"name":"A"}}`.padEnd(large))).status, 200)
    })
  )

  it.effect("the count never goes over what is bounded, and one body is always taken", () =>
    Effect.gen(function* () {
      const bodies = yield* Effect.provideService(BodyBytes.make(10), BodyBytes.BodyBytesLimit, 40)
      const take = (lane: string, bytes: number) => bodies.take({ group: "g", lane }, bytes)
      const first = take("a", 10)
      assert.isUndefined(take("a", 1))
      const others = ["b", "c", "d"].map((lane) => take(lane, 10))
      assert.isUndefined(take("e", 1))
      first?.()
      first?.()
      assert.isUndefined(take("e", 11))
      assert.isDefined(take("e", 10))
      for (const release of others) release?.()
      assert.isDefined(take("b", 10))
    })
  )
})

layer(Harness.layer({ bodyBytes: 4 * 1024 * 1024, proxies: 1 }), { excludeTestServices: true })("open calls", (it) => {
  const open = ["sessions", "invitations/accept", "leaked-tokens"].map((name) => `/api/platform/${name}`)
  const post = (path: string, ...headers: ReadonlyArray<string>) =>
    [`POST ${path} HTTP/1.1`, "Host: x", "Content-Type: application/json", ...headers, "", ""].join("\r\n")

  it.effect("take a body of 16 KiB, and none that is longer", () =>
    Effect.gen(function* () {
      for (const path of open) {
        const body = '{"token":7}'
        const most = yield* Harness.call(path, undefined, body.padEnd(16_384))
        assert.strictEqual(most.status, 422, path)
        const longer = yield* Harness.call(path, undefined, body.padEnd(16_385))
        assert.strictEqual(longer.status, 413, path)
        assert.match(String(Wire.json(longer)["error"]), /16384|16 KiB/u)
        const socket = yield* Wire.open(yield* Harness.port)
        socket.write(`${post(path, "Transfer-Encoding: chunked")}4001\r\n${" ".repeat(0x4001)}\r\n`)
        assert.strictEqual((yield* Wire.receive(socket))[0]?.status, 413, path)
      }
    })
  )

  it.effect("take no room from the bodies of others, however many networks send them", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      for (let index = 0; index < 20; index++)
        for (const path of open) {
          const slow = yield* Wire.open(yield* Harness.port)
          slow.write(post(path, `X-Forwarded-For: 192.0.2.${index}`, `Content-Length: ${large}`))
          slow.write('{"a":1')
        }
      yield* Effect.sleep("100 millis")
      const body = `{"data":{"name":"Ada"}}`.padEnd(large)
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), key, body)).status, 200)
    })
  )

  it.effect("the first large body of a credential counts for the credential, and not for its network", () =>
    Effect.gen(function* () {
      const { form, key, mint } = yield* Harness.tenant
      const path = Harness.evaluatePath(form.id)
      const slow = yield* Wire.open(yield* Harness.port)
      slow.write(head(path, key, large))
      slow.write('{"data"')
      yield* Effect.sleep("100 millis")
      const other = Redacted.value((yield* mint("submission:write")).token.text)
      const body = `{"data":{"name":"Ada"}}`.padEnd(large)
      assert.strictEqual((yield* Harness.call(path, other, body)).status, 200)
    })
  )
})

layer(Harness.layer({ body: { millis: 200 } }), { excludeTestServices: true })("200 milliseconds for a body", (it) => {
  it.effect("a stall of the server is not the client's: what has come to the machine by then is in time", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const good = `{"data":{"name":"Ada"}}`.padEnd(100_000)
      const socket = yield* Wire.open(yield* Harness.port)
      socket.write(head(Harness.evaluatePath(form.id), key, good.length))
      socket.write(good.slice(0, 10))
      yield* Effect.sleep("50 millis")
      // Into the kernel at once; then nothing is read for longer than a body may take.
      socket.write(good.slice(10))
      const until = performance.now() + 600
      while (performance.now() < until);
      assert.strictEqual((yield* Wire.receive(socket))[0]?.status, 200)
    })
  )

  it.effect("a client that stops sending gets 408", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const socket = yield* Wire.open(yield* Harness.port)
      socket.write(`${head(Harness.evaluatePath(form.id), key, 100)}{`)
      assert.strictEqual((yield* Wire.receive(socket))[0]?.status, 408)
    })
  )
})
