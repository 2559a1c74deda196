/**
 * What every request passes through, in the order in which it can be refused (contract.md §1): 400 and 417 for its head,
 * 401, 429, 404 for its path, 405, then the endpoint behind its guard. `GET /v3/api-docs` stands outside and needs no key.
 */
import { Cause, Clock, Effect } from "effect"
import type { Scope } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { IncomingMessage, ServerResponse } from "node:http"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { Callers } from "@formwork/domain/keys/Callers"
import type { Budget } from "@formwork/domain/limits/Budget"
import { Unauthenticated, Unavailable } from "@formwork/domain/Refusal"
import { Api } from "./Api.ts"
import { CurrentExchange } from "./Exchange.ts"
import type { Exchange } from "./Exchange.ts"
import { unguarded } from "./Guard.ts"
import * as Head from "./Head.ts"
import * as Problem from "./Problem.ts"
import * as PublishedDocument from "./PublishedDocument.ts"
import * as RequestMetrics from "./RequestMetrics.ts"
import type { Refusal } from "./Problem.ts"
import {
  ExpectationUnsupported,
  InternalFault,
  MethodNotAllowed,
  RequestMalformed,
  RouteNotFound
} from "./RequestRefusal.ts"
import * as Routes from "./Routes.ts"
import { BodyLimits, drain } from "./StrictBody.ts"

type Response = HttpServerResponse.HttpServerResponse

const documentPath = "/v3/api-docs"

/** Answers one request; never fails. */
export const make = Effect.gen(function* () {
  const callers = yield* Callers
  const random = yield* SecureRandom.SecureRandom
  const limits = yield* BodyLimits
  const open = unguarded(Api)
  if (open.length > 0) return yield* Effect.die(new Error(`These endpoints declare no privilege: ${open.join(", ")}.`))
  const routes = yield* Routes.collect(HttpApiBuilder.layer(Api))
  const document = HttpServerResponse.text(JSON.stringify(PublishedDocument.document), {
    contentType: "application/json"
  })

  const authenticate = Effect.fnUntraced(function* (exchange: Exchange) {
    if (exchange.head.credential === undefined) return yield* new Unauthenticated()
    const { budget, caller } = yield* callers.authenticate(exchange.head.credential)
    exchange.budget = budget
    exchange.caller = caller
  })

  const pass = Effect.fnUntraced(function* (
    exchange: Exchange
  ): Effect.fn.Return<Response, Refusal, HttpServerRequest.HttpServerRequest | Scope.Scope> {
    const { head, request } = exchange
    const { method = "" } = request
    if (!head.isHttp1)
      return yield* new RequestMalformed({ reason: "This is not HTTP/1.1 with exactly one Host header." })
    if (!head.isFramed)
      return yield* new RequestMalformed({ reason: "The one Transfer-Encoding that is taken is chunked, in HTTP/1.1." })
    if (head.expectation === "other") return yield* new ExpectationUnsupported()
    if (head.path === documentPath) {
      exchange.route = documentPath
      return method === "GET" ? document : yield* new MethodNotAllowed({ allow: ["GET"] })
    }
    yield* authenticate(exchange)
    const found = Routes.find(routes, head.path)
    if (found.length === 0) return yield* new RouteNotFound()
    const match = found.find(({ route }) => route.method === method)
    if (match === undefined) return yield* new MethodNotAllowed({ allow: found.map(({ route }) => route.method) })
    exchange.route = match.route.template
    return yield* Effect.provideService(
      match.route.run(match.params, head.explains ? { explain: "true" } : {}),
      CurrentExchange,
      exchange
    )
  })

  const answer: Effect.Effect<Response, never, HttpServerRequest.HttpServerRequest | Scope.Scope> = Effect.gen(
    function* () {
      const started = yield* Clock.currentTimeMillis
      const exchange = yield* begin(yield* HttpServerRequest.HttpServerRequest, random.uuidV7())
      const response = yield* Effect.interruptible(pass(exchange)).pipe(
        Effect.catch((refusal) => {
          if (refusal._tag === "RateLimited") exchange.budget = spent(refusal)
          return Problem.answer(refusal)
        }),
        Effect.catchCause((cause) => fault(cause, exchange)),
        Effect.provideService(CurrentRequest, { requestId: exchange.requestId })
      )
      drain(exchange, limits)
      yield* record(exchange, response.status, (yield* Clock.currentTimeMillis) - started)
      return HttpServerResponse.setHeaders(response, commonHeaders(exchange, response.status))
    }
  )
  return answer
})

const record = Effect.fnUntraced(function* ({ request, requestId, route }: Exchange, status: number, millis: number) {
  const { method } = request
  yield* RequestMetrics.countAnswer(route === "-" ? "none" : `${method} ${route}`, status, millis)
  yield* Effect.logInfo("request", { method, route, status, millis, requestId })
})

const begin = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  newRequestId: Effect.Effect<string>
) {
  const source = NodeHttpServerRequest.toIncomingMessage(request)
  const response = NodeHttpServerRequest.toServerResponse(request)
  if (!(source instanceof IncomingMessage && response instanceof ServerResponse)) {
    return yield* Effect.die(new Error("the shell stands in Node's HTTP/1.1 server"))
  }
  const head = Head.read(source)
  const exchange: Exchange = {
    request: source,
    response,
    head,
    requestId: head.requestId ?? (yield* newRequestId),
    route: "-",
    caller: undefined,
    budget: undefined
  }
  return exchange
})

const spent = (refusal: {
  readonly limit: number
  readonly windowSeconds: number
  readonly retryAfterSeconds: number
}): Budget => ({
  limit: refusal.limit,
  windowSeconds: refusal.windowSeconds,
  left: 0,
  resetSeconds: refusal.retryAfterSeconds
})

/** A 401 shows no budget, also where a credential ended while its request ran: it looks like every other. */
const commonHeaders = ({ budget, requestId }: Exchange, status: number): Record<string, string> => ({
  "cache-control": "no-store",
  "x-request-id": requestId,
  ...(budget === undefined || status === 401
    ? {}
    : {
        "ratelimit-policy": `"default";q=${budget.limit};w=${budget.windowSeconds}`,
        ratelimit: `"default";r=${budget.left};t=${budget.resetSeconds}`
      })
})

/** Logs a defect once, with the request id, and answers without any detail (contract.md §2). */
const fault = Effect.fnUntraced(function* (
  cause: Cause.Cause<never>,
  { request, requestId, response, route }: Exchange
) {
  const defect = Cause.squash(cause)
  if (Cause.hasInterruptsOnly(cause)) {
    // Either the client is gone and nobody reads this, or the server is stopping and did not wait any longer.
    return yield* Problem.answer(
      new Unavailable({ reason: response.destroyed ? "the client left" : "the server stops" })
    )
  }
  yield* Effect.logError("request failed", { method: request.method, route, requestId }, cause)
  return yield* Problem.answer(defect instanceof Unavailable ? defect : new InternalFault())
})
