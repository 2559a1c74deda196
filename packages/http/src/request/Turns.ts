/**
 * When a request runs (docs/decisions/0125). No request runs in the turn of the event loop that read it, and none runs for longer
 * than a slice before the loop goes round: so that a thousand requests that arrive at once do not hold up timers and answers.
 * Requests that cannot be begun in two seconds are refused.
 */
import { Context, Effect, Metric } from "effect"
import * as Connection from "../connection/Connection.ts"
import * as FairQueue from "../connection/FairQueue.ts"
import * as PacedRefusals from "./PacedRefusals.ts"
import { Overloaded } from "./RequestRefusal.ts"

/** Configurable. */
export const TurnLimits = Context.Reference<{
  readonly shares: FairQueue.Shares
  /** How long a request waits for its turn. */
  readonly patienceMillis: number
  /** How long requests are begun, and refused, before the event loop goes round. */
  readonly sliceMillis: number
  /** How fast requests are refused while the queue is full. */
  readonly refusals: PacedRefusals.RefusalPace
}>("@formwork/http/Turns/TurnLimits", {
  defaultValue: () => ({
    shares: { all: 64, group: 32, lane: 16 },
    patienceMillis: 2_000,
    sliceMillis: 2,
    refusals: { atOnce: 64, aSecond: 512, mostMillis: 1_000 }
  })
})

interface Waiter {
  readonly sinceMillis: number
  readonly begin: () => void
  readonly refuse: (retryAfterSeconds: number) => void
}

/** One request's turn. */
export interface Turn {
  /** Waits for its turn: calls one of both, later. */
  readonly wait: (begin: () => void, refuse: (refusal: Overloaded) => void) => void
  /** Waits for its turn. Refuses: `Overloaded`. */
  readonly take: Effect.Effect<void, Overloaded>
  /** Calls `refuse` when others are refused, without a turn. */
  readonly refuse: (refuse: () => void) => void
  /** Gives its place up while `waiting` runs, and goes on at once afterwards. */
  readonly aside: <A, E, R>(waiting: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Ends it, or the wait for it; may be called again, and taken again. */
  readonly end: () => void
}

const gauge = Metric.gauge("formwork_http_requests_waiting", {
  description: "Requests that wait for their turn, as of a tenth of a second ago."
})

/** How often refusals that wait for their time are looked at. */
const refusalMillis = 10

/** How often the speed is measured and the oldest requests are looked at, while some wait. */
const lookMillis = 100

/** Requests a second that are assumed before any were measured. */
const assumedSpeed = 300

/** The speed, in requests a second, with half a second's memory. It is measured only while some wait. */
const speedometer = () => {
  let speed = assumedSpeed
  let ended = 0
  let lookedAt = 0
  return {
    begin: (): void => {
      ended = 0
      lookedAt = performance.now()
    },
    count: (): void => void (ended += 1),
    measure: (now: number): void => {
      const seconds = Math.max(0.001, (now - lookedAt) / 1000)
      const share = Math.min(1, 2 * seconds)
      speed = Math.max(1, (1 - share) * speed + (share * ended) / seconds)
      ended = 0
      lookedAt = now
    },
    secondsFor: (requests: number): number => requests / speed
  }
}

/** Refusals of a full queue. @param pump is called when some may be due. */
const pacedRefusals = (pace: PacedRefusals.RefusalPace, pump: () => void) => {
  const refusals = PacedRefusals.make(pace)
  let telling: NodeJS.Timeout | undefined
  const again = (): void => {
    telling = undefined
    pump()
  }
  return {
    add: (tell: () => void): (() => void) => {
      refusals.add(tell, performance.now())
      pump()
      return () => refusals.leave(tell)
    },
    /** Tells those that are due, until that time. */
    tell: (until: number): void => {
      let now = performance.now()
      let tell = refusals.next(now)
      while (tell !== undefined) {
        tell()
        now = performance.now()
        tell = now > until ? undefined : refusals.next(now)
      }
      if (refusals.size() > 0 && telling === undefined) telling = setTimeout(again, refusalMillis).unref()
    }
  }
}

/** Calls `work` in the next turn of the event loop, once however often it was asked for. */
const inNextTurn = (work: () => void): (() => void) => {
  let isDue = false
  const run = () => {
    isDue = false
    work()
  }
  return () => {
    if (!isDue) setImmediate(run)
    isDue = true
  }
}

/** New turns. */
export const make = Effect.gen(function* () {
  const { patienceMillis, refusals, shares, sliceMillis } = yield* TurnLimits
  const context = yield* Effect.context<never>()
  // A page of metrics has it before any request has waited.
  gauge.updateUnsafe(0, context)
  const queue = FairQueue.make<Waiter>(shares)
  const refused = new Set<() => void>()
  const full = pacedRefusals(refusals, () => pump())
  const speed = speedometer()
  let connections = Connection.count()
  let looking: NodeJS.Timeout | undefined

  const pump = inNextTurn(() => {
    // The loop takes one new connection each time that it goes round, so it goes round more often while some come.
    const isArriving = Connection.count() !== connections
    connections = Connection.count()
    const until = performance.now() + (isArriving ? sliceMillis / 8 : sliceMillis)
    let waiter = queue.next()
    while (waiter !== undefined) {
      waiter.begin()
      if (performance.now() > until) break
      waiter = queue.next()
    }
    for (const refuse of refused) {
      refused.delete(refuse)
      refuse()
      if (performance.now() > until) break
    }
    full.tell(until)
    if (refused.size > 0 || waiter !== undefined) pump()
    if (queue.sizes().waiting > 0 && looking === undefined) {
      speed.begin()
      looking = setInterval(look, lookMillis)
      looking.unref()
    }
  })

  const late = (now: number) => queue.heads().filter(({ waiter }) => now - waiter.sinceMillis > patienceMillis)
  const look = (): void => {
    const now = performance.now()
    speed.measure(now)
    for (let tickets = late(now); tickets.length > 0; tickets = late(now))
      for (const ticket of tickets) if (queue.leave(ticket)) refuseLater(ticket.waiter)
    const { waiting } = queue.sizes()
    gauge.updateUnsafe(waiting, context)
    if (waiting > 0) return
    clearInterval(looking)
    looking = undefined
  }

  const refusalOf = ({ refuse }: Pick<Waiter, "refuse">): (() => void) => {
    const seconds = Math.min(60, Math.max(1, Math.ceil(speed.secondsFor(queue.sizes().waiting))))
    return () => refuse(seconds)
  }

  const refuseLater = (waiter: Pick<Waiter, "refuse">): (() => void) => {
    const due = refusalOf(waiter)
    refused.add(due)
    pump()
    return () => void refused.delete(due)
  }

  const refuseFull = (waiter: Pick<Waiter, "refuse">): (() => void) => full.add(refusalOf(waiter))

  const turns: Turns = { queue, speed, pump, refuseLater, refuseFull, patienceMillis }
  return { open: (place: () => FairQueue.Place) => new TurnOf(turns, place) }
})

interface Turns {
  readonly queue: ReturnType<typeof FairQueue.make<Waiter>>
  readonly speed: ReturnType<typeof speedometer>
  readonly pump: () => void
  /** Refuses in a later slice. Gives what to call where the refusal is no longer wanted. */
  readonly refuseLater: (waiter: Pick<Waiter, "refuse">) => () => void
  /** The same for one that finds the queue full. */
  readonly refuseFull: (waiter: Pick<Waiter, "refuse">) => () => void
  readonly patienceMillis: number
}

/** A class, so that a request makes no function for each thing that it may do. */
class TurnOf implements Turn {
  private readonly turns: Turns
  private readonly place: () => FairQueue.Place
  private ticket: FairQueue.Ticket<Waiter> | undefined = undefined
  private dropRefusal: (() => void) | undefined = undefined
  private isRunning = false
  private isAside = false

