/**
 * All outbound HTTP. It connects to public addresses only, chosen before connecting; verifies TLS; uses no redirects, proxies,
 * compression or keep-alive; and bounds everything in time and size. A tenant writes the URL, so nothing in it is trusted.
 */
import { Context, Effect, Layer } from "effect"
import * as NodeHttp from "node:http"
import * as NodeHttps from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { SendFailed } from "@formwork/domain/sending/Sender"
import * as Destination from "./Destination.ts"
import * as Excerpt from "../Excerpt.ts"
import { type HostAddress, HostResolver } from "./HostResolver.ts"
import { OutboundPolicy, type Policy } from "./Policy.ts"
import { transportFailure } from "./TransportFailure.ts"

export interface Request {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  readonly url: string
  /** Names in lower case. The caller has checked names and values. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Answer {
  readonly status: number
  /** The header as it came. */
  readonly retryAfter: string | undefined
  /** As much of the body as was read. */
  readonly text: string
}

export class Http extends Context.Service<
  Http,
  {
    /**
     * Sends one request over a connection of its own and reads the answer. A status counts as soon as it arrives, even if the body
     * fails: the receiver has decided.
     * Refuses: as `Destination.read` and `Destination.addresses`; `dead`: a body that is too long; `retry`: no connection, no TLS,
     * no HTTP, no answer in time. Interruption closes the connection.
     */
    readonly exchange: (request: Request) => Effect.Effect<Answer, SendFailed>
  }
>()("@formwork/outbound/http/Http") {
  static readonly layer = Layer.effect(
    Http,
    Effect.gen(function* () {
      // Own agents: the environment can make Node's global ones use a proxy.
      const agents = {
        plain: new NodeHttp.Agent({ keepAlive: false }),
        secure: new NodeHttps.Agent({ keepAlive: false, maxCachedSessions: 0 })
      }
      const policy = yield* OutboundPolicy
      const resolve = yield* HostResolver
      const exchange = Effect.fn("Http.exchange")(function* (request: Request) {
        if (Buffer.byteLength(request.body ?? "") > policy.requestBytes) {
          return yield* new SendFailed({
            reason: `The request's body is longer than ${policy.requestBytes} bytes.`,
            verdict: "dead"
          })
        }
        const destination = yield* Effect.fromResult(Destination.read(request.url, policy))
        const received: Received = { chunks: [], length: 0 }
        return yield* Destination.addresses(destination, resolve, policy).pipe(
          Effect.flatMap((addresses) => talk(request, destination, addresses, agents, policy, received)),
          Effect.timeoutOrElse({
            duration: policy.timeoutMillis,
            orElse: () => answered(received) ?? tooSlow(destination, policy)
          })
        )
      })
      return Http.of({ exchange })
    })
  )
}

interface Agents {
  readonly plain: NodeHttp.Agent
  readonly secure: NodeHttps.Agent
}

/** What has arrived so far. */
interface Received {
  head?: { readonly status: number; readonly retryAfter: string | undefined }
  readonly chunks: Array<Buffer>
  length: number
}

const answered = ({ chunks, head }: Received): Effect.Effect<Answer> | undefined =>
  head === undefined ? undefined : Effect.succeed({ ...head, text: Excerpt.decode(Buffer.concat(chunks)) })

const tooSlow = ({ hostname }: Destination.Destination, { timeoutMillis }: Policy) =>
  new SendFailed({ reason: `${hostname} did not answer within ${timeoutMillis / 1_000} seconds.`, verdict: "retry" })

/** Answers every lookup of the connection with the addresses that were checked. */
const pinned =
  (addresses: ReadonlyArray<HostAddress>): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses
    if (all === true) callback(null, [...addresses])
    else if (first !== undefined) callback(null, first.address, first.family)
  }

const talk = (
  request: Request,
  destination: Destination.Destination,
  addresses: ReadonlyArray<HostAddress>,
  agents: Agents,
  policy: Policy,
  received: Received
): Effect.Effect<Answer, SendFailed> =>
  Effect.callback((resume) => {
    // Every way to end calls this; the first call counts.
    const finish = (error?: unknown) =>
      resume(answered(received) ?? Effect.fail(transportFailure(destination.hostname, error)))
    const options: NodeHttps.RequestOptions = {
      agent: destination.secure ? agents.secure : agents.plain,
      host: destination.hostname,
      port: destination.port,
      lookup: pinned(addresses),
      servername: isIP(destination.hostname) === 0 ? destination.hostname : "",
      method: request.method,
      path: destination.path,
      headers: headersOf(request, destination),
      maxHeaderSize: policy.headBytes
    }
    const outgoing = destination.secure ? NodeHttps.request(options) : NodeHttp.request(options)
    outgoing.on("response", (incoming) => {
      received.head = { status: incoming.statusCode ?? 0, retryAfter: incoming.headers["retry-after"] }
      incoming.on("data", (chunk: Buffer) => {
        if (received.length >= policy.answerBytes) return
        received.chunks.push(chunk.subarray(0, policy.answerBytes - received.length))
        received.length += chunk.length
        if (received.length >= policy.answerBytes) {
          finish()
          outgoing.destroy()
        }
      })
      incoming.on("end", () => finish())
      incoming.on("error", finish)
      incoming.on("close", () => finish())
    })
    outgoing.on("upgrade", (_incoming, socket) => {
      socket.destroy()
      finish()
    })
    outgoing.on("error", finish)
    outgoing.on("close", () => finish())
    outgoing.end(request.body)
    return Effect.sync(() => outgoing.destroy())
  })

/** The caller's headers, overridden by those that a caller may not set. */
const headersOf = ({ body, headers }: Request, { host }: Destination.Destination): Record<string, string> => ({
  accept: "application/json, text/*;q=0.9, */*;q=0.1",
  ...headers,
  ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
  "accept-encoding": "identity",
  connection: "close",
  host,
  "user-agent": "Formwork"
})
