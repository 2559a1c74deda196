/** Laws of the dispatcher for documents, in virtual time: one printer, and organisations that take turns at it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { alone, dispatcher, passing, receiver, second, yes } from "./dispatcherFixture.ts"

const document = FiringFixture.ofEachKind.document

describe("the dispatcher and its printer", () => {
  it.effect(
    "a document waits for one print of each other organisation at most, and its time begins with its own print",
    () =>
      Effect.gen(function* () {
        const many = yield* FiringFixture.setting
        const few = yield* FiringFixture.setting
        const { answers, arrivals, asked, sender } = yield* receiver
        let [now, most] = [0, 0]
        yield* answers((_, { kind }) => {
          const count = (change: number) =>
            Effect.sync(() => {
              now += change
              most = Math.max(most, now)
            })
          return kind === "document"
            ? Effect.as(Effect.ensuring(Effect.andThen(count(1), Effect.sleep("20 seconds")), count(-1)), yes)
            : Effect.succeed(yes)
        })
        yield* dispatcher(sender)
        const { ids: theirs } = yield* FiringFixture.file(
          many.owner,
          many.version,
          Array.from({ length: 12 }, () => document)
        )
        yield* passing(11 * second)
        const { ids: ours } = yield* FiringFixture.file(few.owner, few.version, [document, FiringFixture.note])
        yield* passing(60 * second)
        for (const id of ours) assert.isTrue(arrivals.some((arrival) => arrival.id === id))
        yield* passing(240 * second)
        assert.sameMembers(
          arrivals.map(({ id }) => id),
          [...theirs, ...ours]
        )
        assert.strictEqual(most, 1)
        assert.strictEqual(asked.length, arrivals.length, "each was printed at the first attempt")
        const store = yield* FiringStore
        for (const { attemptCount } of yield* store.list(many.owner, {}, { limit: 100 }))
          assert.strictEqual(attemptCount, 1)
      }).pipe(alone)
  )

  it.effect("as many documents are printed at once as there are printers, and other effects do not wait for them", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { answers, arrivals, asked, sender } = yield* receiver
      yield* answers((_, { kind }) => (kind === "document" ? Effect.never : Effect.succeed(yes)))
      yield* dispatcher(sender, { printers: 2, perDestination: 4 })
      yield* FiringFixture.file(owner, version, [document, document, document])
      yield* passing(11 * second)
      assert.strictEqual(asked.length, 2)
      const { ids } = yield* FiringFixture.file(owner, version, [FiringFixture.note])
      yield* passing(11 * second)
      assert.deepStrictEqual(
        arrivals.map(({ id }) => id),
        [...ids]
      )
    }).pipe(alone)
  )
})
