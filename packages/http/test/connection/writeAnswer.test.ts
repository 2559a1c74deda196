/** An answer on its connection, as a client gets it. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { createServer } from "node:http"
import { Answer } from "../../src/connection/Answer.ts"
import { writeAnswer } from "../../src/connection/writeAnswer.ts"
import * as Wire from "../support/wire.ts"

/** A server that gives this answer to every request, until the client is gone. */
const serving = (answer: Answer) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
      const server = createServer((_, response) => {
        const fiber = Effect.runFork(
          Effect.uninterruptible(writeAnswer(response, answer, ["x-own", "1", "X-Own", "2"]))
        )
        response.on("close", () => fiber.interruptUnsafe())
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(Effect.succeed({ port, close: () => server.closeAllConnections() }))
        server.unref()
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

/** Every byte of the answer: its head without what Node adds, and its body. */
const sent = (answer: Answer) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { port } = yield* serving(answer)
      const text = yield* Wire.sendUntilClosed(port, request)
      const end = text.indexOf("\r\n\r\n")
      const lines = text.slice(0, end).split("\r\n")
      return [...lines.filter((line) => !/^(?:date|connection|keep-alive):/iu.test(line)), text.slice(end + 4)]
    })
  )

const own = ["x-own: 1", "X-Own: 2"]

it.live("a text has its length in bytes, its own headers, and those of every answer", () =>
  Effect.gen(function* () {
    for (const [text, length] of [
      ["", 0],
      ["abc", 3],
      ["\u00e9", 2],
      ["😀", 4]
    ] as const) {
      const lines = yield* sent(new Answer(201, { a: "b" }, text))
      const bytes = Buffer.from(text).toString("latin1")
      assert.deepStrictEqual(
        lines.map((line) => Buffer.from(line).toString("latin1")),
        ["HTTP/1.1 201 Created", "a: b", `content-length: ${length}`, ...own, bytes]
      )
    }
  })
)

it.live("bytes have their length, an answer without a body 0, and a 204 none", () =>
  Effect.gen(function* () {
    const bytes = yield* sent(new Answer(200, { a: "b" }, new Uint8Array([0x61, 0x62])))
    assert.deepStrictEqual(bytes, ["HTTP/1.1 200 OK", "a: b", ...own, "content-length: 2", "ab"])
    const none = yield* sent(new Answer(404, {}))
    assert.deepStrictEqual(none, ["HTTP/1.1 404 Not Found", ...own, "content-length: 0", ""])
    assert.deepStrictEqual(yield* sent(new Answer(204, {})), ["HTTP/1.1 204 No Content", ...own, ""])
  })
)

const parts = (...texts: ReadonlyArray<string>) => Stream.fromIterable(texts.map((text) => Buffer.from(text)))

it.live("a stream is written in chunks, with a last one; where it fails, the connection ends without that", () =>
  Effect.gen(function* () {
    const head = ["HTTP/1.1 200 OK", "a: b", ...own, "Transfer-Encoding: chunked"]
    const whole = yield* sent(new Answer(200, { a: "b" }, Stream.concat(parts("on", "e"), parts("two"))))
    assert.deepStrictEqual(whole, [...head, "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"])
    // Later, so that the first part has left.
    const gone = Stream.fromEffect(Effect.andThen(Effect.sleep("20 millis"), Effect.die(new Error("gone"))))
    const failing = Stream.concat(parts("one"), gone)
    assert.deepStrictEqual(yield* sent(new Answer(200, { a: "b" }, failing)), [...head, "3\r\none\r\n"])
  })
)

it.live("a client that keeps its connection open sees it end too, where a stream fails", () =>
  Effect.gen(function* () {
    const failing = Stream.concat(parts("one"), Stream.die(new Error("gone")))
    const { port } = yield* serving(new Answer(200, {}, failing))
    const socket = yield* Wire.open(port)
    socket.resume().write(request)
    yield* Effect.callback<void>((resume) => {
      const done = () => resume(Effect.void)
      socket.on("end", done).on("close", done)
    })
  }).pipe(Effect.scoped)
)

it.live("a stream is read no faster than its client reads, and no further once the client is gone", () =>
  Effect.gen(function* () {
    let read = 0
    const part = Effect.sync(() => {
      read += 1
      return Buffer.alloc(65_536)
    })
    const stopped = yield* Deferred.make<void>()
    const most = 4_000
    const long = Stream.take(Stream.fromEffectRepeat(part), most).pipe(
      Stream.ensuring(Deferred.succeed(stopped, undefined))
    )
    const { port } = yield* serving(new Answer(200, {}, long))
    const socket = yield* Wire.open(port)
    socket.pause()
    socket.write(request)
    const soon = Effect.andThen(
      Effect.sleep("50 millis"),
      Effect.sync(() => read)
    )
    /** How much was read when no more is. */
    const settled = Effect.gen(function* () {
      let [before, now] = [-1, 0]
      while (before !== now || now === 0) [before, now] = [now, yield* soon]
      return now
    })
    const held = yield* settled
    assert.isBelow(held, most)
    socket.on("data", () => undefined).resume()
    yield* Effect.repeat(soon, { until: (now) => now > held })
    socket.pause()
    yield* settled
    socket.destroy()
    yield* Deferred.await(stopped)
    assert.isBelow(read, most)
  }).pipe(Effect.scoped)
)

it.live("nothing is read or written where the connection is gone already", () =>
  Effect.gen(function* () {
    const begun = yield* Deferred.make<Fiber.Fiber<void>>()
    let wasRead = false
    const read = Effect.sync(() => {
      wasRead = true
      return Buffer.from("a")
    })
    const server = createServer((_, response) => {
      response.destroy()
      const never = new Answer(200, {}, Stream.fromEffect(read))
      Effect.runSync(Deferred.succeed(begun, Effect.runFork(writeAnswer(response, never, []))))
    })
    yield* Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    assert.strictEqual(yield* Wire.sendUntilClosed(port, request), "")
    yield* Fiber.join(yield* Deferred.await(begun))
    assert.isFalse(wasRead)
    server.close()
  })
)
