/**
 * What every request passes through, in the order in which it can be refused (spec/http.md §1.1): 400 and 417 for its head,
 * 401, 429, 404 for its path, 405, then the privilege check and the endpoint. An open endpoint needs no credential, and uses
 * the budget of the address instead; any other method on its path needs a credential. `GET /v3/api-docs` is outside this order.
 */
import { Cause, Effect } from "effect"
import type { Scope } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { IncomingMessage, ServerResponse } from "node:http"
import { RefusalAudit } from "@formwork/domain/audit/RefusalAudit"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { privilegeRefused } from "@formwork/domain/audit/privilegeRefused"
import { monotonicMillis } from "@formwork/domain/limits/monotonicMillis"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import * as Connection from "../connection/Connection.ts"
import { AccessLog } from "../request/AccessLog.ts"
import * as AddressBudgets from "./AddressBudgets.ts"
import * as Authentication from "./Authentication.ts"
import * as ClientAddress from "../request/ClientAddress.ts"
import type { Answered } from "../endpoint/RouteTable.ts"
import * as Router from "./Router.ts"
import * as BodyBytes from "../request/BodyBytes.ts"
import type { Exchange } from "../request/Exchange.ts"
import * as FailureLog from "./FailureLog.ts"
import * as Head from "../request/Head.ts"
import * as ProblemDetails from "../problem/ProblemDetails.ts"
import type { Refusal } from "../problem/ProblemTable.ts"
import * as V1Document from "../v1/v1Document.ts"
import * as RequestMetrics from "../request/RequestMetrics.ts"
import {
  ExpectationUnsupported,
  InternalFault,
  MethodNotAllowed,
  RequestMalformed,
  RouteNotFound
} from "../request/RequestRefusal.ts"
import { BodyLimits, drain } from "../request/StrictBody.ts"
import * as Turns from "../request/Turns.ts"

type Response = HttpServerResponse.HttpServerResponse

const documentPath = "/v3/api-docs"

const currentRequest = ({ address, requestId }: Exchange) => ({
  requestId,
  address,
  network: address && ClientAddress.network(address)
})

/** Answers one request; never fails. */
export const make = Effect.gen(function* () {
  const audits = yield* RefusalAudit
  const limits = yield* BodyLimits
  const budgets = AddressBudgets.make(yield* AddressBudgets.AddressQuota)
  const { authenticate, placeOf } = yield* Authentication.make
  const begin = yield* beginning(placeOf)
  const router = yield* Router.make
  const failures = yield* FailureLog.make
  const metrics = yield* RequestMetrics.make
  const record = recording(metrics, yield* AccessLog)
  const document = HttpServerResponse.text(JSON.stringify(V1Document.document), {
    contentType: "application/json"
  })

  const pass = Effect.fnUntraced(function* (
    exchange: Exchange
  ): Effect.fn.Return<Answered, Refusal, HttpServerRequest.HttpServerRequest | Scope.Scope> {
    const { head, request } = exchange
    const { method = "" } = request
    if (!head.isHttp1)
      return yield* new RequestMalformed({ reason: "This is not HTTP/1.1 with exactly one Host header." })
    if (!head.isFramed)
      return yield* new RequestMalformed({ reason: "The one Transfer-Encoding that is taken is chunked, in HTTP/1.1." })
    if (head.expectation === "other") return yield* new ExpectationUnsupported()
    if (head.path === documentPath) {
      exchange.route = documentPath
      return method === "GET" ? { response: document } : yield* new MethodNotAllowed({ allow: ["GET"] })
    }
    const { allow, match } = router.find(method, head.path)
    yield* match?.route.isOpen === true ? budgets.take(exchange.address) : authenticate(exchange)
    if (match === undefined) return yield* allow.length === 0 ? new RouteNotFound() : new MethodNotAllowed({ allow })
    exchange.route = match.route.template
    return yield* match.route.run(exchange, match.params)
  })

  /** After the earlier requests of its connection, and when its turn has come. */
  const inTurn = Effect.fnUntraced(function* (exchange: Exchange) {
    yield* whenFirst(exchange)
    yield* exchange.turn.take
    Connection.begin(Connection.of(exchange.request.socket), exchange.response)
    return yield* pass(exchange)
  })

  /** Counts a refusal, and audits the privilege or the session that a caller lacks: every refusal passes here once, whatever the format of its answer. */
  const note = Effect.fnUntraced(function* ({ caller }: Exchange, refusal: Refusal) {
    metrics.countRefusal(ProblemDetails.code(refusal))
    if ((refusal._tag === "PrivilegeMissing" || refusal._tag === "SessionRequired") && caller !== undefined)
      yield* Effect.provideService(privilegeRefused(caller, refusal), RefusalAudit, audits)
  })

  const settle = Effect.fnUntraced(function* (exchange: Exchange) {
    const { refusal, response } = yield* inTurn(exchange).pipe(
      Effect.interruptible,
      Effect.ensuring(Effect.sync(() => end(exchange))),
      Effect.catch(refused),
      Effect.catchCause((cause) => Effect.flatMap(failed(cause, exchange, failures.log), refused))
    )
    if (refusal !== undefined) yield* note(exchange, refusal)
    return response
  })

  const answer: Effect.Effect<Response, never, HttpServerRequest.HttpServerRequest | Scope.Scope> = Effect.gen(
    function* () {
      const started = yield* monotonicMillis
      const exchange = yield* begin(yield* HttpServerRequest.HttpServerRequest)
      const response = yield* Effect.provideService(settle(exchange), CurrentRequest, currentRequest(exchange))
      drain(exchange, limits)
      record(exchange, response.status, (yield* monotonicMillis) - started)
      return HttpServerResponse.setHeaders(response, commonHeaders(exchange, response.status))
    }
  )
  return answer
})

