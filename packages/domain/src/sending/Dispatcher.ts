/** Takes due firings from the outbox, sends them and records each attempt (spec/http.md §6.19). */
import { Cause, Context, Effect, Exit, FiberSet, Latch, Layer, Option, Schema } from "effect"
import type { Duration } from "effect"
import { Unavailable } from "../callers/Refusal.ts"
import type { OrganisationId } from "../callers/Ids.ts"
import { monotonicMillis } from "../limits/monotonicMillis.ts"
import { Content } from "../filing/Content.ts"
import type { FiringId } from "../filing/Firing.ts"
import { UploadId } from "../filing/Upload.ts"
import { DocumentStore } from "./DocumentStore.ts"
import { Outbox } from "./Outbox.ts"
import type { Claim, Ended, Settlement } from "./Outbox.ts"
import * as Places from "./Places.ts"
import * as ReferenceMarker from "../filing/ReferenceMarker.ts"
import * as RetrySchedule from "./RetrySchedule.ts"
import { SecretVault } from "../secrets/SecretVault.ts"
import type { Opened } from "../secrets/SecretVault.ts"
import { Sender, SendFailed } from "./Sender.ts"
import type { AttachedBytes, Receipt } from "./Sender.ts"
import * as SendMetrics from "./SendMetrics.ts"
import { SendTracing } from "./SendTracing.ts"
import * as Settling from "./Settling.ts"

/** How many firings are sent at once, and when a failed one is tried again; configurable. */
export const DispatchLimits = Context.Reference<{
  /** Sends at once in this process. */
  readonly atOnce: number
  /** Sends at once to one destination of an organisation, in all processes together, until this process learns how it answers. */
  readonly perDestination: number
  /** What a destination gets at most while it answers well and at once. */
  readonly mostPerDestination: number
  /**
   * Sends at once of one organisation, in all processes together: the rest is for other organisations. What its destinations have
   * earned comes on top.
   */
  readonly perOrganisation: number
  /** Documents that the sender prints at once. No more are claimed, so that none waits within its time for sending. */
  readonly printers: number
  /** How long a claim lasts: after a process died, another may send its firings this much later. A send may take three quarters of it. */
  readonly leaseMillis: number
  /** How often to look when nothing woke the dispatcher: for firings of other processes, retries that are due, and firings after a crash. */
  readonly poll: Duration.Input
  /** Milliseconds before each attempt, the first included, as in `RetrySchedule.waits`. After the last attempt a firing is `dead`. */
  readonly waits: ReadonlyArray<number>
}>("@formwork/domain/sending/DispatchLimits", {
  defaultValue: () => ({
    atOnce: 64,
    perDestination: 4,
    mostPerDestination: 32,
    perOrganisation: 16,
    printers: 1,
    leaseMillis: 60_000,
    poll: "1 second",
    waits: RetrySchedule.waits
  })
})