  /** @param place who the request counts for; read each time that a turn is taken. */
  constructor(turns: Turns, place: () => FairQueue.Place) {
    this.turns = turns
    this.place = place
  }

  wait(onBegin: () => void, onRefuse: (refusal: Overloaded) => void): void {
    const { patienceMillis, pump, queue, refuseFull, speed } = this.turns
    const refuse = (retryAfterSeconds: number) => {
      this.ticket = undefined
      onRefuse(new Overloaded({ retryAfterSeconds }))
    }
    const begin = () => {
      this.isRunning = true
      onBegin()
    }
    const where = this.place()
    if (speed.secondsFor(queue.before(where)) > patienceMillis / 1000) {
      this.dropRefusal = refuseFull({ refuse })
      return
    }
    this.ticket = queue.add(where, { sinceMillis: performance.now(), begin, refuse })
    pump()
  }

  get take(): Effect.Effect<void, Overloaded> {
    return Effect.callback((resume) =>
      this.wait(
        () => resume(Effect.void),
        (refusal) => resume(Effect.fail(refusal))
      )
    )
  }

  refuse(refuse: () => void): void {
    this.dropRefusal = this.turns.refuseLater({ refuse })
  }

  readonly aside = <A, E, R>(waiting: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const { pump, queue } = this.turns
      if (this.ticket === undefined || !this.isRunning || this.isAside) return waiting
      this.isAside = true
      queue.aside(this.ticket)
      if (queue.sizes().waiting > 0) pump()
      return Effect.ensuring(
        waiting,
        Effect.sync(() => this.back())
      )
    })

  private back(): void {
    if (this.isAside && this.ticket !== undefined) this.turns.queue.back(this.ticket)
    this.isAside = false
  }

  end(): void {
    const { isRunning, ticket } = this
    const { pump, queue, speed } = this.turns
    this.dropRefusal?.()
    this.back()
    if (ticket === undefined) return
    if (isRunning) {
      speed.count()
      queue.done(ticket)
      if (queue.sizes().waiting > 0) pump()
    } else queue.leave(ticket)
    this.ticket = undefined
    this.isRunning = false
  }
}
