/** The end of connections on which a server no longer answers, by a clock of the test. */
import { assert, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { createServer } from "node:net"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import * as Sockets from "../src/database/Sockets.ts"

/** A server that answers the word `ask`, and hangs on all others. */
const server = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly port: number; readonly stop: () => void }>((resolve) => {
        const open = new Set<Socket>()
        const made = createServer((socket) => {
          open.add(socket)
          socket.on("error", () => {}).on("data", (said) => said.includes("ask") && socket.write("answer"))
        }).listen(0, "127.0.0.1", () => {
          const address = made.address()
          const port = typeof address === "object" && address !== null ? address.port : 0
          const stop = () => {
            for (const socket of open) socket.destroy()
            made.close()
          }
          resolve({ port, stop })
        })
      })
  ),
  ({ stop }) => Effect.sync(stop)
)

const say = (stream: Duplex, word: string) =>
  Effect.promise(() => new Promise<unknown>((done) => stream.write(word, done)))
const asked = (stream: Duplex) =>
  Effect.andThen(
    say(stream, "ask"),
    Effect.promise(() => new Promise((heard) => stream.once("data", heard)))
  )

for (const isSecure of [false, true]) {
  it.effect(
    `a connection ends when an answer is due for too long, and idle ones with it: ${isSecure ? "a duplex" : "a socket"}`,
    () =>
      Effect.gen(function* () {
        const { port } = yield* server
        let troubles = 0
        const { dial } = yield* Sockets.make({ patience: Duration.seconds(7), isSecure, onTrouble: () => troubles++ })
        const open = () => dial({ host: "127.0.0.1", port }).on("error", () => {})
        const [idle, hanging, lively] = [open(), open(), open()]
        for (const stream of [idle, hanging, lively]) yield* asked(stream)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(
          [idle, hanging, lively].map(({ destroyed }) => destroyed),
          [false, false, false]
        )

        yield* say(hanging, "hang")
        yield* TestClock.adjust("6 seconds")
        yield* asked(lively)
        assert.deepStrictEqual(
          [idle, hanging, lively].map(({ destroyed }) => destroyed),
          [false, false, false]
        )
        assert.strictEqual(troubles, 0)
        yield* TestClock.adjust("2 seconds")
        yield* Effect.promise(() => new Promise((later) => setImmediate(later)))
        assert.deepStrictEqual(
          [idle, hanging, lively].map(({ destroyed }) => destroyed),
          [true, true, false]
        )
        assert.isAbove(troubles, 0)
      })
  )
}

it.effect("an idle connection that was last heard just before the silence began ends too", () =>
  Effect.gen(function* () {
    const { port } = yield* server
    const { dial } = yield* Sockets.make({ patience: Duration.seconds(7), isSecure: false, onTrouble: () => {} })
    const open = () => dial({ host: "127.0.0.1", port }).on("error", () => {})
    const [idle, hanging] = [open(), open()]
    for (const stream of [idle, hanging]) yield* asked(stream)
    yield* TestClock.adjust("1 minute")
    yield* asked(idle)
    yield* say(hanging, "hang")
    yield* TestClock.adjust("8 seconds")
    assert.deepStrictEqual([idle.destroyed, hanging.destroyed], [true, true])
  })
)

it.effect("a server that ends a connection is in trouble, and one to which the driver says goodbye is not", () =>
  Effect.gen(function* () {
    const { port, stop } = yield* server
    let troubles = 0
    const { closeAll, dial } = yield* Sockets.make({
      patience: Duration.seconds(7),
      isSecure: false,
      onTrouble: () => troubles++
    })
    const open = () => dial({ host: "127.0.0.1", port }).on("error", () => {})
    const closed = (stream: Duplex) => Effect.promise(() => new Promise((done) => stream.once("close", done).resume()))
    const [left, ours, ended] = [open(), open(), open()]
    for (const stream of [left, ended]) yield* asked(stream)
    left.end("goodbye")
    yield* closed(left)
    assert.strictEqual(troubles, 0)
    yield* Effect.sync(stop)
    yield* closed(ended)
    assert.isAbove(troubles, 0)
    const before = troubles
    if (!ours.destroyed) closeAll("another server is used")
    assert.strictEqual(troubles, before)
  })
)
