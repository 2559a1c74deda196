/** Node's HTTP/1.1 server. Where Node would answer by itself, this server answers with problem details. */
import { createServer, ServerResponse, STATUS_CODES } from "node:http"
import type { IncomingMessage, Server } from "node:http"
import { Socket } from "node:net"
import { RequestMalformed } from "@formwork/domain/callers/Refusal"
import * as ProblemDetails from "./problem/ProblemDetails.ts"
import type { Refusal } from "./problem/ProblemTable.ts"
import * as Connection from "./connection/Connection.ts"
import { policy } from "./connection/Answer.ts"
import { endUnread, type UnreadLimits } from "./connection/endUnread.ts"
import { lingeringClose } from "./connection/lingeringClose.ts"
import * as PacedReading from "./connection/PacedReading.ts"
import * as Pipelines from "./connection/Pipelines.ts"
import { isDropping } from "./request/StrictBody.ts"
import { HeadTooLarge, PayloadTooLarge, RequestTimedOut } from "./request/RequestRefusal.ts"

export interface ConnectionLimits extends UnreadLimits {
  /** Bytes of the request line and the headers. */
  readonly headBytes: number
  readonly headMillis: number
  /** Bytes of a request body, and the milliseconds for it. */
  readonly bytes: number
  readonly millis: number
  /** Milliseconds for the bodies that take longest: one that is read while it is answered, and a file. */
  readonly longestMillis: number
  /** Bytes read and dropped, and how long, after the answer to a malformed head. */
  readonly drainBytes: number
  readonly drainMillis: number
  /** Connections at once; one more is closed at once. */
  readonly connections: number
  /** Requests of one connection that wait for their answers: the connection ends after this many, unless some were answered before. */
  readonly pipelined: number
}

/**
 * @param newRequestId makes the request id for an answer to a request whose own id could not be read.
 * @param onRefusal called with each refusal made here, before the request pipeline sees the request.
 * @param onConnections called with how many connections there are, whenever that changes.
 */
export const make = (
  limits: ConnectionLimits,
  newRequestId: () => string,
  onRefusal: (refusal: Refusal) => void,
  onConnections: (count: number) => void = () => undefined
): Server => {
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headMillis,
    // A backstop: the body readers and the drain have their own, shorter timeouts.
    requestTimeout: limits.headMillis + Math.max(4 * limits.millis, limits.longestMillis) + limits.drainMillis,
    connectionsCheckingInterval: Math.min(1_000, limits.headMillis),
    // Longer than the minute that load balancers keep an idle connection, so that the balancer closes it, not this server.
    keepAliveTimeout: 65_000,
    // The request pipeline refuses a missing Host itself, with a body.
    requireHostHeader: false,
    // An upgrade is served as an ordinary request: the server speaks HTTP/1.1 only.
    shouldUpgradeCallback: () => false
  })
  // By default Node drops every header after the thousandth, which could be a second Authorization.
  server.maxHeadersCount = 0
  // A client may half-close after its last request and read the answers (RFC 9112 §9.6). Node's types do not have it.
  Reflect.set(server, "httpAllowHalfOpen", true)
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  server.on("connect", (_request, socket) => socket instanceof Socket && refuse(socket, noProxy))
  server.on("clientError", (error: Error & { readonly code?: string }, socket) => {
    if (socket instanceof Socket && !Connection.isDropped(socket)) refuse(socket, refusalOf(error.code, limits))
  })
  closeQuietConnections(server)
  limitConnections(server, limits.connections, onConnections)
  limitPipelines(server, limits)
  PacedReading.pace(server)
  endUnread(server, limits)

  const refused = new WeakSet<Socket>()
  const refuse = (socket: Socket, refusal: Refusal): void => {
    // Node emits clientError again for all later bytes: they are dropped, up to the limit.
    if (refused.has(socket)) return socket.bytesRead > limits.drainBytes ? void socket.destroy() : undefined
    refused.add(socket)
    speak(socket, refusal)
  }
  const speak = (socket: Socket, refusal: Refusal): void => {
    const busy = responseOn(socket)
    // The malformed bytes are in a body that is being dropped, or follow valid requests, which are answered first.
    if (busy !== undefined && isDropping(busy.req)) return void busy.once("close", () => socket.destroySoon())
    if (busy?.req.complete === true) return void busy.once("close", () => void setImmediate(speak, socket, refusal))
    const connection = Connection.of(socket)
    if (busy !== undefined && connection.begun !== busy) {
      // The request still waits for its turn. What its head is refused for comes before what is wrong with its body.
      connection.onBegin = () =>
        void setImmediate(() => (busy.headersSent ? lingeringClose(socket, limits) : speak(socket, refusal)))
      return
    }
    if (!socket.writable || busy?.headersSent === true) return void socket.destroy()
    onRefusal(refusal)
    socket.end(bytesOf(refusal, newRequestId()))
    // The body was malformed while its request was being served: closing the socket ends that request too.
    if (busy !== undefined) return socket.destroySoon()
    const timer = setTimeout(() => socket.destroy(), limits.drainMillis)
    socket.once("close", () => clearTimeout(timer))
  }
  return server
}

