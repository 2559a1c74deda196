/** What a body may take from other requests: room, a turn, and time of the event loop. Over a socket: connection/bodies.test.ts. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Exchange } from "../../src/request/Exchange.ts"
import { Overloaded } from "../../src/request/RequestRefusal.ts"
import { caller, exchange, limits, read } from "../support/bodies.ts"

const small = 16_384
const wide = { ...limits, bytes: 200_000 }

/** A request whose body of `length` bytes is one text, in pieces of `piece` bytes. */
const sending = (made: ReturnType<typeof exchange>, length: number, piece = length) => {
  const text = `"${"x".repeat(length - 2)}"`
  for (let at = 0; at < length; at += piece) made.request.push(text.slice(at, at + piece))
  made.request.push(null)
  return made
}

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
