/**
 * Ends connections whose other end takes no byte of an answer that is due (docs/decisions/0171). Node has a time limit for reading
 * requests and none for writing answers: without this, a client that does not read keeps its connection, its answer and the work for it.
 *
 * What is seen is what the operating system takes, and it takes bytes again only when a third of its buffer is free. A client that reads slowly and
 * steadily is seen to take nothing for as long as it reads that third. So a connection has the time in which a third of what its
 * buffer can hold is read at the least rate.
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

/** What the operating system keeps for one connection at most: Linux' default (net.ipv4.tcp_wmem). */
const bufferBytes = 4 * 1024 * 1024

/** The part of its buffer that is free before it takes more. */
const part = 3

export interface UnreadLimits {
  /** How long the other end may take no byte while some wait for it. */
  readonly answerMillis: number
  /** What it may read as slowly as, where the operating system has more for it than that time takes. */
  readonly answerBytesPerSecond: number
}

export const endUnread = (server: Server, { answerBytesPerSecond, answerMillis }: UnreadLimits): void => {
  const stepMillis = Math.max(1, answerMillis / steps)
  const bytesOfStep = (answerBytesPerSecond * stepMillis) / 1000
  /** Steps without a byte, of a connection that has taken so many. */
  const mostSteps = (taken: number): number => Math.max(steps, Math.min(taken, bufferBytes) / part / bytesOfStep)
  const open = new Map<Socket, Seen>()
  let looking: NodeJS.Timeout | undefined
  const look = () => {
    for (const [socket, before] of open) {
      const taken = takenBytes(socket)
      const isTaking = socket.writableLength === 0 || taken !== before.taken
      const ago = isTaking ? 0 : before.ago + 1
      if (ago < mostSteps(taken)) open.set(socket, { taken, ago })
      else socket.destroy()
    }
  }
  server.on("connection", (socket) => {
    open.set(socket, { taken: 0, ago: 0 })
    looking ??= setInterval(look, stepMillis).unref()
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
