/**
 * An operation of the HTTP API, declared once: what its document says, what its caller needs, how its request is decoded, and what it
 * does (docs/decisions/0111).
 */
import { Effect } from "effect"
import type { Context, Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Caller from "@formwork/domain/callers/Caller"
import { decoder } from "@formwork/domain/request/decoder"
import type { Json } from "@formwork/rules/Json"
import { securityScheme } from "../openapi/openApiDocument.ts"
import type { Refusal } from "../problem/ProblemTable.ts"
import type { Exchange } from "../request/Exchange.ts"
import * as FileBody from "../request/FileBody.ts"
import * as StreamedBody from "../request/StreamedBody.ts"
import * as StrictBody from "../request/StrictBody.ts"
import type * as TextBody from "../request/TextBody.ts"
import type { Given } from "./Given.ts"
import * as Headers from "./Headers.ts"
import * as IfMatch from "./IfMatch.ts"
import type { Need } from "./Need.ts"
import type { Codec, Fields } from "./PathIds.ts"
import * as PathIds from "./PathIds.ts"
import * as Query from "./Query.ts"
import { withFile, withOptionalBody, withTexts } from "./requestBody.ts"
import { problem, refusalsOf } from "./refusals.ts"
import type { Implied, Tag } from "./refusals.ts"
import type { Answered, Route } from "./RouteTable.ts"
import type { Success } from "./Success.ts"

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** The declaration of an operation. Its document and its request decoders are made from it, so that they cannot differ. */
interface Declared {
  /** The name of the operation within its resource, and of the client's method. */
  readonly name: string
  /** Defaults to `resource.name`. */
  readonly operationId?: string
  readonly method: Method
  /** Has `:name` for each parameter. */
  readonly path: `/${string}`
  readonly summary: string
  readonly description?: string
  readonly needs: Need
  /** The record that the path names. */
  readonly of?: PathIds.PathIds<Fields, Refusal>
  readonly query?: Fields
  readonly headers?: Fields
  /** The schema of a JSON body. */
  readonly body?: Codec
  /** Bytes that a body may have, where that is more than other operations take. */
  readonly bodyBytes?: number
  /** The body is a file of any media type, in the place of `body`, with at most `bodyBytes` bytes. */
  readonly takesFile?: true
  /** Media types of a text that stands for a member of the body. */
  readonly texts?: TextBody.Texts
  /** Whether a body is what the schema would give for it, found out at less cost. Where it is false the schema decides. */
  readonly fits?: (json: Json) => boolean
  /** The schema of one line, in the place of `body`: the handler reads the body itself, a line at a time. */
  readonly lines?: Codec
  /** A request without a body and without a `Content-Type` is read as `{}`. */
  readonly bodyIsOptional?: true
  /** The handler gets the exchange: its answer depends on how the request came. */
  readonly seesExchange?: true
  readonly success: { readonly schemas: ReadonlyArray<Schema.Top> }
  /** Refusals in addition to those of every operation and those that a path, a query and a body imply. */
  readonly refuses?: ReadonlyArray<Tag>
  /** Refusals of the handler that the frozen document shows as another refusal with the same status, code and members. */
  readonly undocumented?: ReadonlyArray<Tag>
  /** Members of refusals that have a narrower type in this operation than in the table. */
  readonly narrows?: { readonly [T in Tag]?: Fields }
}

/** A declaration without fields is checked, and is no part of the contract: a typed client would have to give an empty object. */
type StructOf<F extends Fields> = [F] extends [never] ? never : [keyof F] extends [never] ? never : Schema.Struct<F>

export interface Endpoint<Contract extends HttpApiEndpoint.Constraint, R> {
  /** Effect makes documents and typed clients from it. */
  readonly contract: Contract
  /**
   * Builds the route; takes the handler's services once.
   * @param group the name of the resource, which the operation's id begins with unless it has one of its own.
   */
  readonly route: (group: string) => Effect.Effect<Route, never, R>
}

export const endpoint = <
  const Name extends string,
  const M extends Method,
  const Path extends `/${string}`,
  const N extends Need,
  S extends Schema.Top,
  Value,
  R,
  Params extends Fields = never,
  NotFound extends Refusal = never,
  Q extends Fields = never,
  H extends Fields = never,
  Body extends Codec = never,
  Lines extends Codec = never,
  Whole extends true = never,
  File extends true = never,
  const Own extends Tag = never,
  const Undocumented extends Tag = never
>(
  declared: Declared & {
    readonly name: Name
    readonly method: M
    readonly path: Path
    readonly needs: N
    readonly of?: PathIds.PathIds<Params, NotFound>
    readonly query?: Q
    readonly headers?: H
    readonly body?: Body
    readonly lines?: Lines
    readonly seesExchange?: Whole
    readonly takesFile?: File
    readonly success: Success<S, Value>
    readonly refuses?: ReadonlyArray<Own>
    readonly undocumented?: ReadonlyArray<Undocumented>
    readonly handle: (
      given: Given<N, Params, Q, H, Body, Lines, Whole, File>
    ) => Effect.Effect<
      Value,
      Extract<Refusal, { readonly _tag: NoInfer<Own | Undocumented | Implied<N> | NotFound["_tag"]> }>,
      R
    >
  }
): Endpoint<
  HttpApiEndpoint.HttpApiEndpoint<
    Name,
    M,
    Path,
    StructOf<Params>,
    StructOf<Q>,
    [Lines] extends [never] ? Body : HttpApiSchema.StreamNdjson<Lines>,
    StructOf<H>,
    S,
    ReturnType<typeof problem>
  >,
  R
> => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is made from these schemas; Effect's types lose which
  contract: contractOf(declared) as never,
  route: (group) =>
    Effect.gen(function* () {
      const services = yield* Effect.context<R>()
      const limits = { body: yield* StrictBody.BodyLimits, file: yield* FileBody.FileBodyLimits }
      return routeOf(declared, declared.operationId ?? `${group}.${declared.name}`, limits, services)
    })
})

