/**
 * How many requests of one connection may wait for their answers. A turn of the event loop reads what connections have sent, and what waits is
 * looked at by each collection of garbage: beyond some hundred requests in one turn, or some hundreds that wait, each connection is left with one,
 * so that a crowd that pipelines holds up no other (docs/decisions/0288).
 */
import { countInTurn } from "./countInTurn.ts"

/** Requests that one turn reads before connections are left with one: some five milliseconds of work. */
const MOST_IN_TURN = 128

/** Requests of all connections that wait for an earlier one of their own: as of sixteen connections that send as much in a row as one may. */
const MOST_WAITING = 512

/** What a connection may have waiting after that. */
const LEFT = 1

/**
 * @param most of one connection otherwise.
 * @param waiting how many requests wait for an earlier one of their connection.
 * @returns a function that is called for each request, and gives how many its connection may have.
 */
export const make = (most: number, waiting: () => number): (() => number) => {
  const count = countInTurn()
  return () => (count() > MOST_IN_TURN || waiting() > MOST_WAITING ? Math.min(most, LEFT) : most)
}
