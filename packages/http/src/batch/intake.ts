/** The lines of a batch, as they arrive: no further than they are taken. */
import { Effect } from "effect"
import type { Context } from "effect"
import type { Refusal } from "../problem/ProblemTable.ts"
import type { BatchLimits } from "../request/BatchLimits.ts"
import { smallBytes } from "../request/BodyBytes.ts"
import type { Exchange } from "../request/Exchange.ts"
import * as Lines from "../request/Lines.ts"
import { Overloaded, PayloadTooLarge, RequestTimedOut } from "../request/RequestRefusal.ts"
import * as StreamedBody from "../request/StreamedBody.ts"

export interface Intake {
  /** The line that comes next, until `take` is called; undefined where more has to come first. */
  readonly peek: () => Lines.Line | undefined
  readonly take: () => void
  /** The number of the next line. */
  readonly number: () => number
  readonly isWholeHere: () => boolean
  /** Waits for the client's next bytes, for a while. Refuses: `RequestTimedOut`, `PayloadTooLarge`. */
  readonly receive: Effect.Effect<void, Refusal>
  /** A long line counts among the bodies of the process while it is incomplete (BodyBytes.ts). Refuses: `Overloaded`. */
  readonly hold: Effect.Effect<void, Refusal>
  readonly release: () => void
}

/** @param lineBytes the most bytes of a line. */
export const make = (
  { bodies, place, request }: Exchange,
  limits: Context.Service.Shape<typeof BatchLimits>,
  lineBytes: number
): Intake => {
  const lines = Lines.make(lineBytes)
  let line: Lines.Line | undefined
  let received = 0
  let heardAt = performance.now()
  let isWholeHere = false
  let release: (() => void) | undefined

  const receive = Effect.gen(function* () {
    const next = yield* StreamedBody.next(request, Math.min(limits.checkMillis, limits.idleMillis))
    const now = performance.now()
    if (next === "nothing") {
      if (now - heardAt > limits.idleMillis) return yield* new RequestTimedOut()
      return
    }
    heardAt = now
    if (next === "the end") {
      isWholeHere = true
      return lines.end()
    }
    received += next.length
    if (received > limits.bytes) return yield* new PayloadTooLarge({ limitBytes: limits.bytes })
    lines.push(next)
  })

  const hold = Effect.suspend(() => {
    if (lines.begun() <= smallBytes) {
      release?.()
      release = undefined
      return Effect.void
    }
    release ??= bodies.take(place(), lineBytes)
    return release === undefined ? Effect.fail(new Overloaded({ retryAfterSeconds: 1 })) : Effect.void
  })
  return {
    peek: () => (line ??= lines.next()),
    take: () => void (line = undefined),
    number: () => line?.number ?? lines.number(),
    isWholeHere: () => isWholeHere,
    receive,
    hold,
    release: () => release?.()
  }
}
