/**
 * How many requests of one connection may wait for their answers. A turn of the event loop reads what every connection has sent: beyond some
 * hundred requests in one turn, each connection is left with one, so that a crowd that pipelines holds up no other (docs/decisions/0288).
 */

/** Requests that one turn reads before connections are left with one: some five milliseconds of work. */
const MOST_IN_TURN = 128

/** What a connection may have waiting after that. */
const LEFT = 1

/** @param most of one connection otherwise. @returns a function that is called for each request, and gives how many its connection may have. */
export const make = (most: number): (() => number) => {
  let inTurn = 0
  const endTurn = (): void => {
    inTurn = 0
  }
  return () => {
    if (inTurn === 0) setImmediate(endTurn)
    inTurn += 1
    return inTurn > MOST_IN_TURN ? Math.min(most, LEFT) : most
  }
}
