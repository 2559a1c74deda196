/**
 * Ends connections whose other end takes no byte of an answer that is due (docs/decisions/0171). Node has a time limit for reading
 * requests and none for writing answers: without this, a client that does not read keeps its connection, its answer and the work for it.
 */
import type { Server } from "node:http"
import type { Socket } from "node:net"

/** The time is counted in steps, each after the one before: when this process stalls, it counts as one of them. */
const steps = 10

interface Seen {
  /** Bytes that the other end had taken. */
  readonly taken: number
  /** How many steps ago it took the last of them. */
  readonly ago: number
}

/** @param millis how long the other end may take no byte while some wait for it. */
export const endUnread = (server: Server, millis: number): void => {
  const open = new Map<Socket, Seen>()
  let looking: NodeJS.Timeout | undefined
  const look = () => {
    for (const [socket, before] of open) {
      const taken = takenBytes(socket)
      const isTaking = socket.writableLength === 0 || taken !== before.taken
      const ago = isTaking ? 0 : before.ago + 1
      if (ago < steps) open.set(socket, { taken, ago })
      else socket.destroy()
    }
  }
  server.on("connection", (socket) => {
    open.set(socket, { taken: 0, ago: 0 })
    looking ??= setInterval(look, Math.max(1, millis / steps)).unref()
    socket.once("close", () => {
      open.delete(socket)
      if (open.size > 0) return
      clearInterval(looking)
      looking = undefined
    })
  })
}

/** The bytes that the operating system has taken for the other end: its buffer is full where the other end does not read. */
const takenBytes = (socket: Socket): number => {
  // Node's public counts go by whole writes: a slow reader of one long answer would look as if it took nothing.
  const handle: unknown = Reflect.get(socket, "_handle")
  if (typeof handle !== "object" || handle === null) return 0
  return Number(Reflect.get(handle, "bytesWritten")) - Number(Reflect.get(handle, "writeQueueSize"))
}
