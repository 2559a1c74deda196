/** A dispatcher in virtual time over the in-memory outbox, and a receiver whose answers a test decides. */
import { Clock, Duration, Effect, Layer, Logger, Ref } from "effect"
import type { Context, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Content } from "@formwork/domain/filing/Content"
import { Dispatcher, DispatchLimits } from "@formwork/domain/sending/Dispatcher"
import type { FiringId } from "@formwork/domain/filing/Firing"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import { Firings } from "@formwork/domain/sending/Firings"
import * as RetrySchedule from "@formwork/domain/sending/RetrySchedule"
import { SecretVault } from "@formwork/domain/secrets/SecretVault"
import { Secrets } from "@formwork/domain/secrets/Secrets"
import { Sender, SendFailed } from "@formwork/domain/sending/Sender"
import type { Dispatch, Receipt } from "@formwork/domain/sending/Sender"
import * as Memory from "@formwork/memory/Memory"

export const second = 1_000
export const hour = 3_600 * second
export const url = (host: string) => `https://${host}.example/hook`
export const limits = {
  atOnce: 8,
  perDestination: 2,
  mostPerDestination: 2,
  perOrganisation: 8,
  printers: 1,
  leaseMillis: 60 * second,
  poll: "10 seconds",
  waits: RetrySchedule.waits
} as const

export type Answer = (dispatch: Dispatch, content: Content) => Effect.Effect<Receipt, SendFailed>

export const yes: Receipt = { status: 200, excerpt: "thank you" }
export const away = new SendFailed({ reason: "The receiver answered 503.", verdict: "retry", status: 503 })
export const well: Answer = () => Effect.succeed(yes)

/** What arrived, in order. */
export interface Arrival {
  readonly id: FiringId
  readonly attempt: number
  readonly atMillis: number
  readonly content: Content
}

/** A receiver whose answer can be changed. `arrivals` are what it accepted, `asked` all that it was sent. */
export const receiver = Effect.gen(function* () {
  const answer = yield* Ref.make<Answer>(well)
  const arrivals: Array<Arrival> = []
  const asked: Array<Arrival> = []
  const sender = Sender.of({
    send: Effect.fnUntraced(function* (dispatch, content) {
      const arrival = { id: dispatch.id, attempt: dispatch.attempt, atMillis: yield* Clock.currentTimeMillis, content }
      asked.push(arrival)
      const receipt = yield* (yield* Ref.get(answer))(dispatch, content)
      arrivals.push(arrival)
      return receipt
    })
  })
  return { answers: (next: Answer) => Ref.set(answer, next), arrivals, asked, sender }
})

/** A dispatcher over the outbox in the context, until the scope ends. */
export const dispatcher = Effect.fnUntraced(function* (
  sender: Sender["Service"],
  change: Partial<Context.Service.Shape<typeof DispatchLimits>> = {}
) {
  const context = yield* Layer.build(
    Dispatcher.layer.pipe(
      Layer.provide(SecretVault.layer),
      Layer.provide(Layer.succeed(Sender, sender)),
      Layer.provide(Layer.succeed(DispatchLimits, { ...limits, ...change })),
      Layer.fresh
    )
  )
  // Detached: ending it gracefully after a test would wait for time to pass.
  return yield* Effect.forkDetach(Effect.flatMap(Dispatcher, ({ run }) => run).pipe(Effect.provideContext(context)))
})

export const passing = (millis: number) => TestClock.adjust(Duration.millis(millis))
export const uniqueIds = (arrivals: ReadonlyArray<Arrival>) => [...new Set(arrivals.map(({ id }) => id))].sort()

export const silent = Layer.mergeAll(Firings.layer, Secrets.layer).pipe(
  Layer.provide(LiveForms.layer),
  Layer.provideMerge(Memory.layer()),
  Layer.provideMerge(Logger.layer([]))
)

/** A test over an outbox of its own. */
export const alone = <A, E>(self: Effect.Effect<A, E, Layer.Success<typeof silent> | Scope.Scope>) =>
  self.pipe(Effect.scoped, Effect.provide(Layer.fresh(silent)))

/** Waits in real time, which decrypting takes and a test clock cannot make pass. */
export const really = (holds: () => boolean) =>
  Effect.promise(async () => {
    for (let waits = 0; waits < 10_000 && !holds(); waits++) await new Promise((next) => setTimeout(next, 1))
  })
