/** A fault to inject into a port: which call of which method, and what happens to it. */
import type { Context, Duration } from "effect"
import { Effect } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import type { Ports } from "./Ports.ts"

/** The methods of a port, and its members that are effects. */
export type MethodOf<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends
    | Effect.Effect<unknown, unknown>
    | ((...given: never) => Effect.Effect<unknown, unknown>)
    ? Name
    : never
}[keyof Shape] &
  string

/** What a method of a port refuses: an error of another type does not compile. */
export type RefusalOf<Shape, Method extends keyof Shape> = Shape[Method] extends
  | Effect.Effect<unknown, infer E>
  | ((...given: never) => Effect.Effect<unknown, infer E>)
  ? E
  : never

/** Which calls a fault is for. */
export interface When {
  /** The first call that it happens to, counted from when the fault was added: 1 is the next one. Default 1. */
  readonly call?: number
  /** To how many calls in a row it happens; `Infinity` for all from there on. Default 1. */
  readonly times?: number
  /**
   * `before`: the call does nothing. `after`: the call does its work, and its answer is lost, as where a connection breaks after a
   * commit. Default `before`.
   */
  readonly moment?: "before" | "after"
}

export interface Fault extends Required<When> {
  /** The port's key. */
  readonly port: string
  readonly method: string
  /** What happens, besides the call's own work. */
  readonly happens: Effect.Effect<void, unknown>
}

/** A port, such as `SubmissionStore`: one that `Test.layer` and `Ports.intercepted` watch. */
export type Port<Self extends Ports, Shape> = Context.Key<Self, Shape>

const make = (port: string, method: string, happens: Effect.Effect<void, unknown>, when: When): Fault => ({
  port,
  method,
  happens,
  call: when.call ?? 1,
  times: when.times ?? 1,
  moment: when.moment ?? "before"
})

/** The method refuses with `error`, one of its own refusals. */
export const fail = <Self extends Ports, Shape, Method extends MethodOf<Shape>>(
  port: Port<Self, Shape>,
  method: Method,
  error: RefusalOf<Shape, Method>,
  when: When = {}
): Fault => make(port.key, method, Effect.fail(error), when)

/** The method dies with `defect`: by default `Unavailable`, as where a database is out of reach. */
export const die = <Self extends Ports, Shape>(
  port: Port<Self, Shape>,
  method: MethodOf<Shape>,
  defect: unknown = new Unavailable({ reason: "a test made the port unavailable" }),
  when: When = {}
): Fault => make(port.key, method, Effect.die(defect), when)

/** The method takes `duration` longer, by the test's clock. */
export const delay = <Self extends Ports, Shape>(
  port: Port<Self, Shape>,
  method: MethodOf<Shape>,
  duration: Duration.Input,
  when: When = {}
): Fault => make(port.key, method, Effect.sleep(duration), when)
