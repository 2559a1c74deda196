/** How many heads one turn of the event loop reads, over real connections, and that each is read. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { connect, type Socket } from "node:net"
import { serverOf, until } from "../support/nodeServer.ts"

const MOST = 128
const CROWD = 400
const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

/** A server, and a crowd that is connected to it and has sent nothing. */
const crowded = Effect.fnUntraced(function* (answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const { port } = yield* serverOf({}, answer)
  const crowd = yield* Effect.replicateEffect(connected(port), CROWD, { concurrency: CROWD })
  return { port, crowd }
})

const connected = (port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const socket = connect(port, "127.0.0.1").setEncoding("latin1")
      await once(socket, "connect")
      return socket
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/** Asks once on each, all in one turn, until each is answered. */
const askAll = (crowd: ReadonlyArray<Socket>) =>
  Effect.promise(async () => {
    const answered = crowd.map((socket) => once(socket, "data"))
    for (const socket of crowd) socket.write(get)
    await Promise.all(answered)
  })

it.live("a crowd that asks at once is read some at a time, and each is answered", () =>
  Effect.gen(function* () {
    const turns = [0]
    const { crowd } = yield* crowded((_, response) => {
      if (turns[0] === 0) setImmediate(() => turns.unshift(0))
      turns[0] = (turns[0] ?? 0) + 1
      response.end("ok")
    })
    for (let round = 1; round <= 3; round++) {
      turns.splice(0, turns.length, 0)
      yield* askAll(crowd)
      assert.isAtMost(Math.max(...turns), MOST, turns.join(" "))
      assert.strictEqual(
        turns.reduce((sum, count) => sum + count, 0),
        CROWD
      )
    }
  })
)

it.live("a body that nobody reads waits in the operating system, whatever crowds come", () =>
  Effect.gen(function* () {
    const held: Array<Socket> = []
    const { crowd, port } = yield* crowded((request, response) =>
      request.method === "PUT" ? held.push(request.socket) : response.end("ok")
    )
    const writer = yield* connected(port)
    writer.write(`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n${"x".repeat(8_000_000)}`)
    yield* until(() => held[0]?.isPaused() === true)
    const before = held[0]?.bytesRead
    for (let round = 0; round < 5; round++) yield* askAll(crowd)
    assert.strictEqual(held[0]?.bytesRead, before)
  })
)
