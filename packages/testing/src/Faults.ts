/** Faults on demand: the ports under a test fail, die or take their time when the test asks for it. */
import { Context, Effect, Layer } from "effect"
import type { Duration } from "effect"
import * as Fault from "./Fault.ts"
import { type Call, intercepted, type Ports } from "./Ports.ts"

/** A fault, and how many calls it has seen. */
interface Waiting {
  readonly fault: Fault.Fault
  seen: number
}

export class Faults extends Context.Service<
  Faults,
  {
    /** Adds a fault: its calls are counted from now on. Of several faults of one call each happens, in the order of adding. */
    readonly add: (fault: Fault.Fault) => Effect.Effect<void>
    /** Takes all faults away. */
    readonly clear: Effect.Effect<void>
    /** The faults that have more calls to happen to: a test that expected them may say that there are none left. */
    readonly left: Effect.Effect<ReadonlyArray<Fault.Fault>>
    /** How many calls of a method have begun. */
    readonly calls: <Self extends Ports, Shape>(
      port: Fault.Port<Self, Shape>,
      method: Fault.MethodOf<Shape>
    ) => Effect.Effect<number>
  }
>()("@formwork/testing/Faults") {}

/** The ports of an adapter with faults, and the service that adds more while a test runs. */
export const layer = (faults: ReadonlyArray<Fault.Fault> = []): Layer.Layer<Faults | Ports, never, Ports> =>
  Layer.suspend(() => {
    let waiting: ReadonlyArray<Waiting> = faults.map((fault) => ({ fault, seen: 0 }))
    const begun = new Map<string, number>()

    const happensTo =
      (call: Call) =>
      (one: Waiting): boolean => {
        if (one.fault.port !== call.port || one.fault.method !== call.method) return false
        one.seen += 1
        return one.seen >= one.fault.call && one.seen < one.fault.call + one.fault.times
      }
    const intercept = (call: Call, run: Effect.Effect<unknown, unknown>): Effect.Effect<unknown, unknown> => {
      begun.set(`${call.port} ${call.method}`, call.number)
      const happening = waiting.filter(happensTo(call)).map(({ fault }) => fault)
      const all = (moment: Fault.Fault["moment"]) =>
        Effect.forEach(
          happening.filter((fault) => fault.moment === moment),
          ({ happens }) => happens,
          { discard: true }
        )
      return Effect.andThen(all("before"), Effect.tap(run, all("after")))
    }
    const service = Faults.of({
      add: (fault) => Effect.sync(() => void (waiting = [...waiting, { fault, seen: 0 }])),
      clear: Effect.sync(() => void (waiting = [])),
      left: Effect.sync(() =>
        waiting.filter(({ fault, seen }) => seen < fault.call + fault.times - 1).map(({ fault }) => fault)
      ),
      calls: ({ key }, method) => Effect.sync(() => begun.get(`${key} ${method}`) ?? 0)
    })
    return Layer.merge(Layer.succeed(Faults, service), intercepted(intercept))
  })

/** The next call of the method refuses with `error`, one of its own refusals: `failNext(SubmissionStore, "file", new FormNotFound())`. */
export const failNext = <Self extends Ports, Shape, Method extends Fault.MethodOf<Shape>>(
  port: Fault.Port<Self, Shape>,
  method: Method,
  error: Fault.RefusalOf<Shape, Method>
): Effect.Effect<void, never, Faults> => Faults.use(({ add }) => add(Fault.fail(port, method, error)))

/** The next call of the method dies with `defect`: by default `Unavailable`, as where a database is out of reach. */
export const dieNext = <Self extends Ports, Shape>(
  port: Fault.Port<Self, Shape>,
  method: Fault.MethodOf<Shape>,
  defect?: unknown
): Effect.Effect<void, never, Faults> => Faults.use(({ add }) => add(Fault.die(port, method, defect)))

/** The next call of the method takes `duration` longer, by the test's clock. */
export const delayNext = <Self extends Ports, Shape>(
  port: Fault.Port<Self, Shape>,
  method: Fault.MethodOf<Shape>,
  duration: Duration.Input
): Effect.Effect<void, never, Faults> => Faults.use(({ add }) => add(Fault.delay(port, method, duration)))
