/**
 * What every request passes through, in the order in which it can be refused (spec/http.md §1.1): 400 and 417 for its head,
 * 401, 429, 404 for its path, 405, then the privilege check and the endpoint. An open endpoint needs no credential, and uses
 * the budget of the address instead, which is taken before its turn; any other method on its path needs a credential. `GET /v3/api-docs` and
 * what the server says of itself (spec/http.md §8.7) are outside this order.
 *
 * A request waits for its turn as a plain object. From then on it is one fiber, which ends with its answer.
 */
import { Cause, Context, Effect, Exit, type Fiber, Result } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { RefusalAudit } from "@formwork/domain/audit/RefusalAudit"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { privilegeRefused } from "@formwork/domain/audit/privilegeRefused"
import { Unavailable, type RateLimited, RequestMalformed } from "@formwork/domain/callers/Refusal"
import { Place } from "@formwork/domain/limits/Place"
import * as Answer from "../connection/Answer.ts"
import * as Connection from "../connection/Connection.ts"
import { writeAnswer } from "../connection/writeAnswer.ts"
import { AccessLog } from "../request/AccessLog.ts"
import * as AddressBudgets from "./AddressBudgets.ts"
import * as Authentication from "./Authentication.ts"
import * as ClientAddress from "../request/ClientAddress.ts"
import * as Guide from "../guide/Guide.ts"
import type { MountedPage } from "../guide/MountedPages.ts"
import type { Answered } from "../endpoint/RouteTable.ts"
import * as RequestFibers from "./requestFibers.ts"
import * as Router from "./Router.ts"
import * as BodyBytes from "../request/BodyBytes.ts"
import * as Downloads from "../request/Downloads.ts"
import type { Exchange } from "../request/Exchange.ts"
import { commonHeaders } from "./commonHeaders.ts"
import * as FailureLog from "./FailureLog.ts"
import * as Head from "../request/Head.ts"
import * as ProblemDetails from "../problem/ProblemDetails.ts"
import type { Refusal } from "../problem/ProblemTable.ts"
import * as V1Document from "../v1/v1Document.ts"
import * as RequestIds from "../request/RequestIds.ts"
import * as RequestMetrics from "../request/RequestMetrics.ts"
import { RequestTracing } from "../request/RequestTracing.ts"
import { ExpectationUnsupported, InternalFault, MethodNotAllowed, RouteNotFound } from "../request/RequestRefusal.ts"
import { BodyLimits, drain } from "../request/StrictBody.ts"
import * as Turns from "../request/Turns.ts"
import * as UploadRoom from "../request/UploadRoom.ts"

const documentPath = "/v3/api-docs"
type Metrics = Effect.Success<typeof RequestMetrics.make>

/** In the log and the metrics, of a request whose client went away before its answer. */
const clientIsGone = 499

/** What audit rows name. The network is asked for only where passwords are hashed. */
class ThisRequest {
  readonly requestId: string
  readonly address: string | undefined
  readonly isCookie: boolean
  readonly trace: Exchange["trace"]

  constructor({ address, head, requestId, trace }: Exchange) {
    this.requestId = requestId
    this.address = address
    this.isCookie = head.isCookie
    this.trace = trace
  }

  get network(): string | undefined {
    return this.address && ClientAddress.network(this.address)
  }
}