const contractOf = (declared: Declared) => {
  const {
    body,
    bodyIsOptional,
    description,
    headers,
    lines,
    method,
    name,
    needs,
    of,
    operationId,
    path,
    query,
    success,
    summary,
    takesFile,
    texts
  } = declared
  const amended = [
    ...(bodyIsOptional === true ? [withOptionalBody] : []),
    ...(texts === undefined ? [] : [withTexts(texts)]),
    ...(takesFile === true ? [withFile] : []),
    ...(headers !== undefined && "if-match" in headers ? [IfMatch.required] : [])
  ]
  return HttpApiEndpoint.make(method)(name, path, {
    ...(of === undefined ? {} : { params: of.params }),
    ...(query === undefined || Object.keys(query).length === 0 ? {} : { query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { payload: body }),
    ...(lines === undefined ? {} : { payload: HttpApiSchema.StreamNdjson({ schema: lines }) }),
    success: success.schemas,
    error: refusalsIn(declared)
  }).annotateMerge(
    OpenApi.annotations({
      ...(operationId === undefined ? {} : { identifier: operationId }),
      summary,
      ...(description === undefined ? {} : { description }),
      ...(amended.length === 0
        ? {}
        : { transform: (operation) => amended.reduce((changed, amend) => amend(changed), operation) }),
      override: { security: needs === "nothing" ? [] : [{ [securityScheme]: rolesOf(needs) }] }
    })
  )
}

const rolesOf = (need: Exclude<Need, "nothing">) => (need === "any credential" || need === "a session" ? [] : [need])

const refusalsIn = ({ body, headers, lines, narrows = {}, needs, of, query, refuses = [], takesFile }: Declared) => {
  const isChecked = query !== undefined || (headers !== undefined && "if-match" in headers)
  const takes =
    takesFile === true
      ? "a file"
      : body !== undefined || lines !== undefined
        ? "a body"
        : isChecked
          ? "other values"
          : "nothing"
  const own = of === undefined ? refuses : [of.notFound._tag, ...refuses]
  return refusalsOf(needs, takes, own).map((tag) => problem(tag, narrows[tag]))
}

/** What bodies may cost. */
interface Configured {
  readonly body: StrictBody.Limits
  readonly file: FileBody.Limits
}

/**
 * Decodes a request for the handler. Refuses, in this order: `PrivilegeMissing` or `SessionRequired`; what StrictBody.ts, FileBody.ts or StreamedBody.ts refuses; `RequestMalformed` for
 * a declared header; `notFound` of the record for a malformed id. The handler decodes the query and the body itself.
 */
const readerOf = (declared: Declared, operation: string, configured: Configured) => {
  const { body, bodyBytes = 0, bodyIsOptional, fits, headers, lines, needs, of, query, takesFile, texts } = declared
  const limits = { ...configured.body, bytes: Math.max(configured.body.bytes, bodyBytes) }
  const paramsOf = of === undefined ? undefined : PathIds.reader(of)
  const headersOf = headers === undefined ? undefined : Headers.reader(headers)
  const decodeQuery = query === undefined ? undefined : Query.decoderOf(query)
  const decodeBody = body === undefined ? undefined : decoder(body)
  // Most requests have no query.
  const noQuery = decodeQuery && Effect.fromResult(Query.read("", decodeQuery))
  // Eager: nothing of it waits, where the body is here already.
  return Effect.fnUntracedEager(function* (exchange: Exchange, params: Readonly<Record<string, string>>) {
    const { caller, head, request } = exchange
    if (needs !== "nothing") {
      if (caller === undefined)
        return yield* Effect.die(new Error("the request pipeline lets no unknown caller through"))
      if (needs === "a session") yield* Caller.requireSession(caller)
      else if (needs !== "any credential") yield* Caller.requireFor(caller, needs, operation)
    }
    const isLeftOut = bodyIsOptional === true && !head.hasBody && request.headers["content-type"] === undefined
    if (lines !== undefined) yield* StreamedBody.check(exchange)
    const json = decodeBody === undefined ? null : isLeftOut ? {} : yield* StrictBody.read(exchange, limits, texts)
    const bytes = takesFile === true ? yield* FileBody.read(exchange, bodyBytes, configured.file) : undefined
    const given = headersOf === undefined ? undefined : yield* Effect.fromResult(headersOf(request))
    const ids = paramsOf === undefined ? undefined : yield* Effect.fromResult(paramsOf(params))
    const { url = "" } = request
    return {
      caller,
      exchange,
      params: ids,
      file: bytes && { bytes, contentType: head.contentType },
      headers: given,
      query: url.includes("?")
        ? decodeQuery && Effect.suspend(() => Effect.fromResult(Query.read(url, decodeQuery)))
        : noQuery,
      body:
        fits?.(json) === true
          ? Effect.succeed(json)
          : decodeBody && Effect.suspend(() => Effect.fromResult(decodeBody(json)))
    }
  })
}

const routeOf = <Value, R>(
  declared: Declared & {
    readonly success: Pick<Success<Schema.Top, Value>, "respond">
    readonly handle: (given: never) => Effect.Effect<Value, Refusal, R>
  },
  operation: string,
  limits: Configured,
  services: Context.Context<R>
): Route => {
  const { handle, method, needs, path, success } = declared
  const read = readerOf(declared, operation, limits)
  const respond = (value: Value) => Effect.mapEager(success.respond(value), (answer) => ({ answer }))
  const run: Run<R> = (exchange, params) =>
    Effect.flatMapEager(read(exchange, params), (given) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has each member that the declaration gives the handler
      Effect.flatMapEager(handle(given as never), respond)
    )
  return {
    method,
    template: path,
    operation,
    isOpen: needs === "nothing",
    services,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pipeline runs it in these services
    run: run as Run<never>
  }
}

type Run<R> = (...of: Parameters<Route["run"]>) => Effect.Effect<Answered, Refusal, R>
