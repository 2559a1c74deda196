/** The guarded client against receivers that misbehave, over real sockets. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { production } from "@formwork/outbound/http/Policy"
import { only } from "./support/items.ts"
import * as Receiver from "./support/receiver.ts"
import { local, sending } from "./support/sending.ts"

const { send } = sending(local)

it.effect("an answer has its status, its text and its Retry-After", () =>
  Effect.gen(function* () {
    const { received, url } = yield* Receiver.http((_, response) =>
      response.writeHead(503, { "retry-after": "7" }).end("später ✓")
    )
    const answer = yield* send(`${url}/a?b=c#d`, { headers: { "x-one": "1" }, body: `{"ä":1}` })
    assert.deepStrictEqual(answer, { status: 503, retryAfter: "7", text: "später ✓" })
    const { body, request } = only(received)
    assert.strictEqual(request.url, "/a?b=c")
    assert.strictEqual(body, `{"ä":1}`)
    assert.strictEqual(request.headers["x-one"], "1")
    assert.strictEqual(request.headers["user-agent"], "Formwork")
    assert.strictEqual(request.headers["content-length"], "8")
    assert.strictEqual(request.headers.connection, "keep-alive")
    assert.strictEqual(request.headers["accept-encoding"], "identity")
    assert.strictEqual(`http://${request.headers.host}`, url)
  })
)

it.effect("a name is looked up once, and the connection goes to the address that was checked", () =>
  Effect.gen(function* () {
    const { port, received } = yield* Receiver.http((_, response) => response.end("the first"))
    // A second lookup would get another address; there is none.
    const { asked, send } = sending(local, [["127.0.0.1"], ["127.0.0.2"]])
    const answer = yield* send(`http://rebinding.example:${port}/`)
    assert.strictEqual(answer.text, "the first")
    assert.deepStrictEqual(asked, ["rebinding.example"])
    assert.strictEqual(received[0]?.request.headers.host, `rebinding.example:${port}`)
  })
)

it.effect("a name with one address that is not public gets no connection", () =>
  Effect.gen(function* () {
    const { connections, port } = yield* Receiver.tcp((socket) => socket.end())
    const policy = { ...local, allowPrivate: false }
    for (const answers of [
      ["127.0.0.1"],
      ["93.184.215.14", "127.0.0.1"],
      ["::1"],
      ["::ffff:127.0.0.1"],
      ["fe80::1%lo"]
    ]) {
      const failure = yield* Effect.flip(sending(policy, [answers]).send(`http://hooks.example.com:${port}/`))
      assert.strictEqual(failure.verdict, "dead", failure.reason)
      assert.include(failure.reason, "is not public")
    }
    const literal = yield* Effect.flip(sending(policy).send(`http://127.0.0.1:${port}/`))
    assert.strictEqual(literal.reason, "127.0.0.1 is not public (this machine).")
    assert.lengthOf(connections, 0)
  })
)

it.effect("a request to a name without an address is retried", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(sending(local, [[]]).send("http://gone.example/"))
    assert.deepStrictEqual([failure.verdict, failure.reason], ["retry", "gone.example has no address."])
  })
)

it.effect("where the first address does not answer, the next one is tried", () =>
  Effect.gen(function* () {
    const { port } = yield* Receiver.http((_, response) => response.end("here"))
    const answer = yield* sending(local, [["::1", "127.0.0.1"]]).send(`http://both.example:${port}/`)
    assert.strictEqual(answer.text, "here")
  })
)

it.effect("the default policy refuses http: URLs and private names", () =>
  Effect.gen(function* () {
    const { connections, port } = yield* Receiver.tcp((socket) => socket.end())
    const { asked, send } = sending(production, [["127.0.0.1"]])
    for (const url of [`http://example.com:${port}/`, `https://localhost:${port}/`, `https://127.1:${port}/`]) {
      assert.strictEqual((yield* Effect.flip(send(url))).verdict, "dead")
    }
    assert.lengthOf(asked, 0)
    assert.lengthOf(connections, 0)
  })
)

it.effect("a redirect is not followed", () =>
  Effect.gen(function* () {
    const target = yield* Receiver.http((_, response) => response.end("secret"))
    const { url } = yield* Receiver.http((_, response) => response.writeHead(307, { location: target.url }).end())
    assert.strictEqual((yield* send(url)).status, 307)
    assert.lengthOf(target.received, 0)
  })
)

it.effect("64 KB of an endless answer are read, and then the connection is cut", () =>
  Effect.gen(function* () {
    const closed = yield* Deferred.make<void>()
    const { url } = yield* Receiver.http((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
      }
      response.on("drain", write)
      response.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
      write()
    })
    const { status, text } = yield* send(url)
    assert.strictEqual(status, 200)
    assert.lengthOf(text, 65_536)
    yield* Deferred.await(closed)
  })
)

it.effect("a compressed answer stays compressed", () =>
  Effect.gen(function* () {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const { url } = yield* Receiver.http((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip", "content-length": bomb.length }).end(bomb)
    )
    const { text } = yield* send(url)
    assert.isAtMost(text.length, 65_536)
  })
)

/** A receiver on TCP that writes `bytes` once the request has come. */
const raw = (bytes: string, then: (socket: Socket) => void = () => {}) =>
  Receiver.tcp((socket) =>
    socket.once("data", () => {
      socket.write(bytes)
      then(socket)
    })
  )

