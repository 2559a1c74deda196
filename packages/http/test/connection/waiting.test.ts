/** How many requests wait for an earlier one of their connection: counted up and down over real sockets, however a connection ends. */
import { assert, it } from "@effect/vitest"
import { createServer } from "node:http"
import type { ServerResponse } from "node:http"
import { connect } from "node:net"
import type { AddressInfo } from "node:net"
import * as Connection from "../../src/connection/Connection.ts"

const three = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(3)

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => void setTimeout(resolve, 5))
}

it("requests in a row wait until the one before is answered, and none waits on a connection that is gone", async () => {
  const responses: Array<ServerResponse> = []
  const server = createServer((request, response) => {
    Connection.owe(Connection.of(request.socket), response)
    responses.push(response)
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const answered = connect(port, "127.0.0.1")
  answered.write(three)
  await until(() => responses.length === 3)
  const left = connect(port, "127.0.0.1")
  left.write(three)
  await until(() => responses.length === 6)
  assert.strictEqual(Connection.waiting(), 4)
  responses[0]?.end()
  await until(() => Connection.waiting() === 3)
  left.destroy()
  await until(() => Connection.waiting() === 1)
  responses[1]?.end()
  responses[2]?.end()
  await until(() => Connection.waiting() === 0)
  answered.end("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
  await until(() => responses.length === 7)
  assert.strictEqual(Connection.waiting(), 0)
  responses[6]?.end()
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  assert.strictEqual(Connection.waiting(), 0)
})
