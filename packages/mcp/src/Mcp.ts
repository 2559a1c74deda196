/** MCP without a session: one JSON-RPC message in, one answer out, for the caller of the request (docs/decisions/0096). */
import { Context, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Unauthenticated } from "@formwork/domain/callers/Refusal"
import type { Json, JsonObject } from "@formwork/rules/Json"
import * as JsonRpc from "./JsonRpc.ts"
import * as Resources from "./Resources.ts"
import { Refused } from "./ProblemEncoder.ts"
import type { Refusal } from "./ProblemEncoder.ts"
import * as ProtocolVersion from "./ProtocolVersion.ts"
import * as Tools from "./Tools.ts"

export interface Message {
  readonly body: Json
  /** A header of the HTTP request that carries the message, by its name in lower case. */
  readonly header: (name: string) => string | undefined
}

export interface Answer {
  /** 200 for a result and for an error of JSON-RPC; 202 for a notification; 400 and 404 as MCP defines them. */
  readonly status: number
  /** JSON; undefined for an answer without a body. */
  readonly body: string | undefined
  /** The refusal that the body reports, for the server that carries MCP to count and audit. */
  readonly refusal?: Refusal
}

type Result = { readonly [member: string]: unknown }
type Value = Result | JsonRpc.JsonRpcError
type Method = (caller: Caller, params: JsonObject) => Effect.Effect<Value | Refused<Value>, Unauthenticated>

const isJsonRpcError = (value: unknown): value is JsonRpc.JsonRpcError =>
  typeof value === "object" && value !== null && "_tag" in value && value._tag === "JsonRpcError"

const instructions =
  "Formwork holds forms with rules. Find a form with list_forms and read what it asks with describe_form. Call evaluate_form until `valid` is " +
  "true, then create_submission once, with an idempotencyKey. A tool that says no has `isError` and a problem as JSON: branch on its " +
  "`code`. Which tools there are depends on the key."

const capabilities = { tools: { listChanged: false }, resources: { listChanged: false, subscribe: false } }

/** Clients may cache nothing, because what a key may do ends with the key. */
const notCached = { ttlMs: 0, cacheScope: "private" }
const cacheable: ReadonlySet<string> = new Set([
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read"
])

export class Mcp extends Context.Service<
  Mcp,
  {
    /**
     * Answers a message of `caller`, in any supported revision.
     * Refuses: `Unauthenticated`, where the credential ended while the message was handled. Every other refusal is in the answer.
     */
    readonly answer: (caller: Caller, message: Message) => Effect.Effect<Answer, Unauthenticated>
  }
>()("@formwork/mcp/Mcp") {
  /** @param version of the server, for clients to show. */
  static readonly layer = (version: string) =>
    Layer.effect(
      Mcp,
      Effect.gen(function* () {
        const tools = yield* Tools.make
        const resources = yield* Resources.make
        const serverInfo = { name: "formwork", title: "Formwork", version }

        const initialize: Method = (_caller, { protocolVersion }) =>
          Effect.succeed(
            typeof protocolVersion === "string"
              ? { protocolVersion: ProtocolVersion.negotiated(protocolVersion), capabilities, serverInfo, instructions }
              : JsonRpc.invalidParams("initialize needs protocolVersion, a text.")
          )
        const discover: Method = () =>
          Effect.succeed({ supportedVersions: ProtocolVersion.supported, capabilities, instructions })

        const shared = (era: ProtocolVersion.Era): ReadonlyArray<readonly [string, Method]> => [
          ["tools/list", onePage(tools.list)],
          ["tools/call", tools.call],
          ["resources/list", resources.list],
          ["resources/templates/list", onePage(resources.templates)],
          ["resources/read", resources.read(era)]
        ]
        const methods: { readonly [E in ProtocolVersion.Era]: ReadonlyMap<string, Method> } = {
          handshake: new Map([...shared("handshake"), ["initialize", initialize], ["ping", () => Effect.succeed({})]]),
          modern: new Map([...shared("modern"), ["server/discover", discover]])
        }
        /** Members that every result of the modern era has in addition. */
        const complete = (method: string, value: Result): Result => ({
          ...value,
          ...(cacheable.has(method) ? notCached : {}),
          resultType: "complete",
          _meta: { ...Object(value["_meta"]), "io.modelcontextprotocol/serverInfo": serverInfo }
        })

        const respond = Effect.fnUntraced(function* (
          caller: Caller,
          request: JsonRpc.Request,
          era: ProtocolVersion.Era
        ): Effect.fn.Return<Answer, Unauthenticated> {
          const { id, method, params } = request
          const run = methods[era].get(method)
          if (run === undefined)
            return { status: era === "modern" ? 404 : 200, body: JsonRpc.error(id, JsonRpc.methodNotFound(method)) }
          const given = yield* run(caller, params)
          const value = given instanceof Refused ? given.value : given
          const body = isJsonRpcError(value)
            ? JsonRpc.error(id, value)
            : JsonRpc.result(id, era === "modern" ? complete(method, value) : value)
          return { status: 200, body, ...(given instanceof Refused ? { refusal: given.refusal } : {}) }
        })

        const answer = Effect.fn("Mcp.answer")(function* (
          caller: Caller,
          { body, header }: Message
        ): Effect.fn.Return<Answer, Unauthenticated> {
          const message = JsonRpc.read(body)
          if (message._tag === "JsonRpcError") return { status: 400, body: JsonRpc.error(undefined, message) }
          if (message._tag === "Notification") {
            const error = ProtocolVersion.checkHeader(header)
            return error === undefined
              ? { status: 202, body: undefined }
              : { status: 400, body: JsonRpc.error(undefined, error) }
          }
          const era = ProtocolVersion.eraOf(message, header)
          return isJsonRpcError(era)
            ? { status: 400, body: JsonRpc.error(message.id, era) }
            : yield* respond(caller, message, era)
        })
        return Mcp.of({ answer })
      })
    )
}

const onePage =
  (list: (caller: Caller) => Result): Method =>
  (caller, { cursor }) =>
    Effect.succeed(
      cursor === undefined ? list(caller) : JsonRpc.invalidParams("There is no such cursor: this list has one page.")
    )
