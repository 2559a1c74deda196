/**
 * Closes a connection on which the client is still sending: half-closes it after the answer, then reads and drops what comes. A
 * socket that is closed with unread bytes in it is reset, and a client that writes before it reads never sees the answer
 * (RFC 9112 §9.6).
 */
import type { Socket } from "node:net"
import { dropFurtherRequests } from "./Connection.ts"

/** Bytes read and dropped, and how long. */
export interface LingerLimits {
  readonly drainBytes: number
  readonly drainMillis: number
}

/** Call it when the last answer was written. */
export const lingeringClose = (socket: Socket, { drainBytes, drainMillis }: LingerLimits): void => {
  if (socket.destroyed) return
  dropFurtherRequests(socket)
  const until = socket.bytesRead + drainBytes
  const watch = setInterval(() => socket.bytesRead > until && socket.destroy(), Math.max(1, drainMillis / 20))
  const timer = setTimeout(() => socket.destroy(), drainMillis)
  socket.once("close", () => {
    clearInterval(watch)
    clearTimeout(timer)
  })
  socket.end()
  socket.resume()
}
