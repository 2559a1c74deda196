/** Reads the lines of a batch, and writes the line that answers each, in their order and while they come (spec/http.md §5.9). */
import { Cause, Effect, Result, Stream } from "effect"
import type { Context } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import type { RefusalAudit } from "@formwork/domain/audit/RefusalAudit"
import { privilegeRefused } from "@formwork/domain/audit/privilegeRefused"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Batch } from "@formwork/domain/evaluation/Batches"
import { inSlices } from "@formwork/domain/limits/inSlices"
import { Answer } from "../connection/Answer.ts"
import * as ProblemDetails from "../problem/ProblemDetails.ts"
import type { Refusal } from "../problem/ProblemTable.ts"
import { BatchLimits } from "../request/BatchLimits.ts"
import type { Exchange } from "../request/Exchange.ts"
import type * as Lines from "../request/Lines.ts"
import * as RequestMetrics from "../request/RequestMetrics.ts"
import { InternalFault, RequestTimedOut, TooManyLines } from "../request/RequestRefusal.ts"
import * as StreamedBody from "../request/StreamedBody.ts"
import { BodyLimits } from "../request/StrictBody.ts"
import * as BatchLine from "./batchLine.ts"
import * as Intake from "./intake.ts"

/** What a batch asks of the service while it runs. Each gives the caller as it is now, and refuses where the batch has to end. */
export interface Authority {
  /** Admits the next lines: takes one request from the budget. */
  readonly admit: Effect.Effect<Caller, Refusal>
  /** Looks whether the credential and its privileges still hold. */
  readonly check: Effect.Effect<Caller, Refusal>
  /** Called once, when the batch is over. */
  readonly leave: () => void
}

/** Milliseconds of work before other requests have their turn, and characters of answers that are then sent. */
const sliceMillis = 1
const mostCharacters = 65_536

/** How long a batch waits before it asks for its turn again, where this process has too much to do. */
const busyMillis = 250

/** Bytes of a line that are read in about a millisecond. */
const largeBytes = 65_536

/** The answer to a batch. @param caller as admitted with the request, which pays for the first lines. */
export const response = Effect.fnUntraced(function* (
  exchange: Exchange,
  caller: Caller,
  batch: Batch,
  authority: Authority
) {
  const body = yield* BodyLimits
  const context = yield* Effect.context<RefusalAudit>()
  const request = yield* CurrentRequest
  const run = yield* running(exchange, caller, batch, authority)
  StreamedBody.open(exchange)
  const stopWatching = watch(exchange, run.isWaitingSince, (yield* BatchLimits).idleMillis)
  let isOver = false
  const end = (): void => {
    if (isOver) return
    isOver = true
    stopWatching()
    run.release()
    authority.leave()
    exchange.turn.end()
    StreamedBody.close(exchange, body)
  }
  // A client that is gone already gets no answer, and then the stream never runs.
  if (exchange.response.closed) end()
  else exchange.response.once("close", end)
  const lines = Stream.unfold(undefined, () =>
    Effect.map(run.next, (text) => (text === undefined ? undefined : ([text, undefined] as const)))
  )
  return new Answer(
    200,
    {
      "content-type": StreamedBody.mediaType,
      "formwork-form-version": batch.versionId
    },
    Stream.encodeText(lines).pipe(
      Stream.provideContext(context),
      Stream.provideService(CurrentRequest, request),
      Stream.ensuring(Effect.sync(end))
    )
  )
})

/** Ends the connection of a client that has read nothing for a while: its answers wait in this process. */
const watch = ({ request }: Exchange, isWaitingSince: () => number | undefined, idleMillis: number): (() => void) => {
  const timer = setInterval(
    () => {
      const since = isWaitingSince()
      if (since !== undefined && performance.now() - since > idleMillis) request.socket.destroy()
    },
    Math.min(1_000, idleMillis)
  )
  return () => clearInterval(timer)
}

/** Who the batch works for, and what it has paid for. */
const standing = (first: Caller, authority: Authority, limits: Context.Service.Shape<typeof BatchLimits>) => {
  const startedAt = performance.now()
  let caller = first
  let checkedAt = startedAt
  let paid = limits.linesPerRequest

  const check: Effect.Effect<void, Refusal> = Effect.suspend(() => {
    const now = performance.now()
    if (now - startedAt > limits.millis) return Effect.fail(new RequestTimedOut())
    if (now - checkedAt < limits.checkMillis) return Effect.void
    checkedAt = now
    return Effect.map(authority.check, (now) => void (caller = now))
  })
  /** Admits the next lines, where the one after `answered` is not paid for. */
  const admit = (answered: number): Effect.Effect<void, Refusal> => {
    if (answered < paid) return Effect.void
    checkedAt = performance.now()
    return Effect.map(authority.admit, (now) => {
      caller = now
      paid += limits.linesPerRequest
    })
  }
  return { caller: () => caller, check, admit, unpaid: (answered: number) => paid - answered }
}

