/**
 * How many requests one turn of the event loop begins. One turn reads what every connection has sent: a thousand heads, if a thousand connections
 * came at once. It begins the first hundred or so. The next turns begin the others, in their order, and other work runs in between
 * (docs/decisions/0303).
 */
import type { IncomingMessage, ServerResponse } from "node:http"

/** Some three milliseconds of work where the code is warm, and a few times that in a server that has just started. */
const MOST_IN_TURN = 128

export type Begin = (request: IncomingMessage, response: ServerResponse) => void

/** @param begin begins a request. @returns the same, at most `MOST_IN_TURN` times a turn; a request whose connection ended meanwhile is never begun. */
export const make = (begin: Begin): Begin => {
  const later: Array<readonly [IncomingMessage, ServerResponse]> = []
  let inTurn = 0
  const nextTurn = (): void => {
    const now = later.splice(0, MOST_IN_TURN)
    inTurn = now.length
    if (inTurn > 0) setImmediate(nextTurn)
    for (const [request, response] of now) if (!request.socket.destroyed) begin(request, response)
  }
  return (request, response) => {
    if (inTurn === MOST_IN_TURN) return void later.push([request, response])
    if (inTurn === 0) setImmediate(nextTurn)
    inTurn += 1
    begin(request, response)
  }
}
