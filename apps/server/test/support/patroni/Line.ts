/** A line between machines: it passes all bytes on until it is cut, and then none, as a network does that drops packets. */
import { connect, createServer } from "node:net"
import type { Socket } from "node:net"
import { portOf } from "../reading.ts"

export interface Line {
  readonly port: number
  /** What is open stays open, what is new opens, and nothing arrives. */
  readonly cut: () => void
  /** What was open meanwhile ends; what is new passes again. */
  readonly mend: () => void
  readonly close: () => void
}

/** @param to the port on this machine that it leads to. */
export const make = async (to: number): Promise<Line> => {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    sockets.add(near)
    near.on("error", () => near.destroy()).on("close", () => sockets.delete(near))
    if (isCut) return void near.pause()
    const far = connect(to, "127.0.0.1")
    sockets.add(far)
    far.on("error", () => near.destroy()).on("close", () => sockets.delete(far))
    near.on("close", () => far.destroy()).pipe(far)
    far.on("close", () => near.destroy()).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const endAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    port: portOf(server),
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend: () => {
      isCut = false
      endAll()
    },
    close: () => {
      server.close()
      endAll()
    }
  }
}