export class Dispatcher extends Context.Service<
  Dispatcher,
  {
    /**
     * Sends until it is interrupted. Then it claims nothing more and lets running sends finish, for the length of a lease at most.
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
      const deliver = delivering(yield* Sender, { documents: yield* DocumentStore, outbox }, limits, yield* SendTracing)
      const vault = yield* SecretVault
      const places = Places.make(limits)
      const awake = yield* Latch.make(false)
      const wake = Effect.asVoid(awake.open)

      const printing = new Set<FiringId>()
      let lastPrinted: OrganisationId | null = null

      const round = Effect.fnUntraced(function* (sends: FiberSet.FiberSet, settle: Settle) {
        yield* awake.close
        const { atOnce, leaseMillis, perDestination, perOrganisation, printers } = limits
        const limit = atOnce - (yield* FiberSet.size(sends))
        const documents = printers - printing.size
        const claims =
          limit > 0
            ? yield* outbox.claim({
                limit,
                perDestination,
                places: yield* places.given,
                perOrganisation,
                leaseMillis,
                documents,
                lastPrinted
              })
            : []
        const claimed = yield* monotonicMillis
        if (claims.length === 0) return
        const opened = vault.forOneClaim()
        for (const claim of claims) {
          if (claim.destination === "documents") {
            printing.add(claim.id)
            lastPrinted = claim.organisationId
          }
          const answered = yield* places.began(claim)
          const sent = Effect.ensuring(
            deliver({ claim, claimed, opened, answered, settle }),
            Effect.sync(() => printing.delete(claim.id))
          )
          yield* FiberSet.run(sends, Effect.ensuring(sent, wake))
        }
      })
      const run = Effect.gen(function* () {
        yield* SendMetrics.begin
        const settle = yield* Settling.make(outbox)
        const sends = yield* FiberSet.make()
        yield* Effect.addFinalizer(() => finish(sends, limits.leaseMillis))
        return yield* round(sends, settle).pipe(
          // INVARIANT: every claim is sent: an interruption waits until its send has begun.
          Effect.uninterruptible,
          Effect.tapCause((cause) => Effect.logError("the outbox cannot be read", cause)),
          Effect.sandbox,
          Effect.retry(Settling.backoff),
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

type Settle = (ended: Ended) => Effect.Effect<void>

/** A send that begins. */
interface Sending {
  readonly claim: Claim
  /** When it was claimed, by the monotonic clock. */
  readonly claimed: number
  readonly opened: Opened
  /** Notes how the receiver answered. */
  readonly answered: (health: Places.Health) => Effect.Effect<void>
  readonly settle: Settle
}

const contentOf = Effect.fnUntraced(function* ({ content, referenceNumber, submissionId }: Claim) {
  if (content === null) return yield* unsendable("The firing was stored without content.")
  const isOpen = ReferenceMarker.isIn(content, submissionId)
  const filled = isOpen ? ReferenceMarker.fill(content, submissionId, referenceNumber) : content
  return yield* decode(filled).pipe(Effect.catch(() => unsendable("The firing's content is malformed.")))
})

const isUploadId = Schema.is(UploadId)

/** INVARIANT: an e-mail leaves with every document and every file that it attaches, or stays here. */
const filesOf = Effect.fnUntraced(function* ({ documents, outbox }: Kept, claim: Claim, content: Content) {
  const { attachments, organisationId } = claim
  const files: Array<AttachedBytes> = []
  for (const id of attachments ?? []) {
    const found = yield* documents.find(organisationId, id)
    if (Option.isNone(found)) {
      const reason = `The document ${id} is attached to this e-mail, and is not where documents are kept.`
      return yield* new SendFailed({ reason, verdict: "retry" })
    }
    files.push(found.value)
  }
  for (const { id, name } of content.kind === "notification" ? (content.files ?? []) : []) {
    const found = isUploadId(id) ? yield* outbox.upload(claim, id) : Option.none()
    if (Option.isNone(found)) {
      const reason = `The file “${name}” (${id}) is attached to this e-mail, and is not among those of its submission.`
      return yield* new SendFailed({ reason, verdict: "retry" })
    }
    const { bytes, mediaType, name: fileName } = found.value
    files.push({ bytes, fileName, mediaType })
  }
  return files
})

/** Where what is attached is kept. */
interface Kept {
  readonly documents: DocumentStore["Service"]
  readonly outbox: Pick<Outbox["Service"], "upload">
}

const delivering = (
  sender: Sender["Service"],
  kept: Kept,
  { leaseMillis, waits }: Pick<Context.Service.Shape<typeof DispatchLimits>, "leaseMillis" | "waits">,
  traced: typeof SendTracing.Service
) => {
  const sendMillis = leaseMillis * 0.75

  const send = ({ claim, claimed, opened }: Sending): Effect.Effect<Receipt, SendFailed> => {
    const { around, traceparent } = traced(claim)
    return Effect.gen(function* () {
      const content = yield* contentOf(claim)
      const attachments = yield* filesOf(kept, claim, content)
      const sentAtMillis = claim.claimedAtMillis + (yield* monotonicMillis) - claimed
      const dispatch = { ...claim, attachments, sentAtMillis, traceparent }
      return yield* sender.send(dispatch, content, opened(claim.organisationId, claim.secrets))
    }).pipe(
      Effect.timeoutOrElse({
        duration: sendMillis,
        orElse: () =>
          new SendFailed({ reason: `Sending took longer than ${sendMillis / 1_000} seconds.`, verdict: "retry" })
      }),
      around
    )
  }

  return (sending: Sending): Effect.Effect<void> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const { answered, claim, settle } = sending
        const started = yield* monotonicMillis
        const exit = yield* Effect.exit(restore(send(sending)))
        yield* answered(healthOf(exit))
        const settlement = yield* settlementOf(waits, claim, exit)
        yield* settle({ claim, settlement })
        const took = (yield* monotonicMillis) - started
        yield* SendMetrics.record(claim, settlement, took)
        yield* report(claim, settlement, took)
      })
    )
}

const healthOf = (exit: Exit.Exit<Receipt, SendFailed>): Places.Health => {
  if (Exit.isSuccess(exit)) return Places.healthOf(exit.value)
  const failure = Cause.squash(exit.cause)
  return failure instanceof SendFailed ? Places.healthOf(failure) : "unknown"
}

const unsendable = (reason: string) => new SendFailed({ reason, verdict: "dead" })

const settlementOf = Effect.fnUntraced(function* (
  waits: ReadonlyArray<number>,
  claim: Claim,
  exit: Exit.Exit<Receipt, SendFailed>
): Effect.fn.Return<Settlement> {
  if (Exit.isSuccess(exit)) return { result: "delivered", ...exit.value, reason: null, delayMillis: 0 }
  const failure = Cause.squash(exit.cause)
  const noAnswer = { status: null, excerpt: null }
  if (Cause.hasInterruptsOnly(exit.cause))
    return { result: "lost", ...noAnswer, reason: "The worker stopped during the attempt.", delayMillis: 0 }
  if (failure instanceof Unavailable)
    return yield* later(
      waits,
      claim,
      { ...noAnswer, reason: "A service that sending needs was unavailable." },
      undefined
    )
  if (!(failure instanceof SendFailed)) {
    yield* Effect.logError("sending failed with a defect", { firing: claim.id }, exit.cause)
    return yield* later(waits, claim, { ...noAnswer, reason: "Sending failed because of a defect." }, undefined)
  }
  const { excerpt = null, reason, retryAfterSeconds, status = null, verdict } = failure
  const answer = { status, excerpt, reason }
  if (verdict === "retry") return yield* later(waits, claim, answer, retryAfterSeconds)
  return { result: verdict === "dead" ? "dead" : "stopped", ...answer, delayMillis: 0 }
})

const later = Effect.fnUntraced(function* (
  waits: ReadonlyArray<number>,
  { failures }: Claim,
  answer: Pick<Settlement, "status" | "excerpt" | "reason">,
  retryAfterSeconds: number | undefined
): Effect.fn.Return<Settlement> {
  const delayMillis = yield* RetrySchedule.next(waits, failures + 1, retryAfterSeconds)
  return delayMillis === undefined
    ? { result: "dead", ...answer, delayMillis: 0 }
    : { result: "retry", ...answer, delayMillis }
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
    millis: Math.round(millis)
  })
}