const end = ({ release, turn }: Exchange): void => {
  turn.end()
  release?.()
}

/** Counts an answer, and hands its line to the log. */
const recording =
  (metrics: Effect.Success<typeof RequestMetrics.make>, log: typeof AccessLog.Service) =>
  ({ address, caller, request, requestId, route }: Exchange, status: number, millis: number): void => {
    const { method } = request
    metrics.countAnswer(route === "-" ? "none" : `${method} ${route}`, status, millis)
    const [organisation, credential] = [caller?.organisationId, caller?.credential.id]
    log({ method, route, status, millis, requestId, organisation, credential, address })
  }

const sourceOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const source = NodeHttpServerRequest.toIncomingMessage(request)
  const response = NodeHttpServerRequest.toServerResponse(request)
  if (!(source instanceof IncomingMessage && response instanceof ServerResponse)) {
    return yield* Effect.die(new Error("the request pipeline runs in Node's HTTP/1.1 server"))
  }
  return { request: source, response }
})

/** What makes an exchange of a request. @param placeOf who a request counts for. */
const beginning = Effect.fnUntraced(function* (placeOf: Effect.Success<typeof Authentication.make>["placeOf"]) {
  const random = yield* SecureRandom.SecureRandom
  const proxies = yield* ClientAddress.TrustedProxies
  const turns = yield* Turns.make
  const bodies = yield* BodyBytes.make((yield* BodyLimits).bytes)
  return Effect.fnUntraced(function* (given: HttpServerRequest.HttpServerRequest) {
    const { request, response } = yield* sourceOf(given)
    const head = Head.read(request)
    const address = ClientAddress.of(request, proxies)
    const place = placeOf(head.credential, address)
    const exchange: Exchange = {
      request,
      response,
      head,
      requestId: head.requestId ?? (yield* random.uuidV7()),
      address,
      route: "-",
      caller: undefined,
      budget: undefined,
      place,
      turn: turns.open(place),
      bodies,
      release: undefined,
      closes: false
    }
    return exchange
  })
})

/** Waits until every earlier request of the connection has been answered. */
const whenFirst = ({ request, response }: Exchange): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const leave = Connection.whenFirst(Connection.of(request.socket), response, (isThere) =>
      resume(isThere ? Effect.void : Effect.interrupt)
    )
    return Effect.sync(leave)
  })

/** Every 401 is alike and shows no budget, also where a credential ended while its request ran. */
const commonHeaders = ({ budget, closes, requestId }: Exchange, status: number): Record<string, string> => ({
  "cache-control": "no-store",
  "x-request-id": requestId,
  ...(closes || status === 401 ? { connection: "close" } : {}),
  ...(budget === undefined || status === 401
    ? {}
    : {
        "ratelimit-policy": `"default";q=${budget.limit};w=${budget.windowSeconds}`,
        ratelimit: `"default";r=${budget.left};t=${budget.resetSeconds}`
      })
})

/** The answer to a refusal. */
const refused = (refusal: Refusal): Effect.Effect<Answered> =>
  Effect.map(ProblemDetails.answer(refusal), (response) => ({ response, refusal }))

/** Logs a defect, with the request id. The answer shows only this refusal (spec/http.md §2.10). */
const failed = Effect.fnUntraced(function* (
  cause: Cause.Cause<never>,
  { request, requestId, route }: Exchange,
  log: Effect.Success<typeof FailureLog.make>["log"]
): Effect.fn.Return<Refusal> {
  const defect = Cause.squash(cause)
  // Either the client is gone and does not read the answer, or the server is stopping and its grace period is over.
  if (Cause.hasInterruptsOnly(cause)) return new Unavailable({ reason: "the request was ended" })
  yield* log(cause, { method: request.method, route, requestId })
  return defect instanceof Unavailable ? defect : new InternalFault()
})
