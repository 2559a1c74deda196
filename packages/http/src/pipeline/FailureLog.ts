/** Logs why a request got no answer: a fault of ours each time and in full, an outage once and from then on by count. */
import { Cause, Context, Duration, Effect } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"

/** How long requests that fail over one outage share a line; configurable. */
export const OutageLogWindow = Context.Reference<Duration.Duration>("@formwork/http/FailureLog/OutageLogWindow", {
  defaultValue: () => Duration.seconds(5)
})

/** Outages that are told apart at once; all others are counted as one. */
const toldApart = 100
const others = "other outages"

/** What is logged of a request. */
interface About {
  readonly method: string | undefined
  readonly route: string
  readonly requestId: string
}

/** A new count. When the scope ends, what was counted until then is logged. */
export const make = Effect.gen(function* () {
  const window = yield* OutageLogWindow
  const scope = yield* Effect.scope
  /** By its reason: the requests that failed over an outage since it was told of. */
  const outages = new Map<string, number>()

  /** Whether there was anything to tell. */
  const tell = (reason: string) =>
    Effect.suspend(() => {
      const times = outages.get(reason) ?? 0
      outages.set(reason, 0)
      return times === 0
        ? Effect.succeed(false)
        : Effect.as(Effect.logError("requests failed", { reason, times }), true)
    })

  yield* Effect.addFinalizer(() => Effect.forEach(outages.keys(), tell, { discard: true }))

  /** Until a whole window has passed without a failure: the next one is told in full again. */
  const watch = (reason: string) =>
    Effect.sleep(window).pipe(
      Effect.andThen(tell(reason)),
      Effect.repeat({ while: (told) => told }),
      Effect.andThen(Effect.sync(() => outages.delete(reason))),
      Effect.interruptible
    )

  /** Logs with the request id. The first request that fails over an outage is told like a fault; those after it are counted. */
  const log = Effect.fnUntraced(function* (cause: Cause.Cause<never>, about: About) {
    const found = outageOf(cause)
    const outage = found === undefined || outages.has(found) || outages.size < toldApart ? found : others
    const times = outage === undefined ? undefined : outages.get(outage)
    if (outage !== undefined && times !== undefined) {
      outages.set(outage, times + 1)
      return
    }
    yield* Effect.logError("request failed", about, cause)
    if (outage === undefined) return
    outages.set(outage, 0)
    yield* Effect.forkIn(watch(outage), scope)
  })
  return { log }
})

/** Undefined where anything else went wrong as well: that is told each time. */
const outageOf = (cause: Cause.Cause<never>): string | undefined => {
  const defects = cause.reasons.flatMap((reason) => (Cause.isDieReason(reason) ? [reason.defect] : []))
  const [first] = defects
  return first instanceof Unavailable && defects.every((defect) => defect instanceof Unavailable)
    ? first.reason
    : undefined
}
