/** What the server knows of one connection: the requests on it that are not answered yet, and whether a caller was known on it. */
import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

export interface Connection {
  /** The responses that are owed, in the order of their requests. */
  readonly owed: Set<ServerResponse>
  /** Called when the response is the first that is owed. */
  readonly waiting: Map<ServerResponse, () => void>
  /** The response whose request was begun last. */
  begun: ServerResponse | undefined
  /** Called when the next request is begun. */
  onBegin: (() => void) | undefined
  /** The address of its other end, where it was asked for; null where it has none. */
  address: string | null | undefined
  /** Whether a request on it had a valid credential. */
  isKnown: boolean
  /** Whether it ends after the answers that are owed: what comes after them is not served. */
  isEnding: boolean
}

const connections = new WeakMap<Socket, Connection>()

let made = 0
let behind = 0

/** How many connections this process has had. */
export const count = (): number => made

/** How many requests of this process wait for an earlier one of their connection. */
export const waiting = (): number => behind

/** The connection of a socket. */
export const of = (socket: Socket): Connection => {
  const found = connections.get(socket)
  if (found !== undefined) return found
  made += 1
  const fresh: Connection = {
    owed: new Set(),
    waiting: new Map(),
    begun: undefined,
    onBegin: undefined,
    address: undefined,
    isKnown: false,
    isEnding: false
  }
  connections.set(socket, fresh)
  socket.once("close", () => forget(fresh))
  return fresh
}

/** Its socket is closed: Node tells no end of the responses that never had their turn on it. */
const forget = ({ owed, waiting }: Connection): void => {
  behind -= Math.max(0, owed.size - 1)
  owed.clear()
  waiting.clear()
}

/** Notes that an answer is owed. Gives how many are. */
export const owe = (connection: Connection, response: ServerResponse): number => {
  connection.owed.add(response)
  if (connection.owed.size > 1) behind += 1
  response.on("close", settle)
  return connection.owed.size
}

/** An answer is owed no longer: the next request on its connection may begin. One function for all: it is a listener of every response. */
function settle(this: ServerResponse): void {
  const { owed, waiting } = of(this.req.socket)
  if (!owed.delete(this)) return
  if (owed.size > 0) behind -= 1
  if (owed.size === 0 || waiting.size === 0) return
  const [next] = owed
  const resume = next && waiting.get(next)
  if (next !== undefined) waiting.delete(next)
  resume?.()
}

/**
 * Calls `resume` when every earlier request on the connection has been answered, at once if there is none. If the connection ends first,
 * `resume` is never called.
 */
export const whenFirst = (connection: Connection, response: ServerResponse, resume: () => void): void => {
  const { owed, waiting } = connection
  const [first] = owed
  if (first === undefined || first === response) resume()
  else waiting.set(response, resume)
}

/** A request is begun: what it waited for in the queue is over. */
export const begin = (connection: Connection, response: ServerResponse): void => {
  const { onBegin } = connection
  connection.begun = response
  connection.onBegin = undefined
  onBegin?.()
}

/**
 * Ends what Node's parser makes of further requests on a socket: their bytes are read and dropped, and no request is made of them. The parser
 * stops at the first one, which Node tells as an error of the client (`isDropped`): it would make heads of all that it has read.
 */
export const dropFurtherRequests = (socket: Socket): void => {
  // Node has no public way to stop a parser in the middle of the bytes that it has read.
  const parser: unknown = Reflect.get(socket, "parser")
  if (typeof parser !== "object" || parser === null) return
  const pause: unknown = Reflect.get(parser, "pause")
  const stop = () => {
    dropped.add(socket)
    if (typeof pause === "function") Reflect.apply(pause, parser, [])
    return 0
  }
  Reflect.set(parser, "onIncoming", stop)
}

const dropped = new WeakSet<Socket>()

/** Whether a request on the socket was dropped: what its parser says afterwards is no mistake of the client. */
export const isDropped = (socket: Socket): boolean => dropped.has(socket)