/** Gives the function that answers a request of Node's server. When the scope ends, requests under way are interrupted and answered 503. */
export const make = Effect.gen(function* () {
  const limits = yield* BodyLimits
  const context = yield* Effect.context<never>()
  const { authenticate, placeOf } = yield* Authentication.make
  const router = yield* Router.make
  const open = yield* opening(placeOf)
  const pageOf = paging(yield* Guide.make)
  const pass = passing(authenticate)
  const overBudget = yield* budgeting
  const metrics = yield* RequestMetrics.make
  const settle = yield* settling(metrics)
  const record = recording(metrics, yield* AccessLog)
  const underWay = yield* RequestFibers.make

  const write = (exchange: Exchange, answer: Answer.Answer): Effect.Effect<void> => {
    const { status } = answer
    drain(exchange, limits)
    record(exchange, status)
    return writeAnswer(exchange.response, answer, commonHeaders(exchange, answer))
  }

  /** Waits for nothing but the answer itself; never fails. */
  const answer = (exchange: Exchange, work: Effect.Effect<Answered, Refusal>): Effect.Effect<void> =>
    Effect.flatMap(Effect.exit(Effect.interruptible(work)), (exit) => {
      end(exchange)
      if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) && exchange.response.destroyed)
        return Effect.sync(() => record(exchange, clientIsGone))
      return Effect.flatMapEager(settle(exchange, exit), (settled) => write(exchange, settled))
    })

  /** Puts a request that no earlier one of its connection keeps waiting into the queue. @returns what ends it when its connection does. */
  const serve = (request: IncomingMessage, response: ServerResponse, startedMillis: number): (() => void) => {
    const { exchange, found } = open(request, response, router, startedMillis)
    let fiber: Fiber.Fiber<void> | undefined
    const begin = (work: Effect.Effect<Answered, Refusal>): void => {
      const { trace, turn } = exchange
      const services = found.match?.route.services ?? context
      const own = Context.add(Context.add(services, CurrentRequest, new ThisRequest(exchange)), Place, turn)
      const traced = trace === undefined ? own : trace.within(own)
      fiber = underWay(Effect.runForkWith(traced)(answer(exchange, work), { uninterruptible: true }))
    }
    const refusal = overBudget(exchange, found)
    const page = refusal === undefined ? pageOf(exchange) : undefined
    const go = () => {
      Connection.begin(Connection.of(request.socket), response)
      // In the fiber: what an adapter throws is a defect there.
      begin(Effect.suspend(() => pass(exchange, found, page)))
    }
    if (refusal !== undefined) exchange.turn.refuse(() => begin(Effect.fail(refusal)))
    // It is there already: answering costs no more than a refusal would.
    else if (page !== undefined) exchange.turn.refuse(go)
    else exchange.turn.wait(go, (refused) => begin(Effect.fail(refused)))
    return () => {
      // A request that was never begun leaves nothing behind: a thousand connections that close together may have many.
      if (fiber === undefined) exchange.turn.end()
      else fiber.interruptUnsafe()
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const arrivedMillis = performance.now()
    // Nothing is made for a request while earlier ones of its connection are not answered: after a refusal it is never served.
    let end: (() => void) | undefined
    Connection.whenFirst(Connection.of(request.socket), response, () => {
      end = serve(request, response, arrivedMillis)
    })
    response.on("close", () => end?.())
  }
})

/**
 * Takes a request of an open endpoint from the budget of its address, before it waits for its turn: a refused request keeps no
 * other waiting (docs/decisions/0175). Gives the refusal, if it is one.
 */
const budgeting = Effect.gen(function* () {
  const budgets = AddressBudgets.make(yield* AddressBudgets.AddressQuota)
  const runSync = Effect.runSyncWith(yield* Effect.context<never>())
  return ({ address, head }: Exchange, { match }: Router.RouteLookup): RateLimited | undefined => {
    if (match?.route.isOpen !== true || badHead(head) !== undefined) return undefined
    const taken = runSync(Effect.result(budgets.take(address)))
    return Result.isFailure(taken) ? taken.failure : undefined
  }
})

/** Why a request with this head is refused before anything else is looked at. */
const badHead = (head: Head.Head): RequestMalformed | ExpectationUnsupported | undefined => {
  if (!head.isHttp1) return new RequestMalformed({ reason: "This is not HTTP/1.1 with exactly one Host header." })
  if (!head.isFramed)
    return new RequestMalformed({ reason: "The one Transfer-Encoding that is taken is chunked, in HTTP/1.1." })
  return head.expectation === "other" ? new ExpectationUnsupported() : undefined
}

/** What is the same for every client and needs no credential: documents, the server's own pages, an app's. */
const paging = (guide: Effect.Success<typeof Guide.make>) => {
  const document: MountedPage = { route: documentPath, answer: Answer.json(JSON.stringify(V1Document.document)) }
  return ({ head: { path }, request }: Exchange): MountedPage | undefined =>
    path === documentPath ? document : guide(path, request)
}

/** What a request passes until it is answered or refused. No generator: every request passes here. */
const passing = (authenticate: Effect.Success<typeof Authentication.make>["authenticate"]) => {
  const shown = (exchange: Exchange, { answer, route }: MountedPage): Effect.Effect<Answered, Refusal> => {
    exchange.route = route
    if (exchange.request.method !== "GET") return Effect.fail(new MethodNotAllowed({ allow: ["GET"] }))
    // It is far longer than a request for it: a connection without a known credential gets one.
    exchange.closes = !Connection.of(exchange.request.socket).isKnown
    return Effect.succeed({ answer })
  }

  const routed = (exchange: Exchange, { allow, match }: Router.RouteLookup): Effect.Effect<Answered, Refusal> => {
    if (match === undefined)
      return Effect.fail(allow.length === 0 ? new RouteNotFound() : new MethodNotAllowed({ allow }))
    exchange.route = match.route.template
    return match.route.run(exchange, match.params)
  }

  return (
    exchange: Exchange,
    found: Router.RouteLookup,
    page: MountedPage | undefined
  ): Effect.Effect<Answered, Refusal> => {
    const refusal = badHead(exchange.head)
    if (refusal !== undefined) return Effect.fail(refusal)
    if (page !== undefined) return shown(exchange, page)
    return found.match?.route.isOpen === true
      ? routed(exchange, found)
      : Effect.flatMap(authenticate(exchange), () => routed(exchange, found))
  }
}

