/** Reads a request's body: declared as JSON, small enough, in time, and JSON indeed (spec/http.md §1). */
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
  /** Time for the whole body. */
  readonly millis: number
  /** Containers inside one another. */
  readonly depth: number
  /** What is read, and dropped, of a body that the answer did not wait for. */
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
  const value = StrictJson.parse(bytes, limits.depth)
  return Result.isSuccess(value) ? value.success : yield* new RequestMalformed({ reason: value.failure })
})

/** Requests whose client was told to send the body that it had held back. */
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
    // A client that leaves interrupts the whole request; there is nobody left to answer here.
    return Effect.sync(stop)
  })

/**
 * Lets go of a body that the answer did not wait for: reads on and drops it, up to the limits, then ends the connection.
 * Without this the connection would be reset while the client still writes, and the client would not see the answer.
 */
export const drain = (
  { head, request }: Exchange,
  { drainBytes, drainMillis }: { readonly drainBytes: number; readonly drainMillis: number }
): void => {
  if (!head.hasBody || request.complete || request.destroyed) return
  // A body that the client still holds back may never come; effect's adapter then closes the connection by itself.
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
  // effect's adapter would end the connection sooner (after 256 KiB, or 500 ms); a complete request it leaves alone.
  request.complete = true
  abandoned.add(request)
}

/** Requests that were answered before their body was there, and only look complete. */
const abandoned = new WeakSet<IncomingMessage>()

/** Whether all of a request has come. */
export const isComplete = (request: IncomingMessage): boolean => request.complete && !abandoned.has(request)
