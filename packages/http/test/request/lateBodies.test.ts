/** When a body is late: the steps of its time, and its bytes that are on this machine already (spec/http.md §1.8). */
import { assert, it } from "@effect/vitest"
import { afterEach, vi } from "vitest"
import { exchange, read } from "../support/bodies.ts"
import { onMovedClock } from "../support/movedClock.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A body that is waited for, 100 ms long. */
const waiting = () => {
  const { made, request } = exchange()
  return { request, ...onMovedClock(read(made, { millis: 100 }), 10) }
}

const timedOut = { _tag: "RequestTimedOut" }

/** Its ten steps, after which nothing has been decided. */
const spent = (body: ReturnType<typeof waiting>) => {
  for (let step = 0; step < 10; step++) {
    assert.strictEqual(body.turn(), 0)
    assert.strictEqual(body.tick(), 1)
  }
  assert.strictEqual(body.tick(), 0)
  assert.strictEqual(body.outcome(), "waits")
}

it("the time for a body is ten steps, one after the other, and two turns of the event loop", () => {
  const body = waiting()
  spent(body)
  assert.deepStrictEqual([body.turn(), body.outcome()], [1, "waits"])
  assert.strictEqual(body.turn(), 1)
  assert.deepInclude(body.outcome(), timedOut)
  assert.strictEqual(body.left(), 0)
})

it("while bytes come that are there already, it is read on, for three times its time at most", () => {
  for (const [passed, isRead] of [
    [299, true],
    [300, false]
  ] as const) {
    const body = waiting()
    body.pass(passed)
    spent(body)
    body.turn()
    body.request.emit("data", Buffer.from("["))
    body.turn()
    if (!isRead) assert.deepInclude(body.outcome(), timedOut)
    else {
      assert.strictEqual(body.outcome(), "waits")
      body.turn()
      body.turn()
      assert.deepInclude(body.outcome(), timedOut, "nothing more came")
    }
  }
})

it("a body that ends at any time is read, and nothing is left of the wait", () => {
  for (let steps = 0; steps <= 11; steps++) {
    const body = waiting()
    const before = body.request.listenerCount("data")
    body.request.emit("data", Buffer.from("[1,"))
    for (let step = 0; step < steps; step++) {
      if (step < 10) body.tick()
      else body.turn()
    }
    body.request.emit("data", Buffer.from("2]"))
    body.request.emit("end")
    assert.deepStrictEqual(body.outcome(), [1, 2], String(steps))
    assert.deepStrictEqual([body.left(), body.request.listenerCount("data")], [0, before - 1])
  }
})
