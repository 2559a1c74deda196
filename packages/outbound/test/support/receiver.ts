/** Servers for the other end: real sockets on free ports, closed with the scope. */
import { Effect } from "effect"
import { createServer as createHttp, type IncomingMessage, type RequestListener, type Server } from "node:http"
import { createServer as createHttps } from "node:https"
import { createServer as createNet, type Socket, type Server as NetServer } from "node:net"

const listening = (server: NetServer, host = "127.0.0.1") => {
  const sockets = new Set<Socket>()
  return Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      const keep = (socket: Socket) => {
        sockets.add(socket)
        socket.on("close", () => sockets.delete(socket))
        socket.on("error", () => {})
      }
      server.on("connection", keep)
      server.listen(0, host, () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
      })
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
  )
}

export interface Received {
  readonly request: IncomingMessage
  readonly body: string
}

/** An HTTP server that keeps what it receives and answers as the test says. */
export const http = Effect.fnUntraced(function* (answer: RequestListener, tls?: { key: string; cert: string }) {
  const received: Array<Received> = []
  const listener: RequestListener = (request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      received.push({ request, body: Buffer.concat(chunks).toString("utf8") })
      answer(request, response)
    })
  }
  const server: Server = tls === undefined ? createHttp(listener) : createHttps(tls, listener)
  const port = yield* listening(server)
  return { port, received, url: `http${tls === undefined ? "" : "s"}://127.0.0.1:${port}` }
})

/** A TCP server that gives each connection to the test, and counts them. */
export const tcp = Effect.fnUntraced(function* (connected: (socket: Socket) => void, host = "127.0.0.1") {
  const connections: Array<Socket> = []
  const server = createNet({ allowHalfOpen: true }, (socket) => {
    connections.push(socket)
    connected(socket)
  })
  const port = yield* listening(server, host)
  return { port, connections, url: `http://${host}:${port}` }
})
