/** Reads a request's body, and checks its media type, size, time and JSON (spec/http.md §1). */
import { Context, Effect, Result } from "effect"
import type { IncomingMessage } from "node:http"
import { RequestMalformed } from "@formwork/domain/callers/Refusal"
import type { Json } from "@formwork/rules/Json"
import type { Place } from "../connection/FairQueue.ts"
import { lingeringClose } from "../connection/lingeringClose.ts"
import type { LingerLimits } from "../connection/lingeringClose.ts"
import { smallBytes } from "./BodyBytes.ts"
import type { Exchange } from "./Exchange.ts"
import { receiveBody, within } from "./receiveBody.ts"
import { MediaTypeUnsupported, Overloaded, PayloadTooLarge, type RequestTimedOut } from "./RequestRefusal.ts"
import * as StrictJson from "./StrictJson.ts"
import * as TextBody from "./TextBody.ts"
import { nextTurn } from "@formwork/domain/limits/nextTurn"

/** What a body may cost; each configurable (spec/http.md §1.8 and spec/http.md §7.5). */
export const BodyLimits = Context.Reference<Limits>("@formwork/http/StrictBody/BodyLimits", {
  defaultValue: () => ({ bytes: 1_048_576, millis: 10_000, depth: 32, drainBytes: 8_388_608, drainMillis: 2_000 })
})

export interface Limits {
  /** Bytes, counted as received. */
  readonly bytes: number
  /** Milliseconds for the whole body. */
  readonly millis: number
  /** Levels of nested objects and arrays. */
  readonly depth: number
  /** Limits for reading and dropping a body after its request was answered. */
  readonly drainBytes: number
  readonly drainMillis: number
}

type Refused = MediaTypeUnsupported | PayloadTooLarge | RequestTimedOut | RequestMalformed | Overloaded

/**
 * The body of a request as JSON. Eager: a body that is here already is read at once.
 * @param texts media types that are taken beside JSON.
 * Refuses, in this order: `MediaTypeUnsupported` (not exactly one `application/json` in UTF-8, or one of `texts`; or any `Content-Encoding`),
 * `PayloadTooLarge` (at once where the length is declared), `Overloaded`, `RequestTimedOut`, `RequestMalformed`.
 */
export const read = Effect.fnUntracedEager(function* (
  exchange: Exchange,
  configured: Limits,
  texts?: TextBody.Texts
): Effect.fn.Return<Json, Refused> {
  const { caller, head } = exchange
  // Requests without a credential send small bodies alone: they are not counted, and take no room from others.
  const limits = caller === undefined ? { ...configured, bytes: Math.min(configured.bytes, smallBytes) } : configured
  const member = head.declaresJson || texts === undefined ? undefined : TextBody.memberIn(texts, head)
  if (!head.declaresJson && member === undefined)
    return yield* new MediaTypeUnsupported({
      isCoded: head.isCoded,
      ...(texts === undefined ? {} : { mediaType: TextBody.taken(texts) })
    })
  const bytes = yield* all(exchange, limits)
  if (member !== undefined) {
    const text = TextBody.read(bytes, member)
    return Result.isSuccess(text) ? text.success : yield* new RequestMalformed({ reason: text.failure })
  }
  const value =
    bytes.length > largeBytes ? yield* parseLarge(bytes, limits.depth) : StrictJson.parse(bytes, limits.depth)
  return Result.isSuccess(value) ? value.success : yield* new RequestMalformed({ reason: value.failure })
})

/** Every byte of a body of any type. */
const all = Effect.fnUntracedEager(function* (
  exchange: Exchange,
  limits: Limits
): Effect.fn.Return<Buffer, PayloadTooLarge | RequestTimedOut | Overloaded> {
  const { head, request } = exchange
  if (head.contentLength > limits.bytes) return yield* new PayloadTooLarge({ limitBytes: limits.bytes })
  const isHere = request.complete
  if (!isHere && head.contentLength > smallBytes && !holds(exchange, head.contentLength)) return yield* crowded
  invite(exchange)
  return isHere ? yield* arrived(request, limits.bytes) : yield* awaited(exchange, limits)
})

