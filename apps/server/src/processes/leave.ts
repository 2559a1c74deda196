/** A server leaves the processes that share its port, without a request that fails: not at once, as at its end, but as its clients go. */
import { subscribe } from "node:diagnostics_channel"
import { ServerResponse } from "node:http"
import type { Server } from "node:http"
import { Server as Listener } from "node:net"

/** Each answer ends its connection from now on: a client that is in the middle of its work connects anew, to another process. */
const answersMillis = 2_000

/** How long running requests may take after that. */
const restMillis = 10_000

/** @param then called when no connection is left, or the time is over. */
export const leave = (server: Server, then: () => void): void => {
  subscribe("http.server.request.start", (started) => {
    const response = typeof started === "object" && started !== null ? Reflect.get(started, "response") : undefined
    if (response instanceof ServerResponse) response.shouldKeepAlive = false
  })
  // A connection that is idle now may have a request on its way.
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => undefined
  // The parent hands it no more connections. What the HTTP server's own close does besides would cut those that it has.
  Listener.prototype.close.call(server)
  const began = performance.now()
  const look = () => {
    const took = performance.now() - began
    if (took > answersMillis) closeIdle()
    server.getConnections((_error, count) => {
      const isOver = (count === 0 && took > answersMillis) || took > answersMillis + restMillis
      if (isOver) then()
      else setTimeout(look, 100)
    })
  }
  look()
}
