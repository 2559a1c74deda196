/**
 * All outbound HTTP. It connects to public addresses only, checked for each connection; verifies TLS; uses no redirects, proxies or
 * compression; keeps a connection only for its organisation; and bounds everything in time and size. A tenant writes the URL, so
 * nothing in it is trusted.
 */
import { Context, Data, Effect, Layer } from "effect"
import * as NodeHttp from "node:http"
import * as NodeHttps from "node:https"
import { isIP, type Socket } from "node:net"
import { SendFailed } from "@formwork/domain/sending/Sender"
import * as Connections from "./Connections.ts"
import * as Destination from "./Destination.ts"
import * as Excerpt from "../Excerpt.ts"
import { HostResolver, type ResolveHost } from "./HostResolver.ts"
import { OutboundPolicy, type Policy } from "./Policy.ts"
import { transportFailure } from "./TransportFailure.ts"

export interface Request {
  /** The organisation that sends: requests of two organisations share no connection. */
  readonly organisationId: string
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
     * Sends one request and reads the answer. A status counts as soon as it arrives, even if the body fails: the receiver has decided.
     * Where a kept connection turns out to be closed, before a byte of an answer, the request is sent once more over a new one.
     * Refuses: as `Destination.read` and `Destination.addresses`; `dead`: a body that is too long; `retry`: no connection, no TLS,
     * no HTTP, no answer in time. Interruption closes the connection.
     */
    readonly exchange: (request: Request) => Effect.Effect<Answer, SendFailed>
  }
>()("@formwork/outbound/http/Http") {
  static readonly layer = Layer.effect(
    Http,
    Effect.gen(function* () {
      const agents = yield* Connections.agents
      const policy = yield* OutboundPolicy
      const resolve = yield* HostResolver
      const exchange = Effect.fnUntraced(function* (request: Request) {
        if (Buffer.byteLength(request.body ?? "") > policy.requestBytes) {
          return yield* new SendFailed({
            reason: `The request's body is longer than ${policy.requestBytes} bytes.`,
            verdict: "dead"
          })
        }
        const destination = yield* Effect.fromResult(Destination.read(request.url, policy))
        const received: Received = { chunks: [], length: 0 }
        const talking = { request, destination, resolve, policy, received }
        return yield* talk(talking, agents).pipe(
          Effect.catchTag("ConnectionStale", () =>
            Effect.catchTag(talk(talking, agents.fresh), "ConnectionStale", Effect.die)
          ),
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

/** A connection that was kept had been closed by its receiver, and nothing of an answer has come. */
class ConnectionStale extends Data.TaggedError("ConnectionStale") {}

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

interface Talking {
  readonly request: Request
  readonly destination: Destination.Destination
  readonly resolve: ResolveHost
  readonly policy: Policy
  readonly received: Received
}

const talk = (
  { destination, policy, received, request, resolve }: Talking,
  agents: Pick<Connections.Agents, "plain" | "secure">
): Effect.Effect<Answer, SendFailed | ConnectionStale> =>
  Effect.callback((resume) => {
    const { lookup, stop } = Connections.checkedLookup(Destination.addresses(destination, resolve, policy))
    const options: Connections.PooledOptions = {
      agent: destination.secure ? agents.secure : agents.plain,
      pool: request.organisationId,
      host: destination.hostname,
      port: destination.port,
      lookup,
      servername: isIP(destination.hostname) === 0 ? destination.hostname : "",
      method: request.method,
      path: destination.path,
      headers: headersOf(request, destination),
      maxHeaderSize: policy.headBytes
    }
    const outgoing = destination.secure ? NodeHttps.request(options) : NodeHttp.request(options)
    let isUntouched = () => true
    outgoing.on("socket", (socket: Socket) => {
      const before = socket.bytesRead
      isUntouched = () => socket.bytesRead === before
    })
    // Every way to end calls this; the first call counts.
    const finish = (error?: unknown) => resume(answered(received) ?? Effect.fail(failureOf(error)))
    const failureOf = (error: unknown) => {
      if (error instanceof Connections.Refused) return error.failure
      if (outgoing.reusedSocket && isUntouched()) return new ConnectionStale()
      return transportFailure(destination.hostname, error)
    }
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
      // One turn later the connection is free again, so that the next request, sent because of this answer, may use it.
      incoming.on("end", () => setImmediate(finish))
      incoming.on("error", finish)
      incoming.on("close", () => setImmediate(finish))
    })
    outgoing.on("upgrade", (_incoming, socket) => {
      socket.destroy()
      finish()
    })
    outgoing.on("error", finish)
    outgoing.on("close", () => setImmediate(finish))
    outgoing.end(request.body)
    return Effect.andThen(
      Effect.sync(() => outgoing.destroy()),
      stop
    )
  })

/** The caller's headers, overridden by those that a caller may not set. */
const headersOf = ({ body, headers }: Request, { host }: Destination.Destination): Record<string, string> => ({
  accept: "application/json, text/*;q=0.9, */*;q=0.1",
  ...headers,
  ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
  "accept-encoding": "identity",
  host,
  "user-agent": "Formwork"
})
