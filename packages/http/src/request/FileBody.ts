/** A body that is a file: larger than others, from people whose networks are slow, and of any type (spec/http.md §6.32). */
import { Context, Effect } from "effect"
import { isFormBody } from "@formwork/domain/filing/Upload"
import { RequestMalformed } from "@formwork/domain/callers/Refusal"
import { smallBytes } from "./BodyBytes.ts"
import type { Exchange } from "./Exchange.ts"
import { network } from "./ClientAddress.ts"
import type { Sender } from "./FairRoom.ts"
import { comingBy, givingWay, receiveBody } from "./receiveBody.ts"
import { FileBodyUnsupported, PayloadTooLarge } from "./RequestRefusal.ts"
import * as StrictBody from "./StrictBody.ts"

/** What a file's body may take; configurable. */
export const FileBodyLimits = Context.Reference<Limits>("@formwork/http/FileBody/FileBodyLimits", {
  defaultValue: () => ({
    idleMillis: 10_000,
    bytesPerSecond: 16_384,
    crowdedBytesPerSecond: 65_536,
    millis: 300_000,
    roomMillis: 120_000
  })
})

export interface Limits {
  /** Milliseconds without a byte. */
  readonly idleMillis: number
  /** What comes at least, on the whole, beside `idleMillis` to begin with. */
  readonly bytesPerSecond: number
  /** What comes at least, on the whole, where others wait for its room. */
  readonly crowdedBytesPerSecond: number
  /** Milliseconds for the whole file, once there is room for it. */
  readonly millis: number
  /** Milliseconds for which it waits until there is room. */
  readonly roomMillis: number
}

/**
 * The body of a request as bytes. It waits until there is room for it, and comes at its own pace. Its request gives up its turn meanwhile.
 * Refuses, in this order: `FileBodyUnsupported` (a form, or any `Content-Encoding`), `RequestMalformed` (an `Idempotency-Key`),
 * `PayloadTooLarge` (at once where the length is declared), `UploadsAtOnce`, `Overloaded`, `RequestTimedOut`.
 * @param limitBytes of the file.
 */
export const read = Effect.fnUntracedEager(function* (exchange: Exchange, limitBytes: number, limits: Limits) {
  const { head, request, turn } = exchange
  if (head.isCoded) return yield* new FileBodyUnsupported({ isCoded: true })
  if (head.contentType !== undefined && isFormBody(head.contentType))
    return yield* new FileBodyUnsupported({ isCoded: false })
  if (request.headers["idempotency-key"] !== undefined) return yield* new RequestMalformed({ reason: noKey })
  if (head.contentLength > limitBytes) return yield* new PayloadTooLarge({ limitBytes })
  if (request.complete) {
    StrictBody.invite(exchange)
    return yield* StrictBody.arrived(request, limitBytes)
  }
  turn.end()
  // One without a declared length may become as long as any.
  const declared = head.contentLength === 0 ? limitBytes : head.contentLength
  let pace = comingBy(limits)
  if (declared > smallBytes)
    yield* exchange.uploads.take(senderOf(exchange), declared, limits.roomMillis, ({ hasToGo, release }) => {
      exchange.release = release
      pace = givingWay(limits, hasToGo)
    })
  StrictBody.invite(exchange)
  const bytes = yield* receiveBody<never>(request, limitBytes, pace, () => undefined)
  yield* turn.take
  return bytes
})

/** Who a file counts for. */
export const senderOf = (exchange: Exchange): Sender => ({
  ...StrictBody.placeOf(exchange),
  client: exchange.address === undefined ? "" : network(exchange.address)
})

const noKey =
  "Leave Idempotency-Key out: a file that is sent twice is two files, and one that no submission names is gone after a day."
