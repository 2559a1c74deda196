/** A file on its way: its turn, its room, and its pace on a clock that the test moves. Over a socket: platform/uploads.test.ts. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { afterEach, vi } from "vitest"
import type { Head } from "../../src/request/Head.ts"
import * as FileBody from "../../src/request/FileBody.ts"
import { UploadsAtOnce } from "../../src/request/RequestRefusal.ts"
import { caller, exchange } from "../support/bodies.ts"
import { onMovedClock } from "../support/movedClock.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const small = 16_384
const limits = { idleMillis: 2_000, bytesPerSecond: 500, crowdedBytesPerSecond: 5_000, millis: 6_000, roomMillis: 77 }

/** A file, and in their order what its request does while it waits. @param room what comes of its wait for room. */
const sending = (head: Partial<Head>, room: Effect.Effect<void, UploadsAtOnce> = Effect.void) => {
  const done: Array<unknown> = []
  const plain = exchange(head).made
  const one = exchange(
    { declaresJson: false, expectation: "continue", ...head },
    {
      turn: { ...plain.turn, end: () => void done.push("turn ends"), take: Effect.sync(() => void done.push("turn")) },
      uploads: {
        take: (place, bytes, millis, taken) =>
          Effect.map(room, () => {
            done.push({ place, bytes, millis })
            taken({ release, hasToGo: () => false })
          })
      }
    }
  )
  one.made.response.writeContinue = () => void done.push("continue")
  return { ...one, done }
}
const release = (): void => undefined

const place = { group: caller.organisationId, lane: caller.credential.id, client: "" }

it.effect.prop(
  "a file gives its turn up, has room for the bytes that it declares or may have, is invited, and takes its turn again",
  [Schema.Literals([0, 1, small - 1, small, small + 1, 50_000]), Schema.Literals([small, small + 1, 60_000])],
  ([contentLength, limitBytes]) =>
    Effect.gen(function* () {
      const { done, made, request } = sending({ contentLength })
      const bytes = contentLength === 0 ? limitBytes : contentLength
      if (contentLength > limitBytes) {
        const refusal = yield* Effect.flip(FileBody.read(made, limitBytes, limits))
        assert.deepInclude(refusal, { _tag: "PayloadTooLarge", limitBytes })
        assert.deepStrictEqual(done, [])
        return
      }
      const fiber = yield* Effect.forkChild(FileBody.read(made, limitBytes, limits), { startImmediately: true })
      const before = ["turn ends", ...(bytes > small ? [{ place, bytes, millis: 77 }] : []), "continue"]
      assert.deepStrictEqual(done, before)
      assert.strictEqual(made.release, bytes > small ? release : undefined)
      request.push("a")
      request.push(null)
      assert.strictEqual((yield* Fiber.join(fiber)).toString(), "a")
      assert.deepStrictEqual(done, [...before, "turn"])
    })
)

it.effect("a file without a credential counts for its network", () =>
  Effect.gen(function* () {
    const places: Array<unknown> = []
    const { made, request } = exchange(
      { contentLength: small + 1 },
      { caller: undefined, uploads: { take: (place) => Effect.sync(() => void places.push(place)) } }
    )
    request.push(null)
    yield* FileBody.read(made, 60_000, limits)
    assert.deepStrictEqual(places, [{ ...made.place(), client: "" }])
  })
)

it.effect("a file without room is not begun", () =>
  Effect.gen(function* () {
    const refusal = new UploadsAtOnce({ retryAfterSeconds: 5 })
    const { done, made, request } = sending({ contentLength: small + 1 }, Effect.fail(refusal))
    assert.strictEqual(yield* Effect.flip(FileBody.read(made, 60_000, limits)), refusal)
    assert.deepStrictEqual([done, made.release, request.readableFlowing], [["turn ends"], undefined, null])
  })
)

