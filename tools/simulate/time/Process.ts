/**
 * One process of a world: its fibers, its clock and its randomness. A killed process stops between two steps: its fibers never run
 * again, not even their finalizers, and what was in its memory is gone.
 */
import { Clock, Context, Duration, Effect, Fiber, Logger, Random, References, Scheduler } from "effect"
import type { Dice } from "./Dice.ts"
import type { Timeline } from "./Timeline.ts"

export interface Process {
  readonly name: string
  readonly isAlive: () => boolean
  readonly kill: () => void
  /** What every fiber of it has: its clock, its randomness and its turns. */
  readonly context: Context.Context<never>
  /** Starts a fiber of this process. */
  readonly start: <A, E>(work: Effect.Effect<A, E>) => Fiber.Fiber<A, E>
  /** Runs `step` as one transaction of the store: by the store's clock, and without a turn of any other fiber unless it waits itself. */
  readonly atomically: <A, E>(step: Effect.Effect<A, E>) => Effect.Effect<A, E>
}

export interface ProcessOptions {
  readonly name: string
  readonly dice: Dice
  /** How far its wall clock is off. */
  readonly skewMillis: number
  /** After how many operations a fiber lets others run. */
  readonly slice: number
}

const nanos = (millis: number): bigint => BigInt(Math.round(millis)) * 1_000_000n

/**
 * A clock of this timeline; a sleep of a process that has been killed never ends.
 * @param skewMillis how far it is off now.
 */
const clockOf = (timeline: Timeline, skewMillis: () => number, isAlive: () => boolean): Clock.Clock => {
  const currentTimeMillisUnsafe = () => timeline.nowMillis + skewMillis()
  const currentTimeNanosUnsafe = () => nanos(currentTimeMillisUnsafe())
  const monotonicTimeNanosUnsafe = () => nanos(timeline.nowMillis)
  const sleep = (duration: Duration.Duration): Effect.Effect<void> => {
    const millis = Duration.toMillis(duration)
    if (millis <= 0) return Effect.yieldNow
    if (!Number.isFinite(millis)) return Effect.never
    return Effect.callback((resume) => {
      const timer = timeline.after(millis, () => {
        if (isAlive()) resume(Effect.void)
      })
      return Effect.sync(() => {
        timer.isCancelled = true
      })
    })
  }
  return {
    currentTimeMillisUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
    currentTimeNanosUnsafe,
    currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
    monotonicTimeNanosUnsafe,
    monotonicTimeNanos: Effect.sync(monotonicTimeNanosUnsafe),
    sleep
  }
}

export const makeProcess = (timeline: Timeline, { dice, name, skewMillis, slice }: ProcessOptions): Process => {
  let alive = true
  const isAlive = () => alive
  /** A set, for the planted bugs: their steps wait, and others begin meanwhile. */
  const inSteps = new Set<Fiber.Fiber<unknown, unknown>>()
  const skewNow = () => {
    const fiber = inSteps.size === 0 ? undefined : Fiber.getCurrent()
    return fiber !== undefined && inSteps.has(fiber) ? 0 : skewMillis
  }
  const dispatcher: Scheduler.SchedulerDispatcher = {
    scheduleTask: (task) =>
      timeline.soon(() => {
        if (alive) task()
      }),
    flush: () => undefined
  }
  const scheduler: Scheduler.Scheduler = {
    executionMode: "async",
    shouldYield: (fiber) => fiber.currentOpCount >= slice && !inSteps.has(fiber),
    makeDispatcher: () => dispatcher
  }
  const context = Context.empty().pipe(
    Context.add(Scheduler.Scheduler, scheduler),
    Context.add(Clock.Clock, clockOf(timeline, skewNow, isAlive)),
    Context.add(Random.Random, {
      nextDoubleUnsafe: dice.next,
      nextIntUnsafe: () => dice.below(Number.MAX_SAFE_INTEGER)
    }),
    Context.add(References.TracerEnabled, false),
    Context.add(References.MinimumLogLevel, "None"),
    Context.add(Logger.CurrentLoggers, new Set())
  )
  return {
    name,
    context,
    isAlive,
    kill: () => {
      alive = false
    },
    start: Effect.runForkWith(context),
    atomically: (step) =>
      Effect.withFiber((fiber) => {
        inSteps.add(fiber)
        return Effect.ensuring(
          step,
          Effect.sync(() => inSteps.delete(fiber))
        )
      })
  }
}
