/**
 * Several processes that serve on one port (docs/decisions/0169): the parent accepts connections and hands them round, replaces a process
 * that dies, restarts them one at a time at SIGHUP, and has the operator's port. It answers no request of the API itself.
 */
import { Console, Context, Duration, Effect, Layer, Option, Queue } from "effect"
import cluster from "node:cluster"
import { MetricsPage, Readiness } from "@formwork/http/health/Health"
import * as Listening from "../Listening.ts"
import * as Logs from "../logs/Logs.ts"
import type { Settings } from "../settings/Settings.ts"
import { ofServer } from "../start/preflight.ts"
import { Faulty, StartupFailure } from "../StartupFailure.ts"
import { mergeMetrics } from "./mergeMetrics.ts"
import * as ServingProcess from "./ServingProcess.ts"

/** A process's place. Its number is a label of its metrics, whichever process is in it. */
interface Place {
  readonly number: number
  /** Undefined while none serves in it. */
  current: ServingProcess.ServingProcess | undefined
}

/** How long to wait before a process is replaced, after so many that ended soon: a tenth of a second, doubled up to half a minute. */
const backOff = (times: number): Duration.Duration => Duration.millis(Math.min(30_000, 100 * 2 ** times))

/** A process that served for so long did not end soon. */
const soonMillis = 60_000

/** @param all every process that has not ended, also those that are leaving. */
const starting = (all: Set<ServingProcess.ServingProcess>) => (number: number) =>
  Effect.gen(function* () {
    const started = yield* Effect.uninterruptible(
      Effect.tap(ServingProcess.start, (made) => Effect.sync(() => all.add(made)))
    )
    yield* Effect.forkDetach(Effect.tap(started.ended, () => Effect.sync(() => all.delete(started))))
    const address = yield* started.listening
    if (address !== undefined) yield* Effect.logInfo("a process serves", { process: number, pid: started.pid })
    return { started, address }
  })

type Start = ReturnType<typeof starting>

/** Keeps a process in a place: replaces the one that ended, unless a restart has put another there. */
const keep = Effect.fnUntraced(function* (place: Place, start: Start) {
  let soon = 0
  for (;;) {
    const { current } = place
    const since = performance.now()
    const ended = current === undefined ? undefined : yield* current.ended
    if (place.current !== current) continue
    place.current = undefined
    soon = performance.now() - since > soonMillis ? 0 : soon + 1
    const wait = backOff(soon - 1)
    yield* Effect.logError("a process ended; another starts", {
      process: place.number,
      pid: current?.pid,
      ...ended,
      inMillis: Duration.toMillis(wait)
    })
    yield* Effect.sleep(wait)
    const { address, started } = yield* start(place.number)
    if (address !== undefined) place.current = started
  }
})

/** Restarts the processes one at a time. The old one leaves when the new one serves; where that fails, the old ones stay. */
const restart = Effect.fnUntraced(function* (places: ReadonlyArray<Place>, start: Start) {
  yield* Effect.logInfo("the processes restart, one at a time")
  for (const place of places) {
    const old = place.current
    // It has just ended, and is being replaced.
    if (old === undefined) continue
    const { address, started } = yield* start(place.number)
    if (address === undefined) return yield* Effect.logError("a new process did not start; the old ones stay")
    // The old one has ended meanwhile, and is being replaced: this one is one too many.
    const isInPlace = place.current === old
    if (isInPlace) place.current = started
    yield* (isInPlace ? old : started).leave
  }
  return yield* Effect.logInfo("the processes have restarted")
})

/** Restarts at each SIGHUP; those that come during a restart are one more. */
const restartWhenAsked = Effect.fnUntraced(function* (places: ReadonlyArray<Place>, start: Start) {
  const asked = yield* Queue.sliding<void>(1)
  const ask = () => void Queue.offerUnsafe(asked, undefined)
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("SIGHUP", ask)),
    () => Effect.sync(() => process.off("SIGHUP", ask))
  )
  return yield* Queue.take(asked).pipe(Effect.andThen(restart(places, start)), Effect.forever)
})

