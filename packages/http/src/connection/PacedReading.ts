/**
 * How many heads one turn of the event loop reads. Node would read what every connection has sent before anything else has its turn: five hundred
 * heads, if two thousand connections come at once. Beyond the first hundred or so this turn reads no connection any more; the next one goes on, and
 * what the operating system has for a connection waits there (docs/decisions/0303).
 */
import type { Server } from "node:http"
import type { Socket } from "node:net"
import * as Connection from "./Connection.ts"

/** As many as one turn begins (`Paced`). */
const MOST_IN_TURN = 128

/** INVARIANT: the answer to a request is owed before this hears of the request. */
export const pace = (server: Server): void => {
  const open = new Set<Socket>()
  let inTurn = 0
  let resting: ReadonlyArray<Socket> = []
  const endTurn = (): void => {
    inTurn = 0
    for (const socket of resting) socket.resume()
    resting = []
  }
  const count = (): void => {
    if (inTurn === 0) setImmediate(endTurn)
    inTurn += 1
    if (inTurn !== MOST_IN_TURN) return
    // Those that are owed an answer have sent their head. Whether more of their bodies is read is for the readers of these to say.
    resting = [...open].filter((socket) => Connection.of(socket).owed.size === 0)
    for (const socket of resting) socket.pause()
  }
  server.on("connection", (socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  server.on("request", count).on("checkContinue", count)
}