it.effect("a file that came with its head keeps its turn and takes no room", () =>
  Effect.gen(function* () {
    const { done, made, request } = sending({ contentLength: small + 1 })
    request.push("a")
    request.push(null)
    request.complete = true
    assert.strictEqual((yield* FileBody.read(made, 60_000, limits)).toString(), "a")
    assert.deepStrictEqual([done, made.release], [["continue"], undefined])
  })
)

/** A file of a hundred bytes a step, which is 200 ms. */
const waiting = () => {
  const { made, request } = sending({ contentLength: 10 })
  return { request, ...onMovedClock(Effect.catch(FileBody.read(made, 1_000_000, limits), Effect.succeed), 200) }
}

const timedOut = {
  _tag: "RequestTimedOut",
  advice:
    "A file has to come at 1 kB a second or more, without a pause of 2 seconds, and within 0.1 minutes. Send it again over a better connection, or send a smaller one."
}

/** How many bytes come in each step. */
const Coming = Schema.Array(Schema.Literals([0, 0, 1, 60, 100, 150, 900])).check(
  Schema.isMinLength(30),
  Schema.isMaxLength(30)
)

it.prop(
  "a file is cut in the step in which it has paused for 10, is at the least rate after its first 10, or has had 30; not before",
  [Coming],
  ([coming]) => {
    const body = waiting()
    let received = 0
    let idle = 0
    for (const [index, bytes] of coming.entries()) {
      if (bytes > 0) body.request.emit("data", Buffer.alloc(bytes))
      received += bytes
      idle = bytes > 0 ? 0 : idle + 1
      assert.deepStrictEqual([body.turn(), body.outcome()], [0, "waits"], `step ${index}`)
      assert.strictEqual(body.tick(), 1)
      const steps = index + 1
      // What came before a step ends began its pause anew when the step ended.
      if (idle < 10 && received > 100 * (steps - 10) && steps < 30) continue
      assert.deepStrictEqual([body.turn(), body.outcome()], [1, "waits"])
      assert.strictEqual(body.turn(), 1)
      assert.deepInclude(body.outcome(), timedOut)
      assert.strictEqual(body.left(), 0)
      return
    }
    assert.fail("it had more than its 30 steps")
  },
  { arbitrary: { runs: 200 } }
)

it("a file whose time is over is read on while its bytes come, for a pause longer than its time at most", () => {
  for (const [passed, isRead] of [
    [7_999, true],
    [8_000, false]
  ] as const) {
    const body = waiting()
    body.pass(passed)
    for (let step = 0; step < 30; step++) {
      body.request.emit("data", Buffer.alloc(1_000))
      assert.strictEqual(body.tick(), 1)
    }
    body.turn()
    body.request.emit("data", Buffer.alloc(1))
    body.turn()
    if (isRead) assert.strictEqual(body.outcome(), "waits")
    else assert.deepInclude(body.outcome(), timedOut)
  }
})

it("bytes that came while its pause ended begin the pause anew", () => {
  const body = waiting()
  body.request.emit("data", Buffer.alloc(5_000))
  for (let step = 0; step < 11; step++) assert.strictEqual(body.tick(), 1)
  body.turn()
  body.request.emit("data", Buffer.alloc(1))
  body.turn()
  for (let step = 0; step < 10; step++) {
    assert.strictEqual(body.outcome(), "waits")
    assert.strictEqual(body.tick(), 1)
  }
  body.turn()
  body.turn()
  assert.deepInclude(body.outcome(), timedOut)
})

it.effect("a file may pause for 10 seconds, comes at 16 KiB a second, in 5 minutes, and waits 2 minutes for room", () =>
  Effect.gen(function* () {
    assert.strictEqual(FileBody.FileBodyLimits.key, "@formwork/http/FileBody/FileBodyLimits")
    assert.deepStrictEqual(yield* FileBody.FileBodyLimits, {
      idleMillis: 10_000,
      bytesPerSecond: 16_384,
      crowdedBytesPerSecond: 65_536,
      millis: 300_000,
      roomMillis: 120_000
    })
  })
)