/** The answer of a request, whether its endpoint gave it or the request was refused before. */
const settling = Effect.fnUntraced(function* (metrics: Metrics) {
  const audits = yield* RefusalAudit
  const failures = yield* FailureLog.make

  /** Logs a defect, with the request id. The answer shows only this refusal (spec/http.md §2.10). */
  const failed = Effect.fnUntraced(function* (cause: Cause.Cause<never>, { request, requestId, route }: Exchange) {
    // Either the client is gone and does not read the answer, or the server is stopping and its grace period is over.
    if (Cause.hasInterruptsOnly(cause)) return new Unavailable({ reason: "the request was ended" })
    yield* failures.log(cause, { method: request.method, route, requestId })
    const defect = Cause.squash(cause)
    return defect instanceof Unavailable ? defect : new InternalFault()
  })

  /** Counts a refusal, and audits the privilege or the session that a caller lacks: every refusal passes here once, whatever the format of its answer. */
  const note = Effect.fnUntraced(function* ({ caller }: Exchange, refusal: Refusal) {
    metrics.countRefusal(ProblemDetails.code(refusal))
    if ((refusal._tag === "PrivilegeMissing" || refusal._tag === "SessionRequired") && caller !== undefined)
      yield* Effect.provideService(privilegeRefused(caller, refusal), RefusalAudit, audits)
  })

  const refused = Effect.fnUntraced(function* (exchange: Exchange, cause: Cause.Cause<Refusal>) {
    const found = Cause.findError(cause)
    const refusal = Result.isSuccess(found) ? found.success : yield* failed(found.failure, exchange)
    yield* note(exchange, refusal)
    return ProblemDetails.answer(refusal, exchange.requestId)
  })

  return (exchange: Exchange, exit: Exit.Exit<Answered, Refusal>): Effect.Effect<Answer.Answer> => {
    if (Exit.isFailure(exit)) return refused(exchange, exit.cause)
    const { answer, refusal } = exit.value
    return refusal === undefined ? Effect.succeed(answer) : Effect.as(note(exchange, refusal), answer)
  }
})

const end = ({ release, turn }: Exchange): void => {
  turn.end()
  release?.()
}

/** Counts and logs an answer. */
const recording =
  (metrics: Metrics, log: typeof AccessLog.Service) =>
  ({ address, caller, request, requestId, route, startedMillis, trace }: Exchange, status: number): void => {
    const { method } = request
    const millis = performance.now() - startedMillis
    metrics.countAnswer(method, route === "-" ? undefined : route, status, millis)
    const { id: credential } = caller?.credential ?? {}
    const line = { method, route, status, millis, requestId, organisation: caller?.organisationId, credential, address }
    log(line)
    trace?.end(line)
  }

/** What makes an exchange of a request, and finds its route. @param placeOf who a request counts for. */
const opening = Effect.fnUntraced(function* (placeOf: Effect.Success<typeof Authentication.make>["placeOf"]) {
  const newId = yield* RequestIds.make
  const proxies = yield* ClientAddress.TrustedProxies
  const turns = yield* Turns.make
  const bodies = yield* BodyBytes.make((yield* BodyLimits).bytes)
  const files = { uploads: yield* UploadRoom.make, downloads: yield* Downloads.make }
  const trace = yield* RequestTracing

  return (
    request: IncomingMessage,
    response: ServerResponse,
    router: Effect.Success<typeof Router.make>,
    startedMillis: number
  ) => {
    const head = Head.read(request)
    const address = ClientAddress.of(request, proxies)
    const found = router.find(request.method, head.path)
    const place = placeOf(head.credential, address, found.match?.route.isOpen === true)
    const exchange: Exchange = {
      request,
      response,
      head,
      requestId: head.requestId ?? newId(),
      startedMillis,
      address,
      route: "-",
      caller: undefined,
      budget: undefined,
      place,
      turn: turns.open(place),
      bodies,
      ...files,
      release: undefined,
      trace: undefined,
      closes: false
    }
    if (trace !== undefined) exchange.trace = trace(request, exchange.startedMillis, found.match?.route.template)
    return { exchange, found }
  }
})
