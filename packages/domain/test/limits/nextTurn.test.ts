/** Work that pauses shares the turns of the event loop. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { stat } from "node:fs"
import { nextTurn } from "@formwork/domain/limits/nextTurn"

/** Holds the thread, as an encoder does. */
const hold = (millis: number): void => {
  const until = performance.now() + millis
  while (performance.now() < until);
}

/** How many pieces of work ran in each turn of the loop in which any ran. */
const counted = Effect.fnUntraced(function* (pause: Effect.Effect<void>, millis: number) {
  let turn = 0
  const turns: Array<number> = []
  // In the phase of timers, which comes once a turn.
  const timer = setInterval(() => void (turn += 1), 1)
  const work = Effect.gen(function* () {
    for (let slice = 0; slice < 3; slice += 1) {
      yield* pause
      turns.push(turn)
      hold(millis)
    }
  })
  yield* Effect.all(
    Array.from({ length: 8 }, () => work),
    { concurrency: "unbounded" }
  )
  clearInterval(timer)
  const each = new Map<number, number>()
  for (const one of turns) each.set(one, (each.get(one) ?? 0) + 1)
  return [...each.values()]
})

it.live("long pieces of many run in a turn each, and everything is done", () =>
  Effect.gen(function* () {
    const each = yield* counted(nextTurn, 4)
    assert.strictEqual(
      each.reduce((sum, one) => sum + one, 0),
      24
    )
    assert.strictEqual(Math.max(...each), 1)
  })
)

it.live("what a file or a socket began goes on in a turn of its own", () =>
  Effect.gen(function* () {
    let turn = 0
    const timer = setInterval(() => void (turn += 1), 1)
    const began = yield* Effect.callback<number>((resume) => {
      stat(".", () => {
        hold(4)
        resume(Effect.succeed(turn))
      })
    })
    yield* nextTurn
    assert.isAbove(turn, began)
    clearInterval(timer)
  })
)

it.live("what asked first goes on first, and what was interrupted does not", () =>
  Effect.gen(function* () {
    const order: Array<number> = []
    const fibers = yield* Effect.forEach([1, 2, 3], (one) =>
      Effect.forkChild(
        Effect.andThen(
          nextTurn,
          Effect.sync(() => order.push(one))
        ),
        { startImmediately: true }
      )
    )
    yield* Fiber.interrupt(fibers[1] ?? assert.fail())
    yield* Effect.forEach(fibers, Fiber.await)
    assert.deepStrictEqual(order, [1, 3])
  })
)
