/**
 * Connections that are kept for the next request to the same place. Each is made to addresses that were looked up and checked for it,
 * belongs to one organisation, and lives for a minute at most, so that a name that moves is followed.
 */
import { Effect, Fiber } from "effect"
import * as NodeHttp from "node:http"
import * as NodeHttps from "node:https"
import type { LookupFunction } from "node:net"
import type { SendFailed } from "@formwork/domain/sending/Sender"
import type { HostAddress } from "./HostResolver.ts"

/** An idle connection is closed after this time: many receivers close theirs after five seconds. */
const idleMillis = 4_000

const longestMillis = 60_000

/** Idle connections of one organisation to one place. */
const mostIdle = 32

/** What Node hands from a request to its agent. */
export interface PooledOptions extends NodeHttps.RequestOptions {
  /** Requests of two pools share no connection. */
  readonly pool: string
}

const poolOf = (options: object | undefined): string =>
  options !== undefined && "pool" in options && typeof options.pool === "string" ? options.pool : ""

class PlainAgent extends NodeHttp.Agent {
  override getName(options?: NodeHttp.ClientRequestArgs): string {
    return `${super.getName(options)}:${poolOf(options)}`
  }
}

class SecureAgent extends NodeHttps.Agent {
  override getName(options?: NodeHttps.RequestOptions): string {
    return `${super.getName(options)}:${poolOf(options)}`
  }
}

export interface Agents {
  readonly plain: NodeHttp.Agent
  readonly secure: NodeHttps.Agent
  /** Make a connection for each request. */
  readonly fresh: { readonly plain: NodeHttp.Agent; readonly secure: NodeHttps.Agent }
}

/** Closes a connection that is given back after its time. */
const aging = <A extends NodeHttp.Agent>(agent: A): A => {
  const firstFree = new WeakMap<object, number>()
  agent.on("free", (socket: { destroy: () => void }) => {
    const since = firstFree.get(socket) ?? performance.now()
    firstFree.set(socket, since)
    if (performance.now() - since > longestMillis) socket.destroy()
  })
  return agent
}

/** Own agents: the environment can make Node's global ones use a proxy. */
export const agents = Effect.acquireRelease(
  Effect.sync((): Agents => {
    const kept = { keepAlive: true, timeout: idleMillis, maxFreeSockets: mostIdle } as const
    return {
      plain: aging(new PlainAgent(kept)),
      secure: aging(new SecureAgent({ ...kept, maxCachedSessions: 0 })),
      fresh: {
        plain: new NodeHttp.Agent({ keepAlive: false }),
        secure: new NodeHttps.Agent({ keepAlive: false, maxCachedSessions: 0 })
      }
    }
  }),
  ({ fresh, plain, secure }) =>
    Effect.sync(() => {
      for (const agent of [plain, secure, fresh.plain, fresh.secure]) agent.destroy()
    })
)

/** Why a connection was not made: no address, or one that is not public. */
export class Refused extends Error {
  readonly failure: SendFailed
  constructor(failure: SendFailed) {
    super(failure.reason)
    this.failure = failure
  }
}

/**
 * The lookup of a connection that is being made. Node asks it for each new connection to a name, and connects to nothing else.
 * INVARIANT: an address that is written in the URL is not looked up. `Destination.read` has checked it.
 * @returns the function, and what ends a lookup that is under way.
 */
export const checkedLookup = (addresses: Effect.Effect<ReadonlyArray<HostAddress>, SendFailed>) => {
  let stop: Effect.Effect<void> = Effect.void
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    const answer = addresses.pipe(
      Effect.match({
        onFailure: (failure) => callback(new Refused(failure), ""),
        onSuccess: (found) => {
          const [first] = found
          if (all === true) callback(null, [...found])
          else if (first !== undefined) callback(null, first.address, first.family)
        }
      })
    )
    const fiber = Effect.runFork(answer)
    stop = Fiber.interrupt(fiber)
  }
  return { lookup, stop: Effect.suspend(() => stop) }
}
