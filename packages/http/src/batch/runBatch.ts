/** Reads the lines of a batch, and writes the line that answers each, in their order and while they come (spec/http.md §5.9). */
import { Cause, Effect, Result, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { RefusalAudit } from "@formwork/domain/audit/RefusalAudit"
import { privilegeRefused } from "@formwork/domain/audit/privilegeRefused"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Batch } from "@formwork/domain/evaluation/Batches"
import { inSlices } from "@formwork/domain/forms/inSlices"
import * as ProblemDetails from "../problem/ProblemDetails.ts"
import type { Refusal } from "../problem/ProblemTable.ts"
import { smallBytes } from "../request/BodyBytes.ts"
import { BatchLimits } from "../request/BatchLimits.ts"
import type { Exchange } from "../request/Exchange.ts"
import * as Lines from "../request/Lines.ts"
import { loggedCause } from "../request/loggedCause.ts"
import * as RequestMetrics from "../request/RequestMetrics.ts"
import { InternalFault, Overloaded, RequestTimedOut, TooManyLines, PayloadTooLarge } from "../request/RequestRefusal.ts"
import * as StreamedBody from "../request/StreamedBody.ts"
import { BodyLimits } from "../request/StrictBody.ts"
import * as BatchLine from "./batchLine.ts"

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
  return HttpServerResponse.stream(
    Stream.encodeText(lines).pipe(
      Stream.provideContext(context),
      Stream.provideService(CurrentRequest, request),
      Stream.ensuring(Effect.sync(end))
    ),
    {
      contentType: StreamedBody.mediaType,
      headers: { "formwork-form-version": batch.versionId, "x-content-type-options": "nosniff" }
    }
  )
})

/** Ends the connection of a client that has read nothing for a while: its answers wait in this process. */
const watch = (
  { request }: Exchange,
  isWaitingSince: () => number | undefined,
  idleMillis: number
): (() => void) => {
  const timer = setInterval(
    () => {
      const since = isWaitingSince()
      if (since !== undefined && performance.now() - since > idleMillis) request.socket.destroy()
    },
    Math.min(1_000, idleMillis)
  )
  return () => clearInterval(timer)
}

