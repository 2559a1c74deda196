/** Reading and dropping a body, with Node's own request objects. Over a socket: body.test.ts. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Result } from "effect"
import { ServerResponse } from "node:http"
import type { IncomingMessage } from "node:http"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import type { Exchange } from "../../src/request/Exchange.ts"
import type { Head } from "../../src/request/Head.ts"
import { Overloaded } from "../../src/request/RequestRefusal.ts"
import * as StrictBody from "../../src/request/StrictBody.ts"
import { exchangeOf, requestWith } from "../support/exchange.ts"

const none: Head = {
  path: "/",
  credential: undefined,
  requestId: undefined,
  declaresJson: true,
  declaresLines: false,
  isCoded: false,
  contentLength: 0,
  hasBody: true,
  expectation: "none",
  isHttp1: true,
  isFramed: true
}

const limits = { bytes: 10, millis: 10_000, depth: 2, drainBytes: 10, drainMillis: 10_000 }

const caller = Caller.operator(
  OrganisationId.make("019a0000-0000-7000-8000-000000000001"),
  UserId.make("019a0000-0000-7000-8000-000000000002")
)

const exchange = (head: Partial<Head> = {}, change: Partial<Exchange> = {}) => {
  const request = requestWith()
  const response = new ServerResponse(request)
  let continues = 0
  response.writeContinue = () => void continues++
  const made = exchangeOf(request, { response, head: { ...none, ...head }, caller, ...change })
  return { made, request, continues: () => continues }
}

const read = (made: Exchange, change: Partial<typeof limits> = {}) =>
  Effect.result(StrictBody.read(made, { ...limits, ...change })).pipe(
    Effect.map((result) => (Result.isSuccess(result) ? result.success : result.failure))
  )

const listeners = (request: IncomingMessage) => ["data", "end"].map((event) => request.listenerCount(event))

/** Reads `chunks`, which come one after the other. */
const reading = Effect.fnUntraced(function* (chunks: ReadonlyArray<string>, change: Partial<typeof limits> = {}) {
  const { made, request } = exchange()
  const before = listeners(request)
  for (const chunk of chunks) request.push(chunk)
  request.push(null)
  const body = yield* read(made, change)
  assert.deepStrictEqual(listeners(request), before, "no listener is left")
  return body
})

it.live("a body is read whole from any number of pieces, up to the limit", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* reading(["[1,2]"]), [1, 2])
    assert.deepStrictEqual(yield* reading(["[1", ",", "2]"]), [1, 2])
    assert.deepStrictEqual(yield* reading(['"12345678"']), "12345678")
    assert.deepStrictEqual(yield* reading(['"12345', '678"']), "12345678")
    const tooLarge = { _tag: "PayloadTooLarge", limitBytes: 10 }
    assert.deepInclude(yield* reading(['"123456789"']), tooLarge)
    assert.deepInclude(yield* reading(['"12345', '6789"']), tooLarge)
    const malformed = { _tag: "RequestMalformed", reason: "The body is not valid JSON." }
    assert.deepInclude(yield* reading([]), malformed)
    assert.deepInclude(yield* reading(["[[[]]]"]), {
      _tag: "RequestMalformed",
      reason: "The body is nested deeper than 2 levels."
    })
  })
)

it.live("a wrong media type, then a wrong length, is refused before the body is read", () =>
  Effect.gen(function* () {
    const cases: ReadonlyArray<readonly [Partial<Head>, string]> = [
      [{ declaresJson: false, contentLength: 11, expectation: "continue" }, "MediaTypeUnsupported"],
      [{ contentLength: 11, expectation: "continue" }, "PayloadTooLarge"]
    ]
    for (const [head, tag] of cases) {
      const { continues, made, request } = exchange(head)
      assert.deepInclude(yield* read(made), { _tag: tag })
      assert.deepStrictEqual([continues(), request.readableFlowing], [0, null])
    }
    const { continues, made, request } = exchange({ contentLength: 10, expectation: "continue" })
    request.push("1")
    request.push(null)
    assert.deepStrictEqual([yield* read(made), continues()], [1, 1])
    const unasked = exchange()
    unasked.request.push("1")
    unasked.request.push(null)
    assert.deepStrictEqual([yield* read(unasked.made), unasked.continues()], [1, 0])
  })
)