/**
 * Drops new connections beyond the limit. Whenever the limit is reached, one connection without a valid credential is closed to make
 * room: the oldest idle one, or, if none is idle, the oldest whose answer is written and not read. So clients without a key cannot keep
 * others out by holding connections (docs/decisions/0125, docs/decisions/0171).
 */
const limitConnections = (server: Server, most: number, onConnections: (count: number) => void): void => {
  const unknown = new Set<Socket>()
  let count = 0
  // The second is for a cluster of processes, and not among Node's types yet.
  Object.assign(server, { maxConnections: most, dropMaxConnection: true })
  const makeRoom = () => {
    let unread: Socket | undefined
    for (const socket of unknown) {
      const { isKnown, owed } = Connection.of(socket)
      const [first] = owed
      if (isKnown) unknown.delete(socket)
      else if (first === undefined) return drop(socket)
      else if (first.writableEnded) unread ??= socket
    }
    if (unread !== undefined) drop(unread)
  }
  const drop = (socket: Socket) => {
    unknown.delete(socket)
    socket.destroy()
  }
  server.on("connection", (socket) => {
    onConnections((count += 1))
    Connection.of(socket)
    if (count >= most) makeRoom()
    unknown.add(socket)
    socket.once("close", () => {
      unknown.delete(socket)
      onConnections((count -= 1))
    })
  })
}

/** Keeps the order of a connection's requests, and ends it after a long pipeline: what is not answered then may be sent again. */
const limitPipelines = (server: Server, limits: ConnectionLimits): void => {
  const mostOf = Pipelines.make(limits.pipelined, Connection.waiting)
  const follow = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = Connection.of(socket)
    const most = mostOf()
    if (connection.isEnding || Connection.owe(connection, response) < most) return
    connection.isEnding = true
    response.shouldKeepAlive = false
    Connection.dropFurtherRequests(socket)
    response.prependListener("finish", () => {
      // Node's own listener would close the socket with bytes unread.
      Reflect.set(response, "_last", false)
      lingeringClose(socket, limits)
    })
  }
  server.on("request", follow).on("checkContinue", follow)
}

/**
 * When the server stops, Node closes idle connections that have sent a request. This also closes those that never sent one
 * (browsers open them ahead), and busy ones as soon as they are idle.
 */
const closeQuietConnections = (server: Server): void => {
  const open = new Set<Socket>()
  const silent = new Set<Socket>()
  server.on("connection", (socket) => {
    open.add(socket)
    silent.add(socket)
    socket.once("close", () => {
      open.delete(socket)
      silent.delete(socket)
    })
  })
  const closeIdle = () => server.closeIdleConnections()
  server.on("request", (request, response) => {
    silent.delete(request.socket)
    if (!server.listening) response.on("close", closeIdle)
  })
  const close = server.close.bind(server)
  server.close = (callback) => {
    for (const socket of silent) socket.destroy()
    for (const socket of open) for (const response of Connection.of(socket).owed) response.on("close", closeIdle)
    return close(callback)
  }
}

const noProxy = new RequestMalformed({ reason: "This is not a proxy." })

/** The response being written to a socket. Node keeps it in `_httpMessage`, and reads it there before it answers an error. */
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
    "x-content-type-options": "nosniff",
    "content-security-policy": policy,
    "x-request-id": requestId,
    connection: "close"
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = ProblemDetails.status(refusal)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join("")}\r\n`), body])
}
