/** The ports of an adapter with something around each of their calls: a fault, a delay, a record of what happened. */
import { Context, Effect, Layer } from "effect"
import { operatorPorts, requestPorts, senderPorts } from "@formwork/domain/Ports"
import type { OperatorPorts, RequestPorts, SenderPorts } from "@formwork/domain/Ports"
import { Sender } from "@formwork/domain/sending/Sender"

/** Every port whose calls can be intercepted. */
export type Ports = RequestPorts | SenderPorts | OperatorPorts | Sender

const all: Readonly<Record<string, Context.Key<Ports, object>>> = {
  ...requestPorts,
  ...senderPorts,
  ...operatorPorts,
  Sender
}

/** One call of a port, at the moment when it begins to run. */
export interface Call {
  /** The port's key: `SubmissionStore.key`. */
  readonly port: string
  readonly method: string
  /** How many calls of this method have begun since the layer was built, this one included. */
  readonly number: number
  readonly arguments: ReadonlyArray<unknown>
}

/** What a call does: its effect, or another one in its place. It may run `run` once, several times, or leave it out. */
export type Intercept = (call: Call, run: Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown>

/**
 * Puts `intercept` around every call of every port. Services built over it see the calls of `intercept` alone.
 *
 * ```ts
 * const slow = Ports.intercepted((_call, run) => Effect.delay(run, "20 millis"))
 * const layer = Services.layer.pipe(Layer.provideMerge(slow), Layer.provideMerge(Test.adapter()))
 * ```
 */
export const intercepted = (intercept: Intercept): Layer.Layer<Ports, never, Ports> =>
  Layer.effectContext(
    Effect.gen(function* () {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the loop adds every port
      let context = Context.empty() as Context.Context<Ports>
      for (const port of Object.values(all)) {
        context = Context.add(context, port, around(port.key, yield* port, intercept))
      }
      return context
    })
  )

/** A copy of `service` whose members run through `intercept`. */
const around = <S extends object>(port: string, service: S, intercept: Intercept): S => {
  const numbers = new Map<string, number>()
  const through = (method: string, given: ReadonlyArray<unknown>, run: unknown) => {
    if (!isEffect(run)) return run
    return Effect.suspend(() => {
      const number = (numbers.get(method) ?? 0) + 1
      numbers.set(method, number)
      return intercept({ port, method, number, arguments: given }, run)
    })
  }
  const members: Record<string, unknown> = {}
  for (const method of Object.keys(service)) {
    const member: unknown = Reflect.get(service, method)
    members[method] =
      typeof member === "function"
        ? (...given: ReadonlyArray<unknown>) => through(method, given, Reflect.apply(member, service, given))
        : through(method, [], member)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same members, whose effects succeed and fail with the same types
  return members as S
}

const isEffect = (value: unknown): value is Effect.Effect<unknown, unknown> => Effect.isEffect(value)