it.live("the server stops waiting for a body at its time limit, or when the request is interrupted", () =>
  Effect.gen(function* () {
    const { made, request } = exchange()
    const before = listeners(request)
    request.push("[")
    assert.deepInclude(yield* read(made, { millis: 5 }), { _tag: "RequestTimedOut" })
    assert.deepStrictEqual(listeners(request), before)

    const left = exchange()
    const fiber = yield* Effect.forkChild(read(left.made), { startImmediately: true })
    assert.notDeepEqual(listeners(left.request), before)
    yield* Fiber.interrupt(fiber)
    assert.deepStrictEqual(listeners(left.request), before)
  })
)

it.effect("the limits of a body are 1 MiB, 10 seconds and 32 levels, and of dropping one 8 MiB and 2 seconds", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* StrictBody.BodyLimits, {
      bytes: 1_048_576,
      millis: 10_000,
      depth: 32,
      drainBytes: 8_388_608,
      drainMillis: 2_000
    })
  })
)

/** Waits until all pushed bytes were read. */
const turn = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

it.live("an unread body is dropped up to its limit; beyond it the connection ends", () =>
  Effect.gen(function* () {
    const { made, request } = exchange()
    assert.isFalse(StrictBody.isDropping(request))
    StrictBody.drain(made, limits)
    assert.isTrue(StrictBody.isDropping(request))
    request.push("12345")
    yield* turn
    request.push("67890")
    yield* turn
    assert.isFalse(request.destroyed)
    request.push("1")
    yield* turn
    assert.isTrue(request.destroyed)
  })
)

it.live("dropping a body ends with the body, or at its time limit with the connection", () =>
  Effect.gen(function* () {
    const slow = exchange()
    StrictBody.drain(slow.made, { drainBytes: 10, drainMillis: 5 })
    const ended = exchange()
    ended.request.push("1")
    StrictBody.drain(ended.made, { drainBytes: 10, drainMillis: 5 })
    ended.request.push(null)
    yield* Effect.callback<void>((resume) => void slow.request.on("close", () => resume(Effect.void)))
    assert.deepStrictEqual([slow.request.destroyed, ended.request.listenerCount("data")], [true, 1])
  })
)

it.live(
  "no body is dropped where the request has none, where it is read already, and where the client still holds it back",
  () =>
    Effect.gen(function* () {
      const untouched = (made: Exchange) => {
        const before = listeners(made.request)
        StrictBody.drain(made, limits)
        assert.deepStrictEqual([listeners(made.request), StrictBody.isDropping(made.request)], [before, false])
      }
      untouched(exchange({ hasBody: false }).made)
      const waiting = exchange({ expectation: "continue" }).made
      untouched(waiting)
      assert.isTrue(waiting.closes)
      const complete = exchange()
      complete.request.complete = true
      untouched(complete.made)
      const gone = exchange()
      gone.request.destroy()
      untouched(gone.made)

      const continued = exchange({ expectation: "continue" })
      yield* read(continued.made, { millis: 5 })
      StrictBody.drain(continued.made, limits)
      assert.isTrue(StrictBody.isDropping(continued.request))
      const other = exchange({ expectation: "other" })
      StrictBody.drain(other.made, limits)
      assert.isTrue(StrictBody.isDropping(other.request))
    })
)

const small = 16_384
const wide = { ...limits, bytes: 200_000 }

/** A request whose body of `length` bytes is one text, in pieces of `piece` bytes. */
const sending = (made: ReturnType<typeof exchange>, length: number, piece = length) => {
  const text = `"${"x".repeat(length - 2)}"`
  for (let at = 0; at < length; at += piece) made.request.push(text.slice(at, at + piece))
  made.request.push(null)
  return made
}

it.live("a body that came together with its head is read at once, up to the limit", () =>
  Effect.gen(function* () {
    const here = (text: string) => {
      const one = exchange()
      one.request.push(text)
      one.request.push(null)
      one.request.complete = true
      return read(one.made)
    }
    assert.deepStrictEqual(yield* here('"12345678"'), "12345678")
    assert.deepInclude(yield* here('"123456789"'), { _tag: "PayloadTooLarge", limitBytes: 10 })
    const empty = exchange()
    empty.request.complete = true
    assert.deepInclude(yield* read(empty.made), { _tag: "RequestMalformed", reason: "The body is not valid JSON." })
  })
)

