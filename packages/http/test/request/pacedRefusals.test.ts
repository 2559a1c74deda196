/** How fast requests are refused while the queue is full. The test turns the clock. */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import * as PacedRefusals from "../../src/request/PacedRefusals.ts"

const pace: PacedRefusals.RefusalPace = { atOnce: 8, aSecond: 100, mostMillis: 500 }

/** Milliseconds that pass, how many are refused then, and how often one is asked for. */
const Steps = Schema.Array(
  Schema.Struct({
    millis: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 200 })),
    refused: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })),
    asked: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 80 }))
  })
).check(Schema.isMaxLength(60))

it.prop("they are told in order, at the pace, and none waits for longer than it may", [Steps], ([steps]) => {
  const refusals = PacedRefusals.make(pace)
  const since: Array<number> = []
  const told: Array<number> = []
  const early: Array<number> = []
  let now = 1_000
  for (const { asked, millis, refused } of steps) {
    now += millis
    for (let one = 0; one < refused; one += 1) {
      const index = since.push(now) - 1
      refusals.add(() => void told.push(index), now)
    }
    for (let one = 0; one < asked; one += 1) {
      const before = told.length
      refusals.next(now)?.()
      if (told.length === before) {
        // None is due: none has waited for its time, and the room is used.
        const oldest = since[before] ?? now
        assert.isBelow(now - oldest, pace.mostMillis)
        break
      }
      if (now - (since[before] ?? 0) < pace.mostMillis) early.push(now)
    }
    assert.strictEqual(refusals.size(), since.length - told.length)
  }
  assert.deepStrictEqual(
    told,
    told.map((_, index) => index)
  )
  // Within any span no more come before their time than at once and by the pace.
  for (const [from, start] of early.entries())
    for (const [to, end] of early.entries())
      if (to >= from)
        assert.isAtMost(to - from + 1, pace.atOnce + ((end - start) * pace.aSecond) / 1_000 + 1e-6, `${start} ${end}`)
})

it("some are told at once, the others in time; a pause makes room again, for no more than at first", () => {
  const refusals = PacedRefusals.make(pace)
  const due = (now: number): number => {
    let count = 0
    while (refusals.next(now) !== undefined) count += 1
    return count
  }
  for (let one = 0; one < 100; one += 1) refusals.add(() => undefined, 1_000)
  assert.deepStrictEqual([due(1_000), due(1_005), due(1_010), due(1_100), due(1_499), due(1_500)], [8, 0, 1, 8, 8, 75])
  for (let one = 0; one < 20; one += 1) refusals.add(() => undefined, 9_000)
  assert.deepStrictEqual([due(9_000), refusals.size()], [8, 12])
})

it("one whose request has ended is not told, and takes no room", () => {
  const refusals = PacedRefusals.make({ ...pace, atOnce: 1 })
  const gone = () => undefined
  const next = () => undefined
  refusals.add(gone, 0)
  refusals.add(next, 0)
  refusals.leave(gone)
  assert.deepStrictEqual([refusals.next(0), refusals.next(0), refusals.size()], [next, undefined, 0])
})
