/** Laws of recording results together, and of the places that a dispatcher gives. In virtual time. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { Outbox } from "@formwork/domain/sending/Outbox"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { alone, dispatcher, passing, receiver, second, url, yes } from "./dispatcherFixture.ts"

describe("the dispatcher and the results of its sends", () => {
  it.effect("results that come while others are being recorded share the next step", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { answers, arrivals, sender } = yield* receiver
      let answered = 0
      yield* answers(() => Effect.as(Effect.sleep(`${++answered} millis`), yes))
      const outbox = yield* Outbox
      const sizes: Array<number> = []
      const slow = Outbox.of({
        ...outbox,
        settle: (ended) => {
          sizes.push(ended.length)
          return Effect.delay(outbox.settle(ended), "100 millis")
        }
      })
      yield* FiringFixture.file(
        owner,
        version,
        Array.from({ length: 8 }, (_, index) => FiringFixture.delivery(url(`s${index % 4}`)))
      )
      yield* dispatcher(sender, { perOrganisation: 16, atOnce: 64 }).pipe(Effect.provideService(Outbox, slow))
      yield* passing(second)
      assert.strictEqual(arrivals.length, 8)
      assert.deepStrictEqual(sizes, [1, 7])
      const store = yield* FiringStore
      for (const { state } of yield* store.list(owner, {}, { limit: 100 })) assert.strictEqual(state, "delivered")
    }).pipe(alone)
  )

  it.effect("a result that the store refuses keeps no other from being recorded, and is recorded as lost later", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { sender } = yield* receiver
      const outbox = yield* Outbox
      const store = yield* FiringStore
      const { ids } = yield* FiringFixture.file(
        owner,
        version,
        Array.from({ length: 4 }, (_, index) => FiringFixture.delivery(url(`s${index}`)))
      )
      const refusing = Outbox.of({
        ...outbox,
        settle: (ended) =>
          ended.some(({ claim }) => claim.id === ids[0] && claim.attempt === 1)
            ? Effect.die(new Error("no"))
            : outbox.settle(ended)
      })
      yield* dispatcher(sender).pipe(Effect.provideService(Outbox, refusing))
      yield* passing(second)
      const states = () =>
        Effect.map(store.list(owner, {}, { limit: 10 }), (list) => list.map(({ state }) => state).sort())
      assert.deepStrictEqual(yield* states(), ["delivered", "delivered", "delivered", "pending"])
      yield* passing(180 * second)
      assert.deepStrictEqual(yield* states(), ["delivered", "delivered", "delivered", "delivered"])
    }).pipe(alone)
  )

  it.effect("a receiver that answers well earns places beside a stuck one, which has no more than its first", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { answers, arrivals, sender } = yield* receiver
      const now = new Map<string, number>()
      const most = new Map<string, number>()
      yield* answers((_, content) => {
        const host = content.kind === "delivery" ? new URL(content.url).hostname : content.kind
        const count = (change: number) =>
          Effect.sync(() => {
            now.set(host, (now.get(host) ?? 0) + change)
            most.set(host, Math.max(most.get(host) ?? 0, now.get(host) ?? 0))
          })
        const work = host === "stuck.example" ? Effect.never : Effect.as(Effect.sleep("50 millis"), yes)
        return Effect.andThen(count(1), work).pipe(Effect.ensuring(count(-1)))
      })
      const many = (host: string) => Array.from({ length: 150 }, () => FiringFixture.delivery(url(host)))
      yield* FiringFixture.file(owner, version, many("stuck"))
      yield* FiringFixture.file(owner, version, many("well"))
      yield* dispatcher(sender, { atOnce: 64, perDestination: 2, mostPerDestination: 10, perOrganisation: 8 })
      for (let step = 0; step < 60; step++) yield* passing(100)
      assert.strictEqual(arrivals.length, 150)
      assert.strictEqual(most.get("well.example"), 10)
      assert.strictEqual(most.get("stuck.example"), 2)
    }).pipe(alone)
  )
})
