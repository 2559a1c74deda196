/** What stands before every endpoint: the caller holds its privilege, and the request is what the contract declares. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApi, HttpApiMiddleware } from "effect/http-api"
import type { HttpApiGroup } from "effect/http-api"
import * as Caller from "@formwork/domain/grants/Caller"
import type { Privilege } from "@formwork/domain/grants/Privilege"
import type { Json } from "@formwork/rules/Json"
import { CurrentExchange } from "./Exchange.ts"
import * as Problem from "./Problem.ts"
import { RequestMalformed } from "./RequestRefusal.ts"
import * as StrictBody from "./StrictBody.ts"

/** The privilege that an endpoint needs: an annotation of the contract. */
export class Needs extends Context.Service<Needs, Privilege>()("@formwork/http/Guard/Needs") {}

/** Who is calling, for a handler. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller.Caller>()(
  "@formwork/http/Guard/CurrentCaller"
) {}

/** The body as JSON, for a handler to decode; null where the endpoint takes none. */
export class RequestBody extends Context.Service<RequestBody, Json>()("@formwork/http/Guard/RequestBody") {}

/**
 * Refuses, in this order: `PrivilegeMissing`; what StrictBody.ts refuses; `RequestMalformed` for a declared header.
 * A handler outside of this that asks who is calling does not compile; `unguarded` finds the rest.
 */
export class Guard extends HttpApiMiddleware.Service<Guard, { provides: CurrentCaller | RequestBody }>()(
  "@formwork/http/Guard"
) {
  static readonly layer = Layer.succeed(Guard, (handler, { endpoint }) => {
    const privilege = Context.getUnsafe(endpoint.annotations, Needs)
    const takesBody = endpoint.payload.size > 0
    const headersAreRight = endpoint.headers === undefined ? () => true : Schema.is(Schema.toEncoded(endpoint.headers))

    const admit = Effect.fnUntraced(function* () {
      const exchange = yield* CurrentExchange
      if (exchange?.caller === undefined) return yield* Effect.die(new Error("an endpoint runs inside of the shell"))
      yield* Caller.require(exchange.caller, privilege)
      const body = takesBody ? yield* StrictBody.read(exchange) : null
      if (!headersAreRight((yield* HttpServerRequest.HttpServerRequest).headers)) {
        return yield* new RequestMalformed({ reason: "A header does not have the form that this call takes." })
      }
      return Context.make(CurrentCaller, exchange.caller).pipe(Context.add(RequestBody, body))
    })
    return Effect.matchEffect(admit(), {
      onSuccess: (context) => Effect.provideContext(handler, context),
      onFailure: Problem.answer
    })
  })
}

/**
 * Endpoints that anybody with a key could call: outside of `Guard` (one added to its group after the middleware is), or
 * without `Needs`. A server with any does not start.
 */
export const unguarded = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<string> => {
  const names: Array<string> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { annotations, identifier, middlewares } }) => {
      if (!middlewares.has(Guard) || Option.isNone(Context.getOption(annotations, Needs))) names.push(identifier)
    }
  })
  return names
}