it.live("a request without a credential sends at most 16 KiB", () =>
  Effect.gen(function* () {
    const unknown = (length: number) => sending(exchange({}, { caller: undefined }), length).made
    assert.strictEqual(String(yield* read(unknown(small), wide)).length, small - 2)
    const refusal = { _tag: "PayloadTooLarge", limitBytes: small }
    assert.deepInclude(yield* read(unknown(small + 1), wide), refusal)
    const declared = exchange({ contentLength: small + 1 }, { caller: undefined })
    assert.deepInclude(yield* read(declared.made, wide), refusal)
    assert.deepInclude(yield* read(unknown(11)), { _tag: "PayloadTooLarge", limitBytes: 10 })
  })
)

it.live(
  "a body beyond 16 KiB takes room until its request ends, for its credential, and is refused where there is none",
  () =>
    Effect.gen(function* () {
      const taken: Array<unknown> = []
      let room: (() => void) | undefined = () => undefined
      const bodies: Exchange["bodies"] = {
        take: (place, bytes) => {
          taken.push([place, bytes])
          return room
        }
      }
      const from = (contentLength: number, length: number, piece?: number) =>
        sending(exchange({ contentLength, expectation: "continue" }, { bodies }), length, piece)
      const isRead = (one: ReturnType<typeof from>, length: number) =>
        Effect.map(read(one.made, wide), (value) => assert.strictEqual(String(value).length, length - 2))
      for (const contentLength of [0, small]) {
        const one = from(contentLength, small)
        yield* isRead(one, small)
        assert.isUndefined(one.made.release)
      }
      assert.deepStrictEqual(taken, [], "small bodies are not counted")

      const place = { group: caller.organisationId, lane: caller.credential.id }
      const declared = from(small + 1, small + 1)
      yield* isRead(declared, small + 1)
      assert.strictEqual(declared.made.release, room)
      assert.deepStrictEqual(taken.splice(0), [[place, small + 1]])
      // As long as any: it counts once, with the limit, when it is longer than 16 KiB.
      yield* isRead(from(0, 4 * small, small), 4 * small)
      assert.deepStrictEqual(taken.splice(0), [[place, 200_000]])

      room = undefined
      const overloaded = { _tag: "Overloaded", retryAfterSeconds: 1 }
      const refused = from(small + 1, small + 1)
      assert.deepInclude(yield* read(refused.made, wide), overloaded)
      assert.deepStrictEqual([refused.continues(), refused.request.readableFlowing], [0, null], "it was not begun")
      assert.deepInclude(yield* read(from(0, 4 * small, small).made, wide), overloaded)
      const complete = from(small + 1, small + 1)
      complete.request.complete = true
      yield* isRead(complete, small + 1)
    })
)

it.live("a request gives its turn up while its body is on its way, and takes it again before it goes on", () =>
  Effect.gen(function* () {
    const steps: Array<string> = []
    const waiting = exchange()
    const turn: Exchange["turn"] = {
      ...waiting.made.turn,
      end: () => void steps.push("end"),
      take: Effect.sync(() => void steps.push("take"))
    }
    const one = exchange({}, { turn })
    const fiber = yield* Effect.forkChild(read(one.made), { startImmediately: true })
    assert.deepStrictEqual(steps, ["end"])
    one.request.push("1")
    one.request.push(null)
    assert.strictEqual(yield* Fiber.join(fiber), 1)
    assert.deepStrictEqual(steps, ["end", "take"])
    const refusal = new Overloaded({ retryAfterSeconds: 7 })
    const late = sending(exchange({}, { turn: { ...turn, take: Effect.fail(refusal) } }), 5)
    assert.strictEqual(yield* read(late.made), refusal)
  })
)

it.live("other work has a turn while a body of more than 64 KiB is parsed", () =>
  Effect.gen(function* () {
    const turnsBeside = Effect.fnUntraced(function* (length: number) {
      const one = sending(exchange(), length)
      one.request.complete = true
      let turns = 0
      const beside = yield* Effect.forkChild(
        Effect.forever(
          Effect.suspend(() => {
            turns += 1
            return Effect.yieldNow
          })
        ),
        { startImmediately: true }
      )
      const before = turns
      assert.strictEqual(String(yield* read(one.made, wide)).length, length - 2)
      const after = turns
      yield* Fiber.interrupt(beside)
      return after - before
    })
    assert.strictEqual(yield* turnsBeside(65_536), 0)
    assert.isAbove(yield* turnsBeside(65_537), 0)
    const bad = exchange()
    bad.request.push("[".repeat(65_537))
    bad.request.push(null)
    assert.deepInclude(yield* read(bad.made, wide), { reason: "The body is nested deeper than 2 levels." })
  })
)