const running = Effect.fnUntraced(function* (exchange: Exchange, first: Caller, batch: Batch, authority: Authority) {
  const limits = yield* BatchLimits
  const body = yield* BodyLimits
  const { request, requestId, turn } = exchange
  const lines = Lines.make(body.bytes)
  const startedAt = performance.now()
  const state = {
    caller: first,
    /** The line that comes next, once it was taken from `lines`. */
    line: undefined as Lines.Line | undefined,
    answered: 0,
    received: 0,
    checkedAt: startedAt,
    heardAt: startedAt,
    isBegun: false,
    isWholeHere: false,
    isOver: false,
    waitingSince: undefined as number | undefined,
    release: undefined as (() => void) | undefined
  }

  const problem = (refusal: Refusal): string => ProblemDetails.body(refusal, requestId)

  /** A long line counts among the bodies of the process for as long as it is incomplete (BodyBytes.ts). */
  const hold = Effect.suspend(() => {
    if (lines.begun() <= smallBytes) {
      state.release?.()
      state.release = undefined
    } else if (state.release === undefined) {
      state.release = exchange.bodies.take(exchange.place(), body.bytes)
      if (state.release === undefined) return Effect.fail(new Overloaded({ retryAfterSeconds: 1 }))
    }
    return Effect.void
  })

  const check = Effect.suspend(() => {
    const now = performance.now()
    if (now - startedAt > limits.millis) return Effect.fail(new RequestTimedOut())
    if (now - state.checkedAt < limits.checkMillis) return Effect.void
    state.checkedAt = now
    return Effect.map(authority.check, (caller) => void (state.caller = caller))
  })

  const admit = Effect.suspend(() => {
    state.checkedAt = performance.now()
    return Effect.map(authority.admit, (caller) => void (state.caller = caller))
  })

  /** Waits for the client's next bytes. */
  const receive = Effect.gen(function* () {
    const next = yield* StreamedBody.next(request, Math.min(limits.checkMillis, limits.idleMillis))
    const now = performance.now()
    if (next === "nothing") {
      if (now - state.heardAt > limits.idleMillis) return yield* new RequestTimedOut()
      return
    }
    state.heardAt = now
    if (next === "the end") {
      state.isWholeHere = true
      return lines.end()
    }
    state.received += next.length
    if (state.received > limits.bytes) return yield* new PayloadTooLarge({ limitBytes: limits.bytes })
    lines.push(next)
  })

  const answer = Effect.fnUntraced(function* ({ bytes, number }: Lines.Line) {
    const { id, result } =
      bytes !== undefined && bytes.length > largeBytes
        ? yield* inSlices(BatchLine.readInSlices(bytes, body))
        : BatchLine.read(bytes, body)
    return Result.isSuccess(result)
      ? BatchLine.answer(id, number, batch.evaluate(result.success))
      : BatchLine.refusal(id, number, problem(result.failure))
  })

  /** A batch waits longer for its turn than other requests: it has answered some lines already, and the others are not lost. */
  const turnTaken: Effect.Effect<void, Refusal> = Effect.catchTag(turn.take, "Overloaded", () =>
    check.pipe(Effect.andThen(Effect.sleep(busyMillis)), Effect.andThen(Effect.suspend(() => turnTaken)))
  )

  /** Answers the lines that are here, until the slice is over or the next line has to be admitted. */
  const slice = Effect.gen(function* () {
    yield* turnTaken
    const until = performance.now() + sliceMillis
    let text = ""
    let evaluated = 0
    // One line at least, however late it is: nothing else would say that there are lines left.
    do {
      const line = (state.line ??= lines.next())
      if (line === undefined || needsAdmission() || state.answered >= limits.lines) break
      text += yield* answer(line)
      state.line = undefined
      state.answered += 1
      evaluated += 1
    } while (text.length < mostCharacters && performance.now() < until)
    if (evaluated > 0) yield* batch.count(evaluated)
    return text
  }).pipe(Effect.ensuring(Effect.sync(() => turn.end())))

  let paid = limits.linesPerRequest
  const needsAdmission = () => state.answered >= paid

  const next = Effect.gen(function* () {
    for (;;) {
      yield* check
      if (state.line !== undefined && state.answered >= limits.lines)
        return yield* new TooManyLines({ limitLines: limits.lines })
      if (state.line !== undefined && needsAdmission()) {
        yield* admit
        paid += limits.linesPerRequest
      }
      const text = yield* slice
      yield* hold
      if (text !== "") return text
      if (state.line !== undefined) continue
      if (state.isWholeHere) return undefined
      yield* receive
    }
  })

  /** The last line, which says why there are no more. */
  const last = Effect.fnUntraced(function* (refusal: Refusal) {
    state.isOver = true
    yield* RequestMetrics.countRefusal(ProblemDetails.code(refusal))
    if (refusal._tag === "PrivilegeMissing") yield* privilegeRefused(state.caller, refusal)
    const after = ProblemDetails.headers(refusal)["retry-after"]
    const from = state.line?.number ?? lines.number()
    return BatchLine.ending(from, problem(refusal), after === undefined ? undefined : Number(after))
  })

  const ended = Effect.fnUntraced(function* (cause: Cause.Cause<never>) {
    if (Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause)
    yield* Effect.logError("a batch broke off", loggedCause(cause), { requestId })
    const defect = Cause.squash(cause)
    return yield* last(defect instanceof Unavailable ? defect : new InternalFault())
  })

  return {
    /** The next lines of the answer; undefined after the last. */
    next: Effect.suspend(() => {
      state.waitingSince = undefined
      // A client may wait for the head before it sends its first line.
      if (!state.isBegun) exchange.response.flushHeaders()
      state.isBegun = true
      return state.isOver ? Effect.succeed(undefined) : next
    }).pipe(
      Effect.catch(last),
      Effect.catchCause(ended),
      Effect.tap(() => Effect.sync(() => void (state.waitingSince = performance.now())))
    ),
    /** Since when the client has not taken the last lines that it was given. */
    isWaitingSince: () => state.waitingSince,
    release: () => state.release?.()
  }
})
