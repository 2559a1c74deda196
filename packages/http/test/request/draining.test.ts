/** What becomes of a connection whose request was answered before its body had arrived (spec/http.md §1.9). */
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import * as Head from "../../src/request/Head.ts"
import * as StrictBody from "../../src/request/StrictBody.ts"
import { exchangeOf } from "../support/exchange.ts"

/** So long that nothing here ends by them. */
const limits = { drainBytes: 1_000_000_000, drainMillis: 3_600_000 }
const size = 200_000

/** A server that gives up each body, and whose test says when it answers. */
const serving = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  const server = createServer((request, response) => {
    StrictBody.drain(exchangeOf(request, { response, head: Head.read(request) }), limits)
    answer(request, response)
  })
  // Else it ends what nobody uses, and hides what the answer leaves open.
  server.keepAliveTimeout = 0
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const accepted = once(server, "connection")
  // Half open, as a client that goes on sending after the server has ended its side.
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the event's one value
  const [served] = (await accepted) as [Socket]
  let text = ""
  client.setEncoding("latin1").on("data", (piece: string) => void (text += piece))
  const until = async (part: string) => {
    while (!text.includes(part)) await once(client, "data")
  }
  const close = () => {
    client.destroy()
    server.closeAllConnections()
    server.close()
  }
  return { client, served, until, close, ended: once(client, "end"), gone: once(served, "close") }
}

const begin = (connection: string, sent: number): string =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Length: ${size}\r\n\r\n${"x".repeat(sent)}`

describe("a body that comes after its answer", () => {
  it("leaves the connection to the next request, where it was to be kept", async () => {
    let count = 0
    const { client, close, until } = await serving((_, response) => void response.end(`answer ${++count}`))
    client.write(begin("keep-alive", 1_000))
    await until("answer 1")
    client.write("x".repeat(size - 1_000) + begin("keep-alive", size))
    await until("answer 2")
    close()
  })

  it("ends the connection with its last byte, where it was to be closed; the answer has ended before", async () => {
    const { client, close, ended, gone, served } = await serving((_, response) => void response.end("no"))
    client.write(begin("close", 1_000))
    await ended
    assert.isFalse(
      served.destroyed,
      "what the client still sends would reset the connection, and take the answer with it"
    )
    client.write("x".repeat(size - 1_000))
    await gone
    assert.isTrue(client.readableEnded)
    close()
  })

  it("that has come before the answer was written leaves the end to the server", async () => {
    const { client, close, ended, gone } = await serving((request, response) => {
      request.once("end", () => setImmediate(() => response.end("no")))
    })
    client.write(begin("close", size))
    await ended
    await gone
    close()
  })
})
