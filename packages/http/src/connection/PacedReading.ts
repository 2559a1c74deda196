/**
 * How many heads one turn of the event loop reads. Node would read all that the connections have sent: five hundred heads, if two thousand connections
 * come at once. This turn reads the first 128, the next turn goes on. What a connection has sent waits in the operating system (docs/decisions/0303).
 */
import type { Server } from "node:http"
import type { Socket } from "node:net"
import * as Connection from "./Connection.ts"
import { countInTurn } from "./countInTurn.ts"

/** As many as one turn begins (`Paced`). */
const MOST_IN_TURN = 128

/** INVARIANT: the answer to a request is owed before this hears of the request. */
export const pace = (server: Server): void => {
  const open = new Set<Socket>()
  let resting: ReadonlyArray<Socket> = []
  const count = countInTurn(() => {
    for (const socket of resting) socket.resume()
    resting = []
  })
  const read = (): void => {
    if (count() !== MOST_IN_TURN) return
    // Those that are owed an answer have sent their head. Whether more of their bodies is read is for the readers of these to say.
    resting = [...open].filter((socket) => Connection.of(socket).owed.size === 0)
    for (const socket of resting) socket.pause()
  }
  server.on("connection", (socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  server.on("request", read).on("checkContinue", read)
}