const serving = (places: ReadonlyArray<Place>) =>
  places.flatMap(({ current, number }) => (current === undefined ? [] : [{ number, current }]))

/** Ready while one process is. */
const isAnyReady = (places: ReadonlyArray<Place>) =>
  Effect.forEach(serving(places), ({ current }) => current.ask("ready"), { concurrency: "unbounded" }).pipe(
    Effect.map((answers) => answers.some((answer) => Option.isSome(answer) && answer.value === "true"))
  )

const metricsOf = (places: ReadonlyArray<Place>) =>
  Effect.forEach(
    serving(places),
    ({ current, number }) =>
      Effect.map(current.ask("metrics"), (page) => (Option.isSome(page) ? [[number, page.value] as const] : [])),
    { concurrency: "unbounded" }
  ).pipe(Effect.map((pages) => mergeMetrics(new Map(pages.flat()))))

/** The first starts alone: what is wrong is said once, and it makes the demo. */
const startAll = Effect.fnUntraced(function* (places: ReadonlyArray<Place>, start: Start) {
  const [first, ...others] = places
  if (first === undefined) return yield* new Faulty()
  const { address, started } = yield* start(first.number)
  // It has said why.
  if (address === undefined) return yield* new Faulty()
  first.current = started
  yield* Effect.forEach(
    others,
    (place) =>
      Effect.map(
        start(place.number),
        (other) => void (place.current = other.address === undefined ? undefined : other.started)
      ),
    { concurrency: "unbounded", discard: true }
  )
  return address
})

const stopAll = (all: ReadonlySet<ServingProcess.ServingProcess>) =>
  Effect.forEach([...all], ({ ended, stop }) => Effect.andThen(stop, ended), { concurrency: "unbounded" })

/** With the operator's calls, where there is a token for them: this process then has a connection to the database of its own. */
const operatorPort = Effect.fnUntraced(function* (settings: Settings, answers: Effect.Effect<boolean>) {
  if (Option.isNone(settings.operatorTokenHash)) return Listening.health(settings, answers)
  const wiring = yield* Effect.promise(() => import("../Wiring.ts"))
  const hosting = wiring
    .hosting(settings, true)
    .pipe(Layer.catch(({ message }) => Layer.effectContext(new StartupFailure({ message }))))
  return Layer.provide(Listening.operated(settings, answers), hosting)
})

const run = Effect.fnUntraced(function* (settings: Settings, count: number) {
  const places = Array.from({ length: count }, (_, index): Place => ({ number: index + 1, current: undefined }))
  const all = new Set<ServingProcess.ServingProcess>()
  const start = starting(all)
  cluster.schedulingPolicy = cluster.SCHED_RR
  yield* Effect.addFinalizer(() => stopAll(all))
  const address = yield* startAll(places, start)
  const health = yield* Layer.build(
    Layer.provide(yield* operatorPort(settings, isAnyReady(places)), Layer.succeed(MetricsPage, metricsOf(places)))
  )
  yield* Effect.addFinalizer(() => Context.get(health, Readiness).drain)
  yield* Console.log(`Formwork is listening on ${address} with ${count} processes`)
  yield* Console.log(`Health and metrics are on ${yield* Listening.addressOf(health)}`)
  yield* Console.log("Ctrl-C ends it. SIGHUP restarts the processes one at a time.")
  yield* Effect.forkScoped(restartWhenAsked(places, start))
  return yield* Effect.forEach(places, (place) => keep(place, start), { concurrency: "unbounded", discard: true })
})

/** Serves with so many processes until it is interrupted; then all end, each after its requests. */
export const serve = (settings: Settings, count: number) =>
  ofServer(settings).pipe(
    Effect.andThen(run(settings, count)),
    Effect.scoped,
    Effect.provide(Logs.layer(settings.logLevel, true))
  )
