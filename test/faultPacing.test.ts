/** How a run of faults keeps its backlog small, and when it holds an effect for lost. Nothing runs here but the rules themselves. */
import { assert, describe, it } from "vitest"
import * as Draining from "../tools/faults/verdict/Draining.ts"
import * as Pacing from "../tools/faults/world/Pacing.ts"

describe("clients of a run of faults", () => {
  it("wait while more effects are pending than the plan allows, until half of them are sent", () => {
    const pacing = Pacing.make(4_000)
    const seen = [0, 4_000, 4_001, 3_999, 2_001, 2_000, 3_999, 4_001].map((pending) => {
      pacing.note(pending)
      return pacing.mayFile()
    })
    assert.deepStrictEqual(seen, [true, true, false, false, false, true, true, false])
  })

  it("file on during a fault that only shows while they file, and wait again after it, even if it fails", async () => {
    const pacing = Pacing.make(4_000)
    pacing.note(5_000)
    assert.isFalse(pacing.mayFile())
    let end: () => void = () => {}
    const one = pacing.whileFiling(() => new Promise<void>((resolve) => (end = resolve)))
    const other = pacing.whileFiling(() => Promise.reject(new Error("it failed"))).catch(() => "failed")
    assert.strictEqual(await other, "failed")
    assert.isTrue(pacing.mayFile())
    end()
    await one
    assert.isFalse(pacing.mayFile())
  })
})

describe("the verdict of a run of faults", () => {
  /** What it says of a backlog, counted every second. */
  const judged = (pending: ReadonlyArray<number>) => {
    const draining = Draining.make()
    return pending.map((count, second) => draining.note({ atMillis: second * 1_000, pending: count }))
  }
  const seconds = Draining.patienceMillis / 1_000

  it("waits for as long as the backlog shrinks, however long that takes", () => {
    const falling = Array.from({ length: 10 * seconds }, (_, second) => 10 * seconds - Math.floor(second / 100))
    assert.deepStrictEqual(new Set(judged(falling)), new Set(["shrinking"]))
    assert.strictEqual(judged([2, 1, 0]).at(-1), "sent")
    assert.strictEqual(judged([0]).at(-1), "sent")
  })

  it("gives up when the backlog has not shrunk for two minutes: what is never sent is lost", () => {
    assert.strictEqual(seconds, 120)
    const still = judged([9, 8, ...Array.from({ length: seconds }, () => 7)])
    assert.strictEqual(still.at(-1), "shrinking")
    assert.strictEqual(judged([9, 8, ...Array.from({ length: seconds + 1 }, () => 7)]).at(-1), "stuck")
  })

  it("gives up on a backlog that goes up and down without getting smaller", () => {
    const wavering = judged(Array.from({ length: seconds + 1 }, (_, second) => 100 + (second % 10)))
    assert.strictEqual(wavering.at(-1), "stuck")
  })

  it("says how many effects are pending, and at which speed they were sent in the last ten seconds", () => {
    const draining = Draining.make()
    assert.deepStrictEqual(draining.progress(), { pending: 0, perSecond: 0 })
    for (let second = 0; second <= 30; second++)
      draining.note({ atMillis: second * 1_000, pending: second < 20 ? 5_000 : 5_000 - (second - 20) * 85 })
    assert.deepStrictEqual(draining.progress(), { pending: 4_150, perSecond: 85 })
  })
})
