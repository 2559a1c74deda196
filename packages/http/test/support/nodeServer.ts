/** Node's server with the limits of connections, and answers of a test's own. */
import { Effect } from "effect"
import { once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as NodeServer from "../../src/NodeServer.ts"

/** More than the buffers of two sockets hold. */
export const large = Buffer.alloc(32 * 1024 * 1024, 0x20)

const limits: NodeServer.ConnectionLimits = {
  headBytes: 16_384,
  headMillis: 10_000,
  bytes: 1_048_576,
  millis: 10_000,
  longestMillis: 600_000,
  drainBytes: 8_388_608,
  drainMillis: 2_000,
  connections: 1_000,
  pipelined: 32,
  answerMillis: 10_000,
  answerBytesPerSecond: 16_384
}

/** Node's server alone, with an answer of its own. */
export const serverOf = (
  changed: Partial<NodeServer.ConnectionLimits>,
  answer: (request: IncomingMessage, response: ServerResponse) => void
) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = NodeServer.make(
        { ...limits, ...changed },
        () => "id",
        () => undefined
      ).on("request", answer)
      await once(server.listen(0, "127.0.0.1"), "listening")
      const address = server.address()
      return { server, port: typeof address === "object" && address !== null ? address.port : 0 }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )

/** Until `done` holds; the event loop goes round meanwhile. */
export const until = (done: () => boolean) =>
  Effect.whileLoop({ while: () => !done(), body: () => Effect.sleep("2 millis"), step: () => undefined })
