/** The dispatcher under crashes: a process that ends before or after any step loses nothing. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Ref, Schema } from "effect"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { Outbox } from "@formwork/domain/sending/Outbox"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { alone, dispatcher, limits, passing, receiver, uniqueIds, url } from "./dispatcherFixture.ts"

/** An outbox whose process crashes before or after the given steps: the step has then happened, or has not. */
const cut = (outbox: Outbox["Service"], cuts: ReadonlyArray<number>, crash: Effect.Effect<void>) => {
  let step = 0
  let isDead = false
  const around = <A>(work: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.suspend(() => {
      // A process that ended claims nothing more: it would keep its firings from those that can end them.
      if (isDead) return Effect.never
      const before = cuts.includes(step++)
      const after = cuts.includes(step++)
      const die = Effect.sync(() => {
        isDead = true
      })
      const end = Effect.andThen(Effect.andThen(die, crash), Effect.never)
      if (before) return end
      return after ? Effect.andThen(work, end) : work
    })
  return Outbox.of({
    claim: (claiming) => around(outbox.claim(claiming)),
    settle: (ended) => around(outbox.settle(ended)),
    upload: outbox.upload,
    backlog: outbox.backlog
  })
}

describe("the dispatcher under crashes", () => {
  it.effect("a process that ends between any two steps loses nothing: every firing arrives under its id", () =>
    Effect.gen(function* () {
      const Cuts = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))).check(
        Schema.isMaxLength(6)
      )
      const law = (cuts: ReadonlyArray<number>) =>
        Effect.gen(function* () {
          const { owner, version } = yield* FiringFixture.setting
          const outbox = yield* Outbox
          const { arrivals, sender } = yield* receiver
          const { ids } = yield* FiringFixture.file(
            owner,
            version,
            Array.from({ length: 4 }, () => FiringFixture.delivery(url("a")))
          )
          // After each crash the dispatcher does nothing more, like a killed process, and another one starts.
          const restart = yield* Ref.make(0)
          const start = Effect.fnUntraced(function* (rest: ReadonlyArray<number>) {
            yield* dispatcher(sender).pipe(
              Effect.provideService(
                Outbox,
                cut(
                  outbox,
                  rest,
                  Ref.update(restart, (count) => count + 1)
                )
              )
            )
          })
          yield* start(cuts)
          for (let round = 0; round < 12; round++) {
            yield* passing(limits.leaseMillis / 2)
            if ((yield* Ref.getAndSet(restart, 0)) > 0)
              yield* start(cuts.map((at) => Math.floor(at / 2)).slice(round + 1))
          }
          yield* dispatcher(sender)
          yield* passing(limits.leaseMillis * 2)
          assert.deepStrictEqual(uniqueIds(arrivals), [...ids].sort())
          const store = yield* FiringStore
          for (const { state } of yield* store.list(owner, {}, { limit: 10 })) assert.strictEqual(state, "delivered")
          return true
        }).pipe(alone)
      yield* law([2, 1, 11, 20, 37, 21])
      const result = yield* Arbitrary.checkEffect(Arbitrary.schema(Cuts), law, { runs: 60 })
      assert.strictEqual(result._tag, "Passed", JSON.stringify(result))
    })
  )
})