const end = (socket: Socket) => void socket.end()
const broken: ReadonlyArray<readonly [what: string, bytes: string, then: (socket: Socket) => void]> = [
  ["nothing and closes", "", end],
  ["nothing and resets", "", (socket) => void socket.resetAndDestroy()],
  ["what is not HTTP", "SSH-2.0-OpenSSH_9.9\r\n", () => {}],
  ["half a head", "HTTP/1.1 200 OK\r\nContent-Le", end],
  ["more head than 16 KB", `HTTP/1.1 200 OK\r\nX-Big: ${"x".repeat(20_000)}\r\n\r\n`, () => {}],
  ["a head that never ends", `HTTP/1.1 200 OK\r\n${"X-More: x\r\n".repeat(3_000)}`, () => {}],
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", () => {}],
  [
    "a length and chunks",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
    () => {}
  ],
  ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", () => {}]
]

it.effect.each(broken)("a request to a receiver that answers %s is retried", ([, bytes, then]) =>
  Effect.gen(function* () {
    const { url } = yield* raw(bytes, then)
    assert.strictEqual((yield* Effect.flip(send(url))).verdict, "retry")
  })
)

it.effect("a status counts even if its body fails", () =>
  Effect.gen(function* () {
    const cut = yield* raw(
      "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
      (socket) => void socket.resetAndDestroy()
    )
    assert.strictEqual((yield* send(cut.url)).status, 200)
    const short = yield* raw("HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nhalf", end)
    assert.deepStrictEqual(yield* send(short.url), { status: 202, retryAfter: undefined, text: "half" })
    const chunks = yield* raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", () => {})
    assert.strictEqual((yield* send(chunks.url)).status, 200)
  })
)

it.effect("the final status counts, after any number of interim ones", () =>
  Effect.gen(function* () {
    const { url } = yield* raw(`${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(20)}HTTP/1.1 204 No Content\r\n\r\n`, end)
    assert.strictEqual((yield* send(url)).status, 204)
  })
)

it.effect("an answer whose end is the end of the connection is read to that end", () =>
  Effect.gen(function* () {
    const { url } = yield* raw("HTTP/1.1 200 OK\r\n\r\nuntil the end", end)
    assert.strictEqual((yield* send(url)).text, "until the end")
  })
)

const slow: ReadonlyArray<readonly [what: string, bytes: string]> = [
  ["nothing", ""],
  ["a head a little at a time", "HTTP/1.1 200 OK\r\nX-"]
]

it.effect.each(slow)("a receiver that sends %s has 10 seconds", ([, bytes]) =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<Socket>()
    const { url } = yield* raw(bytes, (socket) => Deferred.doneUnsafe(asked, Effect.succeed(socket)))
    const sent = yield* Effect.forkChild(Effect.flip(send(url)))
    const socket = yield* Deferred.await(asked)
    yield* TestClock.adjust("9999 millis")
    assert.isUndefined(sent.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    const failure = yield* Fiber.join(sent)
    assert.strictEqual(failure.reason, "127.0.0.1 did not answer within 10 seconds.")
    assert.strictEqual(failure.verdict, "retry")
    yield* Effect.callback<void>(
      (resume) =>
        void socket
          .once("close", () => resume(Effect.void))
          .resume()
          .end()
    )
  })
)

it.live("a body that comes a little at a time is cut after the timeout, and the status counts", () =>
  Effect.gen(function* () {
    const { url } = yield* Receiver.http((_, response) => void response.write("first"))
    const answer = yield* sending({ ...local, timeoutMillis: 1_500 }).send(url)
    assert.deepStrictEqual(answer, { status: 200, retryAfter: undefined, text: "first" })
  }).pipe(Effect.scoped)
)

it.effect("an interrupted request closes its connection", () =>
  Effect.gen(function* () {
    const asked = yield* Deferred.make<Socket>()
    const { url } = yield* raw("", (socket) => Deferred.doneUnsafe(asked, Effect.succeed(socket)))
    const sent = yield* Effect.forkChild(send(url))
    const socket = yield* Deferred.await(asked)
    yield* Fiber.interrupt(sent)
    yield* Effect.callback<void>(
      (resume) =>
        void socket
          .once("close", () => resume(Effect.void))
          .resume()
          .end()
    )
  })
)

it.effect("a request whose connection is refused is retried", () =>
  Effect.gen(function* () {
    const { port } = yield* Effect.scoped(Receiver.tcp(() => {}))
    const failure = yield* Effect.flip(send(`http://127.0.0.1:${port}/`))
    assert.strictEqual(failure.reason, "127.0.0.1 refused the connection (ECONNREFUSED).")
  })
)

it.effect("a body above 4 MiB is not sent", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(send("http://127.0.0.1:1/", { body: "ä".repeat(2_097_153) }))
    assert.strictEqual(failure.verdict, "dead")
    assert.include(failure.reason, "4194304")
  })
)
