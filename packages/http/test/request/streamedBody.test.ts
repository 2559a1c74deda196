/** A body that is read while its answer is written, with Node's own request objects. Over a socket: batch/. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import type { IncomingMessage } from "node:http"
import { afterEach, vi } from "vitest"
import { BatchLimits } from "../../src/request/BatchLimits.ts"
import * as Head from "../../src/request/Head.ts"
import * as StreamedBody from "../../src/request/StreamedBody.ts"
import * as StrictBody from "../../src/request/StrictBody.ts"
import { exchange, limits } from "../support/bodies.ts"
import { requestWith } from "../support/exchange.ts"

afterEach(() => void vi.useRealTimers())

const listeners = (request: IncomingMessage) => ["readable", "end"].map((event) => request.listenerCount(event))

/** As long as no test waits for it. */
const never = 60_000

/** The next bytes of a body as text, or why there are none. */
const next = (request: IncomingMessage, millis = never) =>
  Effect.map(StreamedBody.next(request, millis), (found) => (typeof found === "string" ? found : found.toString()))

it.live.prop(
  "what has come is read as one, in its order, and then the end; no listener is left",
  [Schema.Array(Schema.Array(Schema.Literals(["a", "bc", "\n"])))],
  ([turns]) =>
    Effect.gen(function* () {
      const { request } = exchange()
      // What Node itself listens to once anybody has waited.
      yield* next(request, 1)
      const before = listeners(request)
      for (const chunks of turns.filter(({ length }) => length > 0)) {
        for (const chunk of chunks) request.push(chunk)
        assert.strictEqual(yield* next(request), chunks.join(""))
        assert.deepStrictEqual(listeners(request), before)
      }
      request.push(null)
      assert.strictEqual(yield* next(request), "the end")
      assert.strictEqual(yield* next(request), "the end", "asked again")
      assert.deepStrictEqual(listeners(request), before)
    }),
  { arbitrary: { runs: 50 } }
)

it.live("bytes and the end are waited for, for so long, and no longer than the request lasts", () =>
  Effect.gen(function* () {
    const { request } = exchange()
    const before = listeners(request)
    const waiting = () => Effect.forkChild(next(request), { startImmediately: true })
    const bytes = yield* waiting()
    request.push("a")
    assert.strictEqual(yield* Fiber.join(bytes), "a")
    assert.strictEqual(yield* next(request, 5), "nothing")
    const interrupted = yield* waiting()
    assert.deepStrictEqual(
      listeners(request),
      before.map((count) => count + 1)
    )
    yield* Fiber.interrupt(interrupted)
    assert.deepStrictEqual(listeners(request), before)
    const end = yield* waiting()
    request.push(null)
    assert.strictEqual(yield* Fiber.join(end), "the end")
    assert.deepStrictEqual(listeners(request), before)
  })
)

it("no timer is left of a wait that has ended: with bytes, in vain at its time and not before, or with its request", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const { request } = exchange()
  const found: Array<unknown> = []
  const wait = () =>
    Effect.runCallback(next(request, 1_000), {
      onExit: (exit) => void found.push(exit._tag === "Success" ? exit.value : exit._tag)
    })
  request.push("a")
  wait()
  assert.deepStrictEqual([found, vi.getTimerCount()], [["a"], 0])
  wait()
  vi.advanceTimersByTime(999)
  assert.deepStrictEqual([found.length, vi.getTimerCount()], [1, 1])
  vi.advanceTimersByTime(1)
  assert.deepStrictEqual([found, vi.getTimerCount()], [["a", "nothing"], 0])
  wait()()
  assert.deepStrictEqual([found.at(-1), vi.getTimerCount()], ["Failure", 0])
})

it.effect("a body of lines is refused by its head where it is of another type, is coded, or is too long", () =>
  Effect.gen(function* () {
    const check = (type: string, contentLength: number, isCoded = false) => {
      const head = requestWith()
      head.rawHeaders = ["Content-Type", type, ...(isCoded ? ["Content-Encoding", "gzip"] : [])]
      const { made } = exchange({ ...Head.read(head), contentLength })
      return Effect.match(StreamedBody.check(made), { onFailure: (refusal) => refusal, onSuccess: () => "taken" })
    }
    const { bytes } = yield* BatchLimits
    const type = "application/x-ndjson"
    assert.strictEqual(yield* check(type, bytes), "taken")
    assert.deepInclude(yield* check(type, bytes + 1), { _tag: "PayloadTooLarge", limitBytes: bytes })
    const refused = { _tag: "MediaTypeUnsupported", mediaType: type } as const
    assert.deepInclude(yield* check(type, bytes + 1, true), { ...refused, isCoded: true })
    assert.deepInclude(yield* check("application/json", bytes + 1), { ...refused, isCoded: false })
  })
)

it("a body is invited as it is opened, is not drained while it is read, and what is left of it is when it is closed", () => {
  const { continues, made, request } = exchange({ expectation: "continue" })
  StreamedBody.open(made)
  assert.strictEqual(continues(), 1)
  StrictBody.drain(made, limits)
  assert.isFalse(StrictBody.isDropping(request))
  StreamedBody.close(made, limits)
  assert.isTrue(StrictBody.isDropping(request))
  request.destroy()
})
