/** When a failed send is retried, and when it is not; in virtual time. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { Firings } from "@formwork/domain/sending/Firings"
import * as RetrySchedule from "@formwork/domain/sending/RetrySchedule"
import { SendFailed } from "@formwork/domain/sending/Sender"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { alone, away, dispatcher, hour, passing, receiver, second, url, well } from "./dispatcherFixture.ts"

describe("retries", () => {
  it.effect("a firing is dead and visible after the last attempt of the schedule, and a retry makes it due again", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { answers, arrivals, asked, sender } = yield* receiver
      const firings = yield* Firings
      yield* answers(() => Effect.fail(away))
      yield* dispatcher(sender)
      const {
        ids: [id]
      } = yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url("a"))])
      if (id === undefined) assert.fail()
      yield* passing(40 * hour)
      assert.strictEqual(asked.length, RetrySchedule.waits.length)
      for (const [index, { atMillis, attempt }] of asked.entries()) {
        assert.strictEqual(attempt, index + 1)
        if (index === 0) continue
        const waited = atMillis - (asked[index - 1]?.atMillis ?? 0)
        const wait = RetrySchedule.waits[index] ?? assert.fail()
        assert.isAtLeast(waited, wait)
        assert.isAtMost(waited, wait * (1 + RetrySchedule.jitter) + 10 * second)
      }
      const { attempts, state } = yield* firings.get(owner, id)
      assert.strictEqual(state, "dead")
      assert.deepStrictEqual(
        attempts.map(({ result, status }) => [result, status]),
        [...Array.from({ length: 7 }, () => ["retry" as const, 503]), ["dead", 503]]
      )
      yield* passing(100 * hour)
      assert.strictEqual(asked.length, RetrySchedule.waits.length)
      yield* answers(well)
      yield* firings.retry(owner, id)
      yield* passing(10 * second)
      assert.deepStrictEqual(
        arrivals.map((arrival) => [arrival.id, arrival.attempt]),
        [[id, 9]]
      )
      assert.strictEqual((yield* firings.get(owner, id)).state, "delivered")
    }).pipe(alone)
  )

  it.effect("an operator's own waits apply, each up to a fifth longer, and a firing is dead after the last", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { answers, asked, sender } = yield* receiver
      const waits = [0, 20 * second, 40 * second]
      yield* answers(() => Effect.fail(away))
      yield* dispatcher(sender, { waits, poll: "100 millis" })
      yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url("a"))])
      yield* passing(hour)
      assert.strictEqual(asked.length, waits.length)
      for (const [index, wait] of waits.entries()) {
        if (index === 0) continue
        const waited = (asked[index]?.atMillis ?? 0) - (asked[index - 1]?.atMillis ?? 0)
        assert.isAtLeast(waited, wait)
        assert.isAtMost(waited, wait * (1 + RetrySchedule.jitter) + second)
      }
      const states = (yield* (yield* FiringStore).list(owner, {}, { limit: 10 })).map(({ state }) => state)
      assert.deepStrictEqual(states, ["dead"])
    }).pipe(alone)
  )

  it.effect("a receiver's Retry-After applies where it is longer than the schedule's wait", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { answers, asked, sender } = yield* receiver
      yield* answers(() => Effect.fail(new SendFailed({ reason: "Busy.", verdict: "retry", retryAfterSeconds: 1_800 })))
      yield* dispatcher(sender)
      yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url("a"))])
      yield* passing(1_799 * second)
      assert.strictEqual(asked.length, 1)
      yield* passing(20 * second)
      assert.strictEqual(asked.length, 2)
    }).pipe(alone)
  )
})