/** Bytes that are read in about a millisecond. */
const largeBytes = 65_536

/** Other connections have a turn between the passes over a large body, and before it is used. */
const parseLarge = Effect.fnUntraced(function* (bytes: Buffer, depth: number) {
  const work = StrictJson.parseInSlices(bytes, depth)
  for (;;) {
    const step = work.next()
    yield* nextTurn
    if (step.done === true) return step.value
  }
})

/** Requests whose client got `100 Continue`, and so sends its body. */
const continued = new WeakSet<IncomingMessage>()

/** Tells a client that waits for it to send its body. */
export const invite = ({ head, request, response }: Exchange): void => {
  if (head.expectation !== "continue") return
  response.writeContinue()
  continued.add(request)
}

/** Requests whose body is still read when their answer has begun (StreamedBody.ts): it is not drained then. */
export const streamed = new WeakSet<IncomingMessage>()

/** A body that came together with its head. */
export const arrived = (request: IncomingMessage, limitBytes: number): Effect.Effect<Buffer, PayloadTooLarge> => {
  const chunk: unknown = request.read()
  const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.alloc(0)
  return bytes.length > limitBytes ? Effect.fail(new PayloadTooLarge({ limitBytes })) : Effect.succeed(bytes)
}

/** A body that is on its way. Its request gives up its turn meanwhile, so that slow clients keep no place from others. */
const awaited = Effect.fnUntraced(function* (
  exchange: Exchange,
  limits: { readonly bytes: number; readonly millis: number }
) {
  const { head, request, turn } = exchange
  turn.end()
  const bytes = yield* receiveBody(request, limits.bytes, within(limits.millis), (before, received) =>
    // A body without a declared length may become as long as any.
    head.contentLength === 0 && before <= smallBytes && received > smallBytes && !holds(exchange, limits.bytes)
      ? crowded
      : undefined
  )
  yield* turn.take
  return bytes
})

const crowded = new Overloaded({ retryAfterSeconds: 1 })

/** Counts the bytes of the body until the request ends. */
const holds = (exchange: Exchange, bytes: number): boolean => {
  const release = exchange.bodies.take(placeOf(exchange), bytes)
  exchange.release = release
  return release !== undefined
}

/** Who a body counts for. A credential whose first request this is counts like any other, and not as a stranger. */
export const placeOf = ({ caller, place }: Exchange): Place =>
  caller === undefined ? place() : { group: caller.organisationId, lane: caller.credential.id }

/**
 * Drains a body whose request is answered before it has arrived: reads and drops it, up to the limits, then ends the connection.
 * Otherwise the connection would be reset while the client still writes, and the client would not see the answer.
 */
export const drain = (exchange: Exchange, limits: LingerLimits): void => {
  const { head, request, response } = exchange
  if (!head.hasBody || request.complete || request.destroyed || streamed.has(request)) return
  // Prepended: it runs before Node's own listener, which would close the socket with bytes of the body unread.
  response.prependListener("finish", () => {
    if (request.readableEnded || Reflect.get(response, "_last") !== true) return
    Reflect.set(response, "_last", false)
    request.once("end", () => request.socket.destroySoon())
    lingeringClose(request.socket, limits)
  })
  // A client that still waits for `100 Continue` may never send its body.
  if (head.expectation === "continue" && !continued.has(request)) exchange.closes = true
  else drop(request, limits)
}

const drop = (request: IncomingMessage, { drainBytes, drainMillis }: LingerLimits): void => {
  let dropped = 0
  const timer = setTimeout(() => request.destroy(), drainMillis)
  request
    .on("data", (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > drainBytes) request.destroy()
    })
    // A body that has ended closes too.
    .on("close", () => clearTimeout(timer))
    .resume()
  dropping.add(request)
}

/** Requests that were answered before their body had arrived. */
const dropping = new WeakSet<IncomingMessage>()

/** Whether the rest of the body is read and dropped. */
export const isDropping = (request: IncomingMessage): boolean => dropping.has(request)
