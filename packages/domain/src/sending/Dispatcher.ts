/** Takes what is due from the outbox, sends it, and writes down what came of it (spec/http.md §6.19). */
import { Cause, Clock, Context, Effect, Exit, FiberSet, Latch, Layer, Schedule, Schema } from "effect"
import type { Duration } from "effect"
import { Unavailable } from "../callers/Refusal.ts"
import { Content } from "../filing/Content.ts"
import { Outbox } from "./Outbox.ts"
import type { Claim, Settlement } from "./Outbox.ts"
import * as ReferenceMarker from "../filing/ReferenceMarker.ts"
import * as RetrySchedule from "./RetrySchedule.ts"
import { SecretVault } from "../secrets/SecretVault.ts"
import { Sender, SendFailed } from "./Sender.ts"
import type { Receipt } from "./Sender.ts"

/** How much is on its way at once, and how patiently; configurable. */
export const DispatchLimits = Context.Reference<{
  /** Sends at once in this process. */
  readonly atOnce: number
  /** Sends at once to one destination of an organisation, in all processes together. */
  readonly perDestination: number
  /** Sends at once of one organisation, in all processes together: what is left is for the others. */
  readonly perOrganisation: number
  /** How soon after a process died another may try what it was sending. A send may take three quarters of it. */
  readonly leaseMillis: number
  /** How often to look when nothing woke the dispatcher: what another process filed, what is due again, what a crash left. */
  readonly poll: Duration.Input
  /** Milliseconds before each attempt, the first with them; as `RetrySchedule.waits`. After the last it is `dead`. */
  readonly waits: ReadonlyArray<number>
}>("@formwork/domain/sending/DispatchLimits", {
  defaultValue: () => ({
    atOnce: 64,
    perDestination: 4,
    perOrganisation: 16,
    leaseMillis: 60_000,
    poll: "1 second",
    waits: RetrySchedule.waits
  })
})

/** Tries again what the outbox itself could not do, more and more patiently. */
const troubled = Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("15 seconds")])

export class Dispatcher extends Context.Service<
  Dispatcher,
  {
    /**
     * Delivers until it is interrupted; then takes nothing more and lets running sends finish, at most for the length of a lease.
     * Any number of dispatchers may run over one outbox.
     */
    readonly run: Effect.Effect<never>
    /** Makes the dispatcher look at once. */
    readonly wake: Effect.Effect<void>
  }
>()("@formwork/domain/sending/Dispatcher") {
  static readonly layer = Layer.effect(
    Dispatcher,
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const limits = yield* DispatchLimits
      const deliver = delivering(outbox, yield* Sender, yield* SecretVault, limits)
      const awake = yield* Latch.make(false)
      const wake = Effect.asVoid(awake.open)

      const round = Effect.fnUntraced(function* (sends: FiberSet.FiberSet) {
        yield* awake.close
        const { atOnce, leaseMillis, perDestination, perOrganisation } = limits
        const limit = atOnce - (yield* FiberSet.size(sends))
        const claims = limit > 0 ? yield* outbox.claim({ limit, perDestination, perOrganisation, leaseMillis }) : []
        for (const claim of claims) yield* FiberSet.run(sends, Effect.ensuring(deliver(claim), wake))
      })
      const run = Effect.gen(function* () {
        const sends = yield* FiberSet.make()
        yield* Effect.addFinalizer(() => finish(sends, limits.leaseMillis))
        return yield* round(sends).pipe(
          // INVARIANT: what was claimed is sent; an interruption waits until it has begun.
          Effect.uninterruptible,
          Effect.tapCause((cause) => Effect.logError("the outbox cannot be read", cause)),
          Effect.sandbox,
          Effect.retry(troubled),
          Effect.orDie,
          Effect.andThen(Effect.raceFirst(Effect.sleep(limits.poll), awake.await)),
          Effect.forever
        )
      }).pipe(Effect.scoped)
      return Dispatcher.of({ run, wake })
    })
  )
}

const finish = (sends: FiberSet.FiberSet, graceMillis: number) =>
  Effect.raceFirst(Effect.interruptible(FiberSet.awaitEmpty(sends)), Effect.interruptible(Effect.sleep(graceMillis)))

const decode = Schema.decodeUnknownEffect(Content)

