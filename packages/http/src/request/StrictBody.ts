/** Reads a request's body, and checks its media type, size, time and JSON (spec/http.md §1). */
import { Context, Effect, Result } from "effect"
import type { IncomingMessage } from "node:http"
import type { Json } from "@formwork/rules/Json"
import type { Exchange } from "./Exchange.ts"
import { MediaTypeUnsupported, PayloadTooLarge, RequestMalformed, RequestTimedOut } from "./RequestRefusal.ts"
import * as StrictJson from "./StrictJson.ts"

/** What a body may cost; each configurable (spec/http.md §1.8 and spec/http.md §7.5). */
export const BodyLimits = Context.Reference<{
  /** Bytes, counted as received. */
  readonly bytes: number
  /** Milliseconds for the whole body. */
  readonly millis: number
  /** Levels of nested objects and arrays. */
  readonly depth: number
  /** Limits for reading and dropping a body after its request was answered. */
  readonly drainBytes: number
  readonly drainMillis: number
}>("@formwork/http/StrictBody/BodyLimits", {
  defaultValue: () => ({ bytes: 1_048_576, millis: 10_000, depth: 32, drainBytes: 8_388_608, drainMillis: 2_000 })
})

/**
 * The body of a request as JSON.
 * Refuses, in this order: `MediaTypeUnsupported` (not exactly one `application/json` in UTF-8, or any `Content-Encoding`),
 * `PayloadTooLarge` (at once where the length is declared), `RequestTimedOut`, `RequestMalformed`.
 */
export const read = Effect.fnUntraced(function* ({
  head,
  request,
  response
}: Exchange): Effect.fn.Return<Json, MediaTypeUnsupported | PayloadTooLarge | RequestTimedOut | RequestMalformed> {
  const limits = yield* BodyLimits
  if (!head.declaresJson) return yield* new MediaTypeUnsupported()
  if (head.contentLength > limits.bytes) return yield* new PayloadTooLarge({ limitBytes: limits.bytes })
  if (head.expectation === "continue") {
    response.writeContinue()
    continued.add(request)
  }
  const bytes = yield* receive(request, limits.bytes, limits.millis)
  const value =
    bytes.length > largeBytes ? yield* parseLarge(bytes, limits.depth) : StrictJson.parse(bytes, limits.depth)
  return Result.isSuccess(value) ? value.success : yield* new RequestMalformed({ reason: value.failure })
})

/** Bytes that are read in about a millisecond. */
const largeBytes = 65_536

/** Other connections have a turn between the passes over a large body, and before it is used. */
const parseLarge = Effect.fnUntraced(function* (bytes: Buffer, depth: number) {
  const work = StrictJson.parseInSlices(bytes, depth)
  for (;;) {
    const step = work.next()
    yield* Effect.yieldNow
    if (step.done === true) return step.value
  }
})

/** Requests whose client got `100 Continue`, and so sends its body. */
const continued = new WeakSet<IncomingMessage>()

const receive = (
  request: IncomingMessage,
  limitBytes: number,
  limitMillis: number
): Effect.Effect<Buffer, PayloadTooLarge | RequestTimedOut> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    let received = 0
    const onData = (chunk: Buffer) => {
      received += chunk.length
      chunks.push(chunk)
      if (received > limitBytes) finish(Effect.fail(new PayloadTooLarge({ limitBytes })))
    }
    const onEnd = () => finish(Effect.succeed(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const timer = setTimeout(() => finish(Effect.fail(new RequestTimedOut())), limitMillis)
    const stop = () => {
      clearTimeout(timer)
      request.off("data", onData).off("end", onEnd)
    }
    const finish = (result: Effect.Effect<Buffer, PayloadTooLarge | RequestTimedOut>) => {
      stop()
      resume(result)
    }
    request.on("data", onData).on("end", onEnd)
    // A client that disconnects interrupts the whole request, so no answer is needed here.
    return Effect.sync(stop)
  })

/**
 * Drains a body whose request was answered early: reads and drops it, up to the limits, then ends the connection.
 * Otherwise the connection would be reset while the client still writes, and the client would not see the answer.
 */
export const drain = (
  { head, request }: Exchange,
  { drainBytes, drainMillis }: { readonly drainBytes: number; readonly drainMillis: number }
): void => {
  if (!head.hasBody || request.complete || request.destroyed) return
  // A client that still waits for `100 Continue` may never send its body; Effect's adapter then closes the connection.
  if (head.expectation === "continue" && !continued.has(request)) return
  let dropped = 0
  const timer = setTimeout(() => request.destroy(), drainMillis)
  request
    .on("data", (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > drainBytes) request.destroy()
    })
    .on("end", () => clearTimeout(timer))
    .on("close", () => clearTimeout(timer))
    .resume()
  // Effect's adapter would end the connection sooner (after 256 KiB, or 500 ms), but leaves a complete request alone.
  request.complete = true
  abandoned.add(request)
}

/** Requests that were answered before their body had arrived: they are marked complete, but are not. */
const abandoned = new WeakSet<IncomingMessage>()

/** Whether the whole request has arrived. */
export const isComplete = (request: IncomingMessage): boolean => request.complete && !abandoned.has(request)