/** The last line of a batch that ends early: why there are no more. */
const lastLines = Effect.fnUntraced(function* ({ requestId }: Exchange, lines: Intake.Intake, caller: () => Caller) {
  const metrics = yield* RequestMetrics.make
  const last = Effect.fnUntraced(function* (refusal: Refusal) {
    metrics.countRefusal(ProblemDetails.code(refusal))
    if (refusal._tag === "PrivilegeMissing") yield* privilegeRefused(caller(), refusal)
    const after = ProblemDetails.headers(refusal)["retry-after"]
    const problem = ProblemDetails.body(refusal, requestId)
    return BatchLine.ending(lines.number(), problem, after === undefined ? undefined : Number(after))
  })
  const broken = Effect.fnUntraced(function* (cause: Cause.Cause<never>) {
    if (Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause)
    yield* Effect.logError("a batch broke off", cause, { requestId })
    const defect = Cause.squash(cause)
    return yield* last(defect instanceof Unavailable ? defect : new InternalFault())
  })
  return { last, broken }
})

/** Answers the lines that are here, a slice at a time. */
const slices = Effect.fnUntraced(function* (
  { requestId, turn }: Exchange,
  lines: Intake.Intake,
  batch: Batch,
  check: Effect.Effect<void, Refusal>
) {
  const limits = yield* BodyLimits

  /** A batch waits longer for its turn than other requests: it has answered some lines already, and the others are not lost. */
  const turnTaken: Effect.Effect<void, Refusal> = Effect.catchTag(turn.take, "Overloaded", () =>
    check.pipe(Effect.andThen(Effect.sleep(busyMillis)), Effect.andThen(Effect.suspend(() => turnTaken)))
  )

  const answer = Effect.fnUntraced(function* ({ bytes, number }: Lines.Line) {
    const { id, result } =
      bytes !== undefined && bytes.length > largeBytes
        ? yield* inSlices(BatchLine.readInSlices(bytes, limits))
        : BatchLine.read(bytes, limits)
    return Result.isSuccess(result)
      ? BatchLine.answer(id, number, batch.evaluate(result.success))
      : BatchLine.refusal(id, number, ProblemDetails.body(result.failure, requestId))
  })

  /** @param most the most lines. Gives the answers, and how many there are. */
  return (most: number) =>
    Effect.gen(function* () {
      yield* turnTaken
      const until = performance.now() + sliceMillis
      let text = ""
      let count = 0
      // One line at least, however late it is: nothing else would say that there are lines left.
      do {
        const line = count < most ? lines.peek() : undefined
        if (line === undefined) break
        text += yield* answer(line)
        lines.take()
        count += 1
      } while (text.length < mostCharacters && performance.now() < until)
      if (count > 0) yield* batch.count(count)
      return { text, count }
    }).pipe(Effect.ensuring(Effect.sync(() => turn.end())))
})

const running = Effect.fnUntraced(function* (exchange: Exchange, first: Caller, batch: Batch, authority: Authority) {
  const limits = yield* BatchLimits
  const lines = Intake.make(exchange, limits, (yield* BodyLimits).bytes)
  const { admit, caller, check, unpaid } = standing(first, authority, limits)
  const slice = yield* slices(exchange, lines, batch, check)
  const { broken, last } = yield* lastLines(exchange, lines, caller)
  let answered = 0
  let isBegun = false
  let isOver = false
  let waitingSince: number | undefined

  const next = Effect.gen(function* () {
    for (;;) {
      yield* check
      if (lines.peek() !== undefined) {
        if (answered >= limits.lines) return yield* new TooManyLines({ limitLines: limits.lines })
        yield* admit(answered)
        const { count, text } = yield* slice(Math.min(unpaid(answered), limits.lines - answered))
        answered += count
        return text
      }
      yield* lines.hold
      if (lines.isWholeHere()) return undefined
      yield* lines.receive
    }
  })
  const ending =
    <E>(line: (given: E) => Effect.Effect<string, never, RefusalAudit>) =>
    (given: E) => {
      isOver = true
      return line(given)
    }
  return {
    /** The next lines of the answer; undefined after the last. */
    next: Effect.suspend(() => {
      waitingSince = undefined
      // A client may wait for the head before it sends its first line.
      if (!isBegun) exchange.response.flushHeaders()
      isBegun = true
      return isOver ? Effect.succeed(undefined) : next
    }).pipe(
      Effect.catch(ending(last)),
      Effect.catchCause(ending(broken)),
      Effect.tap(() => Effect.sync(() => void (waitingSince = performance.now())))
    ),
    /** Since when the client has not taken the last lines that it was given. */
    isWaitingSince: () => waitingSince,
    release: lines.release
  }
})
