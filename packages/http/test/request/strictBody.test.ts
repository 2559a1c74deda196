/** Reading and dropping a body, with Node's own request objects. Over a socket: body.test.ts. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { IncomingMessage } from "node:http"
import { vi } from "vitest"
import type { Exchange } from "../../src/request/Exchange.ts"
import type { Head } from "../../src/request/Head.ts"
import * as StrictBody from "../../src/request/StrictBody.ts"
import { exchange, limits, read } from "../support/bodies.ts"

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
    const malformed = { _tag: "RequestMalformed", reason: "The body is empty, which is not valid JSON." }
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
    assert.strictEqual(StrictBody.BodyLimits.key, "@formwork/http/StrictBody/BodyLimits")
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

it.live("no timer is left of a body that was dropped, to its end or until its connection ended", () =>
  Effect.gen(function* () {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    for (const end of [
      (request: IncomingMessage) => void request.push(null),
      (request: IncomingMessage) => void request.destroy()
    ]) {
      const { made, request } = exchange()
      StrictBody.drain(made, limits)
      assert.strictEqual(vi.getTimerCount(), 1)
      end(request)
      yield* turn
      assert.strictEqual(vi.getTimerCount(), 0)
    }
  }).pipe(Effect.ensuring(Effect.sync(() => vi.useRealTimers())))
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
    assert.deepInclude(yield* read(empty.made), {
      _tag: "RequestMalformed",
      reason: "The body is empty, which is not valid JSON."
    })
  })
)
