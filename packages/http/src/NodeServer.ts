/** Node's HTTP/1.1 server, answering in our words where Node would answer by itself. */
import { createServer, ServerResponse, STATUS_CODES } from "node:http"
import type { Server } from "node:http"
import { Socket } from "node:net"
import * as ProblemDetails from "./problem/ProblemDetails.ts"
import type { Refusal } from "./problem/ProblemTable.ts"
import { isComplete } from "./request/StrictBody.ts"
import { HeadTooLarge, PayloadTooLarge, RequestMalformed, RequestTimedOut } from "./request/RequestRefusal.ts"

export interface ConnectionLimits {
  /** Bytes of the request line and the headers. */
  readonly headBytes: number
  readonly headMillis: number
  /** Of a body, and the time for it. */
  readonly bytes: number
  readonly millis: number
  /** What is read, and dropped, after the answer to a head that could not be read. */
  readonly drainBytes: number
  readonly drainMillis: number
}

/**
 * @param newRequestId names an answer to a request whose own name could not be read.
 * @param onRefusal is told what was refused here, before anything else saw the request.
 */
export const make = (
  limits: ConnectionLimits,
  newRequestId: () => string,
  onRefusal: (refusal: Refusal) => void
): Server => {
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headMillis,
    // A backstop: the body reader and the drain have their own, shorter times.
    requestTimeout: limits.headMillis + limits.millis + limits.drainMillis,
    connectionsCheckingInterval: Math.min(1_000, limits.headMillis),
    // Longer than the minute that load balancers keep an idle connection, so that they close it and not we.
    keepAliveTimeout: 65_000,
    // The request pipeline refuses a missing Host itself, with a body.
    requireHostHeader: false,
    // An upgrade is a request like any other: nothing here speaks another protocol.
    shouldUpgradeCallback: () => false
  })
  // By default the thousandth header and all after it are dropped unseen, a second Authorization among them.
  server.maxHeadersCount = 0
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  server.on("connect", (_request, socket) => socket instanceof Socket && refuse(socket, noProxy))
  server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
    if (socket instanceof Socket) refuse(socket, refusalOf(error.code, limits))
  })
  closeQuietConnections(server)

  const refused = new WeakSet<Socket>()
  const refuse = (socket: Socket, refusal: Refusal): void => {
    // Node reports again for everything that comes after: it is dropped, up to the limit.
    if (refused.has(socket)) return socket.bytesRead > limits.drainBytes ? void socket.destroy() : undefined
    refused.add(socket)
    speak(socket, refusal)
  }
  const speak = (socket: Socket, refusal: Refusal): void => {
    const busy = responseOn(socket)
    if (busy?.req.complete === true) {
      // What cannot be read came after requests that could, which have their answers first; or in a body that is let go.
      const next = isComplete(busy.req) ? () => void setImmediate(speak, socket, refusal) : () => socket.destroySoon()
      return void busy.once("close", next)
    }
    if (!socket.writable || busy?.headersSent === true) return void socket.destroy()
    onRefusal(refusal)
    socket.end(bytesOf(refusal, newRequestId()))
    // A body went wrong while its request was being served: closing now ends that too.
    if (busy !== undefined) return socket.destroySoon()
    const timer = setTimeout(() => socket.destroy(), limits.drainMillis)
    socket.once("close", () => clearTimeout(timer))
  }
  return server
}

/**
 * When the server stops, Node closes the connections between two requests. This closes those too that never sent one
 * (browsers open them ahead), and those that were busy then, as soon as they are not.
 */
const closeQuietConnections = (server: Server): void => {
  const silent = new Set<Socket>()
  server.on("connection", (socket) => {
    silent.add(socket)
    socket.once("close", () => silent.delete(socket))
  })
  server.on("request", (request, response) => {
    silent.delete(request.socket)
    response.on("close", () => server.listening || server.closeIdleConnections())
  })
  const close = server.close.bind(server)
  server.close = (callback) => {
    for (const socket of silent) socket.destroy()
    return close(callback)
  }
}

const noProxy = new RequestMalformed({ reason: "This is not a proxy." })

/** Node keeps the response that is being written to a socket here, and looks here itself before it answers an error. */
const responseOn = (socket: Socket): ServerResponse | undefined => {
  const response: unknown = Reflect.get(socket, "_httpMessage")
  return response instanceof ServerResponse ? response : undefined
}

const refusalOf = (code: string | undefined, limits: ConnectionLimits): Refusal => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new HeadTooLarge()
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return new PayloadTooLarge({ limitBytes: limits.bytes })
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new RequestTimedOut()
    default:
      return new RequestMalformed({ reason: "This is not a well-formed HTTP/1.1 request." })
  }
}

const bytesOf = (refusal: Refusal, requestId: string): Buffer => {
  const body = Buffer.from(ProblemDetails.body(refusal, requestId))
  const headers = Object.entries({
    ...ProblemDetails.headers(refusal),
    "content-length": String(body.length),
    "cache-control": "no-store",
    "x-request-id": requestId,
    connection: "close"
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = ProblemDetails.status(refusal)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join("")}\r\n`), body])
}
