/**
 * MCP for a client that starts a program: each message is sent unchanged to a server's /mcp, and its answer is returned. Like
 * the server, the relay keeps nothing between two messages.
 */
import { Context, Deferred, Effect, Layer, Result, Schema } from "effect"
import type { Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import type { JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import * as JsonRpc from "./JsonRpc.ts"
import * as ProtocolVersion from "./ProtocolVersion.ts"

/** The server cannot be used. The message is all that the person sees. */
export class RelayRefused extends Schema.TaggedError<RelayRefused>()("RelayRefused", { message: Schema.String }) {}

export interface Options {
  /** The URL of the server, or of its /mcp. */
  readonly url: string
  readonly key: Redacted.Redacted
}

interface Reply {
  readonly status: number
  /** The parsed JSON; undefined where the body is not JSON. */
  readonly body: unknown
  readonly text: string
}

/** Longer than a server takes for any request. */
const patience = "60 seconds"

export class Relay extends Context.Service<
  Relay,
  {
    /** Refuses, with a sentence, where no server answers at the URL, the server has no MCP, or it refuses the key. */
    readonly greet: Effect.Effect<void, RelayRefused>
    /**
     * Sends a message to the server.
     * @param line a message, or any other text.
     * @returns the answer in one line; undefined for a notification and for a cancelled request.
     */
    readonly answer: (line: string) => Effect.Effect<string | undefined>
  }
>()("@formwork/mcp/Relay") {
  static readonly layer = (options: Options) =>
    Layer.effect(Relay, make(options)).pipe(
      Layer.provide(FetchHttpClient.layer),
      // A redirect would lose the body, and could send the key to another server.
      Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "manual" }))
    )
}

const make = Effect.fnUntraced(function* ({ key, url }: Options) {
  const client = yield* HttpClient.HttpClient
  const endpoint = endpointOf(url)
  const cancels = new Map<JsonRpc.Id, Deferred.Deferred<undefined>>()

  /** Undefined where no server answers. */
  const post = (body: string, headers: Readonly<Record<string, string>>): Effect.Effect<Reply | undefined> =>
    HttpClientRequest.post(endpoint).pipe(
      HttpClientRequest.bearerToken(key),
      HttpClientRequest.setHeaders({ accept: "application/json, text/event-stream", ...headers }),
      HttpClientRequest.bodyText(body, "application/json"),
      client.execute,
      Effect.flatMap(({ status, text }) =>
        Effect.map(text, (text): Reply => ({ status, text, body: Result.getOrUndefined(parse(text)) }))
      ),
      Effect.timeout(patience),
      Effect.catch(() => Effect.succeed(undefined))
    )

  const greet = Effect.gen(function* () {
    const params = { _meta: ProtocolVersion.metadata }
    const greeting = { jsonrpc: "2.0", id: 0, method: "server/discover", params }
    const message = complaint(yield* post(JSON.stringify(greeting), ProtocolVersion.mirrored(greeting)), endpoint)
    if (message !== undefined) return yield* new RelayRefused({ message })
  })

  const relayed = Effect.fnUntraced(function* (line: string, request: JsonRpc.Request) {
    const cancelled = yield* Deferred.make<undefined>()
    cancels.set(request.id, cancelled)
    const sent = Effect.map(post(line, ProtocolVersion.mirrored(request)), (reply) => answerOf(request, reply))
    return yield* Effect.raceFirst(sent, Deferred.await(cancelled)).pipe(
      Effect.ensuring(Effect.sync(() => cancels.delete(request.id)))
    )
  })

  const answer = Effect.fnUntraced(function* (line: string) {
    const json = parse(line)
    if (Result.isFailure(json)) return JsonRpc.error(undefined, JsonRpc.jsonRpcError(-32700, "This line is not JSON."))
    const message = JsonRpc.read(json.success)
    if (message._tag === "JsonRpcError") return JsonRpc.error(undefined, message)
    if (message._tag === "Request") return yield* relayed(line, message)
    // Only this notification needs work, and it concerns a request that runs here.
    const id = message.method === "notifications/cancelled" ? JsonRpc.idOf(message.params["requestId"]) : undefined
    const cancelled = id === undefined ? undefined : cancels.get(id)
    if (cancelled !== undefined) yield* Deferred.succeed(cancelled, undefined)
    return undefined
  })
  return Relay.of({ greet, answer })
})

const parse = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))

const endpointOf = (url: string): string => {
  const address = url.replace(/[?#].*$/u, "").replace(/\/+$/u, "")
  return address.endsWith("/mcp") ? address : `${address}/mcp`
}

const isMessage = (body: unknown): body is JsonObject => isObject(body) && body["jsonrpc"] === "2.0"

/** Problem details of the API (spec/http.md §2.4), which came instead of a message. */
const isProblem = (body: unknown): body is JsonObject & { readonly code: string; readonly error: string } =>
  isObject(body) && typeof body["code"] === "string" && typeof body["error"] === "string"

const complaint = (reply: Reply | undefined, endpoint: string): string | undefined => {
  if (reply === undefined)
    return `Nothing answers at ${endpoint}: set FORMWORK_URL to the address of a server that runs.`
  if (reply.status === 401)
    return `${endpoint} refuses FORMWORK_API_KEY: the key is not one of that server, has expired or was revoked.`
  if (isMessage(reply.body) || (isProblem(reply.body) && reply.status !== 404)) return undefined
  return `${endpoint} is no MCP endpoint of Formwork (it answered ${reply.status}): set FORMWORK_URL to the server's address.`
}

/** What the client reads: the server's own message; or problem details, for a tool as the tool's result. */
const answerOf = ({ id, method, params }: JsonRpc.Request, reply: Reply | undefined): string => {
  if (reply === undefined) return JsonRpc.error(id, JsonRpc.jsonRpcError(-32603, "The server cannot be reached."))
  const { body, status, text } = reply
  if (isMessage(body)) return text.includes("\n") ? JSON.stringify(body) : text
  if (!isProblem(body))
    return JsonRpc.error(id, JsonRpc.jsonRpcError(-32603, `The server's answer, with status ${status}, is no message.`))
  if (method !== "tools/call") return JsonRpc.error(id, JsonRpc.jsonRpcError(status, body.error, body))
  const era = ProtocolVersion.isModern(params) ? { resultType: "complete" } : {}
  return JsonRpc.result(id, { content: [{ type: "text", text: JSON.stringify(body) }], isError: true, ...era })
}
