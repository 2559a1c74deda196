/** A body that is read while its answer is written: lines of JSON, as many as a file has. */
import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import type { LingerLimits } from "../connection/lingeringClose.ts"
import { BatchLimits } from "./BatchLimits.ts"
import type { Exchange } from "./Exchange.ts"
import { MediaTypeUnsupported, PayloadTooLarge } from "./RequestRefusal.ts"
import * as StrictBody from "./StrictBody.ts"

export const mediaType = "application/x-ndjson"

/**
 * What the head says of the body.
 * Refuses, in this order: `MediaTypeUnsupported` (not exactly one `application/x-ndjson` in UTF-8, or any `Content-Encoding`),
 * `PayloadTooLarge` where the declared length is beyond that of a batch.
 */
export const check = Effect.fnUntraced(function* ({ head }: Exchange) {
  const { bytes } = yield* BatchLimits
  if (!head.declaresLines) return yield* new MediaTypeUnsupported({ isCoded: head.isCoded, mediaType })
  if (head.contentLength > bytes) return yield* new PayloadTooLarge({ limitBytes: bytes })
})

/** From now on the body is read by `next`, also after the answer has begun. */
export const open = (exchange: Exchange): void => {
  StrictBody.streamed.add(exchange.request)
  StrictBody.invite(exchange)
}

/** What is left of the body is drained, if the answer ends before the body. */
export const close = (exchange: Exchange, limits: LingerLimits): void => {
  StrictBody.streamed.delete(exchange.request)
  StrictBody.drain(exchange, limits)
}

export type Next = Buffer | "nothing" | "the end"

/**
 * The bytes that have arrived, or the next ones; `nothing` where none arrive in time. Until it is called, the client's bytes wait in
 * the connection, which soon holds no more. A client that goes away interrupts the request.
 */
export const next = (request: IncomingMessage, millis: number): Effect.Effect<Next> =>
  Effect.callback<Next>((resume) => {
    const stop = () => {
      clearTimeout(timer)
      request.off("readable", look).off("end", look)
    }
    const finish = (next: Next) => {
      stop()
      resume(Effect.succeed(next))
    }
    const look = () => {
      const bytes: unknown = request.read()
      if (Buffer.isBuffer(bytes)) finish(bytes)
      else if (request.readableEnded) finish("the end")
    }
    const timer = setTimeout(() => finish("nothing"), millis)
    request.on("readable", look).on("end", look)
    look()
    return Effect.sync(stop)
  })
