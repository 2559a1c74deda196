/** What stands before every endpoint: the caller holds its privilege, and the request is what the contract declares. */
import { Context, Effect, flow, Layer, Option, Schema, SchemaIssue } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApi, HttpApiMiddleware } from "effect/http-api"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import * as Caller from "@formwork/domain/callers/Caller"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import type { Json } from "@formwork/rules/Json"
import { CurrentExchange } from "../request/Exchange.ts"
import type { Exchange } from "../request/Exchange.ts"
import * as Problem from "../problem/Problem.ts"
import { RequestMalformed } from "../request/RequestRefusal.ts"
import * as StrictBody from "../request/StrictBody.ts"

/** Of its caller: one privilege; any credential that is good; or nothing, which makes an endpoint open. */
export type Need = Privilege | "any credential" | "nothing"

/** What an endpoint needs: an annotation of the contract. */
export class Needs extends Context.Service<Needs, Need>()("@formwork/http/Guard/Needs") {}

/** Who is calling, for a handler. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller.Caller>()(
  "@formwork/http/Guard/CurrentCaller"
) {}

/** The body as JSON, for a handler to decode; null where the endpoint takes none. */
export class RequestBody extends Context.Service<RequestBody, Json>()("@formwork/http/Guard/RequestBody") {}

const currentExchange = Effect.flatMap(CurrentExchange, (exchange) =>
  exchange === undefined ? Effect.die(new Error("an endpoint runs inside of the shell")) : Effect.succeed(exchange)
)

/** Refuses `RequestMalformed` with what is wrong with declared headers: the messages of their schemas' checks. */
const headersOf = (declared: Schema.Top) =>
  flow(
    Schema.decodeUnknownEffect(Schema.toEncoded(declared), { errors: "all" }),
    Effect.mapError(
      ({ issue }) =>
        new RequestMalformed({
          reason: sentencesOf(issue)
            .issues.map(({ message }) => message)
            .join(" ")
        })
    )
  )

const sentencesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Refuses what StrictBody.ts refuses, then `RequestMalformed` for a declared header. */
const receive = (endpoint: HttpApiEndpoint.Top) => {
  const takesBody = endpoint.payload.size > 0
  const checkHeaders = endpoint.headers === undefined ? () => Effect.void : headersOf(endpoint.headers)
  return Effect.fnUntraced(function* (exchange: Exchange) {
    const body = takesBody ? yield* StrictBody.read(exchange) : null
    yield* checkHeaders((yield* HttpServerRequest.HttpServerRequest).headers)
    return Context.make(RequestBody, body)
  })
}

/**
 * Refuses, in this order: `PrivilegeMissing`; what StrictBody.ts refuses; `RequestMalformed` for a declared header.
 * A handler outside of this that asks who is calling does not compile; `unguarded` finds the rest.
 */
export class Guard extends HttpApiMiddleware.Service<Guard, { provides: CurrentCaller | RequestBody }>()(
  "@formwork/http/endpoint/Guard"
) {
  static readonly layer = Layer.succeed(Guard, (handler, { endpoint }) => {
    const need = Context.getUnsafe(endpoint.annotations, Needs)
    const received = receive(endpoint)

    const admit = Effect.fnUntraced(function* () {
      const exchange = yield* currentExchange
      const { caller } = exchange
      if (caller === undefined || need === "nothing")
        return yield* Effect.die(new Error("the shell lets nobody through who is unknown"))
      if (need !== "any credential") yield* Caller.require(caller, need)
      return Context.add(yield* received(exchange), CurrentCaller, caller)
    })
    return Effect.matchEffect(admit(), {
      onSuccess: (context) => Effect.provideContext(handler, context),
      onFailure: Problem.answer
    })
  })
}

/** Stands before an open endpoint, whose handler cannot ask who is calling. Refuses as `Guard` does, but for the privilege. */
export class OpenGuard extends HttpApiMiddleware.Service<OpenGuard, { provides: RequestBody }>()(
  "@formwork/http/Guard/OpenGuard"
) {
  static readonly layer = Layer.succeed(OpenGuard, (handler, { endpoint }) =>
    Effect.matchEffect(Effect.flatMap(currentExchange, receive(endpoint)), {
      onSuccess: (context) => Effect.provideContext(handler, context),
      onFailure: Problem.answer
    })
  )
}

const endpointsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<HttpApiEndpoint.Top> => {
  const endpoints: Array<HttpApiEndpoint.Top> = []
  HttpApi.reflect(api, { onGroup: () => {}, onEndpoint: ({ endpoint }) => void endpoints.push(endpoint) })
  return endpoints
}

const needOf = ({ annotations }: HttpApiEndpoint.Top): Need | undefined =>
  Option.getOrUndefined(Context.getOption(annotations, Needs))

/**
 * Endpoints that anybody could call, or anybody with a key: without `Needs`, or outside of the guard that what they need
 * asks for (one added to its group after the middleware is). A server with any does not start.
 */
export const unguarded = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<string> =>
  endpointsOf(api)
    .filter((endpoint) => {
      const need = needOf(endpoint)
      return need === undefined || !endpoint.middlewares.has(need === "nothing" ? OpenGuard : Guard)
    })
    .map(({ identifier }) => identifier)

/** The endpoints that need nothing, each as its method and its path. */
export const open = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<string> =>
  endpointsOf(api)
    .filter((endpoint) => needOf(endpoint) === "nothing")
    .map(({ method, path }) => `${method} ${path}`)