const delivering = (
  outbox: Outbox["Service"],
  sender: Sender["Service"],
  vault: SecretVault["Service"],
  { leaseMillis, waits }: Pick<Context.Service.Shape<typeof DispatchLimits>, "leaseMillis" | "waits">
) => {
  const sendMillis = leaseMillis * 0.75

  const contentOf = Effect.fnUntraced(function* ({ content, organisationId, submissionId }: Claim) {
    if (content === null) return yield* unsendable("There is nothing to send: it was stored without content.")
    const isOpen = ReferenceMarker.isIn(content, submissionId)
    const filled = isOpen
      ? ReferenceMarker.fill(content, submissionId, yield* outbox.referenceNumber(organisationId, submissionId))
      : content
    return yield* decode(filled).pipe(Effect.catch(() => unsendable("Its content is none that can be sent.")))
  })

  const send = (claim: Claim): Effect.Effect<Receipt, SendFailed> =>
    contentOf(claim).pipe(
      Effect.flatMap((content) => sender.send(claim, content, vault.resolver(claim.organisationId))),
      Effect.timeoutOrElse({
        duration: sendMillis,
        orElse: () => new SendFailed({ reason: `It took longer than ${sendMillis / 1_000} seconds.`, verdict: "retry" })
      })
    )

  // The store may be out of reach, for a minute and more. After that the lease has ended, and whoever takes it next writes down that this attempt was lost.
  const settle = (claim: Claim, settlement: Settlement) =>
    outbox.settle(claim, settlement).pipe(
      Effect.sandbox,
      Effect.retry({ schedule: troubled, times: 8 }),
      Effect.tapCause((cause) => Effect.logError("an attempt could not be written down", { firing: claim.id }, cause)),
      Effect.ignore
    )

  return (claim: Claim): Effect.Effect<void> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const started = yield* Clock.currentTimeMillis
        const exit = yield* Effect.exit(restore(send(claim)))
        const settlement = yield* settlementOf(waits, claim, exit)
        yield* settle(claim, settlement)
        yield* report(claim, settlement, (yield* Clock.currentTimeMillis) - started)
      })
    )
}

const unsendable = (reason: string) => new SendFailed({ reason, verdict: "dead" })

const settlementOf = Effect.fnUntraced(function* (
  waits: ReadonlyArray<number>,
  claim: Claim,
  exit: Exit.Exit<Receipt, SendFailed>
): Effect.fn.Return<Settlement> {
  if (Exit.isSuccess(exit)) return { result: "delivered", ...exit.value, reason: null, delayMillis: 0 }
  const failure = Cause.squash(exit.cause)
  const nobody = { status: null, excerpt: null }
  if (Cause.hasInterruptsOnly(exit.cause))
    return { result: "lost", ...nobody, reason: "The worker was ended while it was sending.", delayMillis: 0 }
  if (failure instanceof Unavailable)
    return yield* later(waits, claim, { ...nobody, reason: "What is needed for sending was out of reach." }, undefined)
  if (!(failure instanceof SendFailed)) {
    yield* Effect.logError("sending failed in a way that it should not", { firing: claim.id }, exit.cause)
    return yield* later(waits, claim, { ...nobody, reason: "Sending failed in a way that it should not." }, undefined)
  }
  const { excerpt = null, reason, retryAfterSeconds, status = null, verdict } = failure
  const told = { status, excerpt, reason }
  if (verdict === "retry") return yield* later(waits, claim, told, retryAfterSeconds)
  return { result: verdict === "dead" ? "dead" : "stopped", ...told, delayMillis: 0 }
})

const later = Effect.fnUntraced(function* (
  waits: ReadonlyArray<number>,
  { failures }: Claim,
  told: Pick<Settlement, "status" | "excerpt" | "reason">,
  retryAfterSeconds: number | undefined
): Effect.fn.Return<Settlement> {
  const delayMillis = yield* RetrySchedule.next(waits, failures + 1, retryAfterSeconds)
  return delayMillis === undefined
    ? { result: "dead", ...told, delayMillis: 0 }
    : { result: "retry", ...told, delayMillis }
})

const report = (claim: Claim, { delayMillis, reason, result, status }: Settlement, millis: number) => {
  const { attempt, destination, effectId, id, kind, organisationId } = claim
  const log = result === "dead" || result === "stopped" ? Effect.logWarning : Effect.logInfo
  return log("effect", {
    firing: id,
    organisation: organisationId,
    effect: effectId,
    kind,
    destination,
    attempt,
    result,
    ...(status === null ? {} : { status }),
    ...(reason === null ? {} : { reason }),
    ...(result === "retry" ? { againInMillis: delayMillis } : {}),
    millis
  })
}
