/**
 * An endpoint of another adapter, behind the request pipeline like every other: 401, 429, 404 and 405 come before it, and it counts
 * against the budget. It has one path, takes POST with a body of JSON from any caller with a valid credential, and answers JSON,
 * whatever `Accept` says (RFC 9110 §12.5.1 allows it).
 */
import { Context, Effect } from "effect"
import type { IncomingMessage } from "node:http"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Json } from "@formwork/rules/Json"
import * as Answers from "../connection/Answer.ts"
import type { Exchange } from "../request/Exchange.ts"
import type { Refusal } from "../problem/ProblemTable.ts"
import { OriginForeign } from "../request/RequestRefusal.ts"
import type * as RouteTable from "./RouteTable.ts"
import * as StrictBody from "../request/StrictBody.ts"

interface Call {
  readonly caller: Caller
  readonly body: Json
  /** A header of the request by its name in lower case; repeated headers are joined with a comma. */
  readonly header: (name: string) => string | undefined
}

interface Answer {
  readonly status: number
  /** JSON text; undefined for an answer without a body. */
  readonly body: string | undefined
  /** The refusal that the body reports; the request pipeline counts and audits it like any other. */
  readonly refusal?: Refusal
}

export interface MountedEndpoint {
  readonly path: string
  /** Origins whose pages may call it, as a browser writes them: `https://app.example.com`. */
  readonly origins: ReadonlySet<string>
  /** Levels of nesting that the protocol adds to a body; they are added to the depth limit. */
  readonly envelope: number
  /** A refusal that it fails with is answered like any other. */
  readonly answer: (call: Call) => Effect.Effect<Answer, Refusal>
}

/** Set by the app. */
export const MountedEndpoints = Context.Reference<ReadonlyArray<MountedEndpoint>>(
  "@formwork/http/MountedEndpoint/MountedEndpoints",
  {
    defaultValue: () => []
  }
)

/** Refuses, in this order: `OriginForeign`, what StrictBody.ts refuses, what `answer` does. */
export const route = ({ answer: call, envelope, origins, path }: MountedEndpoint): RouteTable.Route => {
  const run = Effect.fnUntraced(function* (exchange: Exchange) {
    if (exchange.caller === undefined)
      return yield* Effect.die(new Error("the request pipeline lets no unknown caller through"))
    const { caller, request } = exchange
    const header = headerOf(request)
    const origin = header("origin")
    if (origin !== undefined && !origins.has(origin) && !isOwn(origin, header("host")))
      return yield* new OriginForeign()
    const limits = yield* StrictBody.BodyLimits
    const body = yield* StrictBody.read(exchange, { ...limits, depth: limits.depth + envelope })
    const given = yield* call({ caller, body, header })
    const answer = given.body === undefined ? Answers.empty(given.status) : Answers.json(given.body, given.status)
    return given.refusal === undefined ? { answer } : { answer, refusal: given.refusal }
  })
  return {
    method: "POST",
    template: path,
    operation: null,
    isOpen: false,
    services: undefined,
    run
  }
}

const onThisMachine = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/u

/** A page of this server itself, on a loopback address of this machine. Any other name could be pointed here by an attacker's DNS. */
const isOwn = (origin: string, host: string | undefined): boolean =>
  onThisMachine.test(origin) && origin === `http://${host}`

const headerOf = (request: IncomingMessage) => (name: string) => {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(", ") : value
}
