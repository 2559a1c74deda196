/** Logs why a request failed: a defect each time and in full; an outage in full once, then as a count. */
import { Cause, Context, Duration, Effect } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"

/** How long requests that fail in one outage share a log line; configurable. */
export const OutageLogWindow = Context.Reference<Duration.Duration>("@formwork/http/FailureLog/OutageLogWindow", {
  defaultValue: () => Duration.seconds(5)
})

/** Outages that are counted separately at one time; all others are counted together. */
const toldApart = 100
const others = "other outages"

/** The parts of a request that are logged. */
interface About {
  readonly method: string | undefined
  readonly route: string
  readonly requestId: string
}

/** A new log. When the scope ends, the counts so far are logged. */
export const make = Effect.gen(function* () {
  const window = yield* OutageLogWindow
  const scope = yield* Effect.scope
  /** The number of requests that failed since the outage was last logged, by its reason. */
  const outages = new Map<string, number>()

  /** Logs the count of an outage and resets it. Gives whether there was anything to log. */
  const tell = (reason: string) =>
    Effect.suspend(() => {
      const times = outages.get(reason) ?? 0
      outages.set(reason, 0)
      return times === 0
        ? Effect.succeed(false)
        : Effect.as(Effect.logError("requests failed", { reason, times }), true)
    })

  yield* Effect.addFinalizer(() => Effect.forEach(outages.keys(), tell, { discard: true }))

  /** Runs until a whole window has passed without a failure: the next failure is logged in full again. */
  const watch = (reason: string) =>
    Effect.sleep(window).pipe(
      Effect.andThen(tell(reason)),
      Effect.repeat({ while: (told) => told }),
      Effect.andThen(Effect.sync(() => outages.delete(reason))),
      Effect.interruptible
    )

  /** Logs with the request id. The first request that fails in an outage is logged like a defect; later ones are counted. */
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

/** The reason of an outage; undefined where there is any other defect too, which is logged each time. */
const outageOf = (cause: Cause.Cause<never>): string | undefined => {
  const defects = cause.reasons.flatMap((reason) => (Cause.isDieReason(reason) ? [reason.defect] : []))
  const [first] = defects
  return first instanceof Unavailable && defects.every((defect) => defect instanceof Unavailable)
    ? first.reason
    : undefined
}
