/** Work in slices beside other work: how long it holds the thread. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Schema } from "effect"
import { inSlices } from "@formwork/domain/limits/inSlices"

const Steps = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6_000 })))

/** The steps of some work and the turns of others in their order, where each step takes so many microseconds. */
const done = Effect.fnUntraced(function* (steps: ReadonlyArray<number>) {
  const order: Array<number | "others"> = []
  let nanos = 0n
  const clock: Clock.Clock = Object.assign(Object.create(yield* Clock.Clock), {
    monotonicTimeNanosUnsafe: () => nanos
  })
  const work = function* (): Generator<undefined, string, undefined> {
    for (const micros of steps) {
      order.push(micros)
      nanos += BigInt(micros) * 1_000n
      yield undefined
    }
    return "done"
  }
  const turn = Effect.sync(() => void (order.at(-1) !== "others" && order.push("others")))
  const others = yield* Effect.forkChild(Effect.forever(Effect.andThen(Effect.yieldNow, turn), { disableYield: true }))
  yield* Effect.yieldNow
  assert.strictEqual(yield* Effect.provideService(inSlices(work()), Clock.Clock, clock), "done")
  yield* Fiber.interrupt(others)
  return order
})

it.effect.prop(
  "others have a turn after each step that makes four milliseconds full, and one before the result of longer work is used",
  [Steps],
  ([steps]) =>
    Effect.gen(function* () {
      const expected: Array<number | "others"> = []
      let slice = 0
      for (const micros of steps) {
        expected.push(micros)
        slice += micros
        if (slice < 4_000) continue
        expected.push("others")
        slice = 0
      }
      if (expected.includes("others") && expected.at(-1) !== "others") expected.push("others")
      assert.deepStrictEqual(yield* done(steps), expected)
    })
)

it.effect("work of less than four milliseconds is done at once", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* done([1_000, 2_999]), [1_000, 2_999])
    assert.deepStrictEqual(yield* done([1_000, 3_000, 1]), [1_000, 3_000, "others", 1, "others"])
  })
)
