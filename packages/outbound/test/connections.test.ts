/** Connections that are kept, over real sockets. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Socket } from "node:net"
import * as Receiver from "./support/receiver.ts"
import { local, sending } from "./support/sending.ts"

const yes = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

/** A receiver on TCP: `answer` gets each request with its number on its connection, from 1. */
const receiver = (answer: (socket: Socket, request: number, connection: number) => void) => {
  let connections = 0
  return Receiver.tcp((socket) => {
    const connection = ++connections
    let request = 0
    socket.on("data", (data: Buffer) => {
      if (data.includes("HTTP/1.1\r\n")) answer(socket, ++request, connection)
    })
  })
}

it.effect(
  "requests of an organisation to one place share a connection, and its name is looked up and checked once",
  () =>
    Effect.gen(function* () {
      const { connections, port } = yield* receiver((socket) => socket.write(yes))
      const { asked, client } = sending(local, [["127.0.0.1"]])
      const send = yield* client
      for (let times = 0; times < 5; times++)
        assert.strictEqual((yield* send(`http://hooks.example:${port}/${times}`)).text, "ok")
      assert.lengthOf(connections, 1)
      assert.deepStrictEqual(asked, ["hooks.example"])
    })
)

it.effect("another organisation, another name and a request at the same time have connections of their own", () =>
  Effect.gen(function* () {
    const { connections, port } = yield* receiver((socket) => socket.write(yes))
    const { asked, client } = sending(local, [["127.0.0.1"]])
    const send = yield* client
    const url = `http://hooks.example:${port}/`
    yield* send(url)
    yield* send(url, { organisationId: "two" })
    assert.lengthOf(connections, 2)
    yield* send(`http://other.example:${port}/`)
    assert.lengthOf(connections, 3)
    yield* Effect.all([send(url), send(url)], { concurrency: 2 })
    assert.lengthOf(connections, 4)
    assert.deepStrictEqual(asked, ["hooks.example", "hooks.example", "other.example", "hooks.example"])
  })
)

it.effect("a name that has another address by the time of the next connection is checked again", () =>
  Effect.gen(function* () {
    const { connections, port } = yield* receiver((socket) =>
      socket.end(yes.replace("OK\r\n", "OK\r\nConnection: close\r\n"))
    )
    const { asked, client } = sending(local, [["127.0.0.1"], []])
    const send = yield* client
    const url = `http://rebinding.example:${port}/`
    yield* send(url)
    assert.strictEqual((yield* Effect.flip(send(url))).reason, "rebinding.example has no address.")
    assert.lengthOf(connections, 1)
    assert.lengthOf(asked, 2)
  })
)

it.effect("a request over a kept connection that ends without an answer is sent once more, over a new one", () =>
  Effect.gen(function* () {
    const { connections, url } = yield* receiver((socket, request) => {
      if (request === 1) socket.write(yes)
      else socket.resetAndDestroy()
    })
    const send = yield* sending(local).client
    yield* send(url)
    assert.strictEqual((yield* send(url)).text, "ok")
    assert.lengthOf(connections, 2)
  })
)

it.effect("a request is sent once where its connection is new, or an answer has begun", () =>
  Effect.gen(function* () {
    const silent = yield* receiver((socket) => socket.end())
    const send = yield* sending(local).client
    assert.strictEqual((yield* Effect.flip(send(silent.url))).verdict, "retry")
    assert.lengthOf(silent.connections, 1)
    const half = yield* receiver((socket, request) => {
      if (request === 1) socket.write(yes)
      else socket.end("HTTP/1.1 200")
    })
    yield* send(half.url)
    assert.strictEqual((yield* Effect.flip(send(half.url))).verdict, "retry")
    assert.lengthOf(half.connections, 1)
  })
)
