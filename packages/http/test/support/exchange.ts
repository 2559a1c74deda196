/** A request as Node's parser leaves it, and what is known about it, without a server. */
import { Effect, Semaphore } from "effect"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { Exchange } from "../../src/request/Exchange.ts"
import * as Head from "../../src/request/Head.ts"

/** @param headers with names in lower case, as Node has them. */
export const requestWith = (headers: IncomingMessage["headers"] = {}): IncomingMessage => {
  const request = new IncomingMessage(new Socket())
  Object.assign(request.headers, headers)
  return request
}

/** Its turn begins at once, and there is room for every body. */
export const exchangeOf = (request: IncomingMessage, change: Partial<Exchange> = {}): Exchange => ({
  request,
  response: new ServerResponse(request),
  head: Head.read(request),
  requestId: "r",
  startedMillis: 0,
  address: undefined,
  route: "-",
  caller: undefined,
  budget: undefined,
  place: () => ({ group: "g", lane: "l" }),
  turn: {
    wait: (begin) => begin(),
    take: Effect.void,
    refuse: (refuse) => refuse(),
    aside: (waiting) => waiting,
    end: () => undefined
  },
  bodies: { take: () => () => undefined },
  uploads: { take: () => Effect.void },
  downloads: { room: { take: () => Effect.void }, reads: Semaphore.makeUnsafe(1) },
  release: undefined,
  trace: undefined,
  closes: false,
  ...change
})
