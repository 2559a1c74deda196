/** Laws of Outbox: what it tells of itself. Its backlog, when a claim was made, by its own clock, and its trace. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { Outbox } from "@formwork/domain/sending/Outbox"
import { only } from "../assertions.ts"
import * as FiringFixture from "../FiringFixture.ts"
import type { It, Time } from "../suite.ts"

export const backlog = (it: It, { pass }: Time): void => {
  it.effect("a claim has the time at which it was made, by the clock that also dates its attempt", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const store = yield* FiringStore
      const id = only((yield* FiringFixture.file(owner, version, [FiringFixture.note])).ids)
      const claims = [yield* FiringFixture.claimOne(owner, { leaseMillis: 20 })]
      yield* pass("40 millis")
      claims.push(yield* FiringFixture.claimOne(owner))
      const { attempts } = yield* store.get(owner, id)
      const [first, second] = claims.map(({ claimedAtMillis }) => claimedAtMillis)
      const [started = 0, again = 0] = attempts.map(({ startedAt }) => DateTime.toEpochMillis(startedAt))
      // A store may keep dates to the millisecond.
      const order = [started - 1, first, again - 1, second]
      assert.deepStrictEqual(
        order,
        order.toSorted((a = 0, b = 0) => a - b)
      )
    })
  )

  it.effect("a claim has the trace that its firing was filed with, beside its content", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
      const event = FiringFixture.delivery("https://a.example/hook")
      yield* FiringFixture.file(owner, version, [event], { traceparent })
      const traced = yield* FiringFixture.claimOne(owner)
      assert.deepStrictEqual([traced.traceparent, traced.content], [traceparent, event])
      yield* FiringFixture.settle(traced, "delivered")
      yield* FiringFixture.file(owner, version, [event])
      const untraced = yield* FiringFixture.claimOne(owner)
      assert.deepStrictEqual([untraced.traceparent, untraced.content], [undefined, event])
    })
  )

  it.effect("the backlog counts what is to be sent, and knows for how long the oldest has been due", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const outbox = yield* Outbox
      // Other samples have theirs in the same outbox.
      const { pending: others } = yield* outbox.backlog
      yield* FiringFixture.file(owner, version, [FiringFixture.note, FiringFixture.note, FiringFixture.note])
      yield* pass("30 millis")
      const waiting = yield* outbox.backlog
      assert.strictEqual(waiting.pending - others, 3)
      assert.isAtLeast(waiting.oldestDueMillis, 29)
      const [first, second, third] = yield* FiringFixture.claim([owner])
      if (first === undefined || second === undefined || third === undefined) return assert.fail("not three claims")
      assert.strictEqual((yield* outbox.backlog).pending - others, 3)
      yield* FiringFixture.settle(first, "delivered")
      yield* FiringFixture.settle(second, "dead")
      yield* FiringFixture.settle(third, "retry", { delayMillis: 3_600_000 })
      assert.strictEqual((yield* outbox.backlog).pending - others, 1)
    })
  )
}
