/** Laws of the places of a destination: what a process learns from the answers of its sends. In virtual time. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import * as Places from "@formwork/domain/sending/Places"
import { SendFailed } from "@formwork/domain/sending/Sender"

const limits = { perDestination: 4, mostPerDestination: 12 }
const here = { organisationId: OrganisationId.make("01890a5d-ac96-774b-bcce-b302099a8058"), destination: "far.example" }
const there = { ...here, destination: "near.example" }

type Subject = ReturnType<typeof Places.make>

/** How many places a destination has. */
const placesOf = (places: Subject, key = here) =>
  Effect.map(places.given, (given) => given.find(({ destination }) => destination === key.destination)?.places ?? 4)

/** So many sends at once, which all end so. */
const sends = Effect.fnUntraced(function* (
  places: Subject,
  count: number,
  health: Places.Health,
  millis = 10,
  key = here
) {
  const ends = yield* Effect.forEach(Array.from({ length: count }), () => places.began(key))
  yield* TestClock.adjust(Duration.millis(millis))
  yield* Effect.forEach(ends, (end) => end(health))
})

/** As many as there are places, some times over. */
const busy = Effect.fnUntraced(function* (places: Subject, rounds: number, health: Places.Health, millis = 10) {
  for (let round = 0; round < rounds; round++) yield* sends(places, yield* placesOf(places), health, millis)
})

describe("the places of a destination", () => {
  it.effect("they grow by about one a round of good answers, and never above the most", () =>
    Effect.gen(function* () {
      const places = Places.make(limits)
      let before = yield* placesOf(places)
      assert.strictEqual(before, 4)
      for (let round = 0; round < 40; round++) {
        yield* busy(places, 1, "well")
        const now = yield* placesOf(places)
        assert.isAtLeast(now, before)
        assert.isAtMost(now, Math.min(before + 1, 12))
        before = now
      }
      assert.strictEqual(before, 12)
    })
  )

  it.effect("they do not grow for a receiver that gets few, nor for one that takes long", () =>
    Effect.gen(function* () {
      const places = Places.make(limits)
      for (let round = 0; round < 50; round++) yield* sends(places, 1, "well")
      assert.strictEqual(yield* placesOf(places), 4)
      yield* busy(places, 50, "well", Places.promptMillis + 1)
      assert.strictEqual(yield* placesOf(places), 4)
    })
  )

  it.effect("trouble halves them once for what failed together, down to one", () =>
    Effect.gen(function* () {
      const places = Places.make(limits)
      yield* busy(places, 40, "well")
      yield* sends(places, 12, "in trouble")
      assert.strictEqual(yield* placesOf(places), 6)
      yield* busy(places, 1, "in trouble")
      assert.strictEqual(yield* placesOf(places), 3)
      yield* busy(places, 5, "in trouble")
      assert.strictEqual(yield* placesOf(places), 1)
      yield* busy(places, 60, "well")
      assert.isAbove(yield* placesOf(places), 4, "it recovers")
    })
  )

  it.effect("a receiver that becomes slow has what a beginner has, no more and no less", () =>
    Effect.gen(function* () {
      const places = Places.make(limits)
      yield* busy(places, 40, "well")
      yield* busy(places, 6, "well", 5_000)
      assert.strictEqual(yield* placesOf(places), 4)
      yield* busy(places, 3, "in trouble")
      assert.strictEqual(yield* placesOf(places), 1)
      yield* busy(places, 30, "well", 5_000)
      assert.strictEqual(yield* placesOf(places), 4)
    })
  )

  it.effect(
    "each destination learns for itself, what says nothing changes nothing, and it is forgotten after ten minutes",
    () =>
      Effect.gen(function* () {
        const places = Places.make(limits)
        yield* busy(places, 40, "unknown")
        yield* sends(places, 4, "in trouble")
        yield* sends(places, 4, "well", 10, there)
        assert.deepStrictEqual([yield* placesOf(places), yield* placesOf(places, there)], [2, 4])
        yield* TestClock.adjust("11 minutes")
        assert.deepStrictEqual(yield* places.given, [])
      })
  )

  it("429, 421, 5xx and no answer are trouble; other refusals say nothing; an answer is well", () => {
    const failed = (verdict: SendFailed["verdict"], status?: number) =>
      Places.healthOf(new SendFailed({ reason: "No.", verdict, ...(status === undefined ? {} : { status }) }))
    for (const status of [429, 421, 500, 503, undefined]) assert.strictEqual(failed("retry", status), "in trouble")
    for (const status of [408, 409, 425, 450]) assert.strictEqual(failed("retry", status), "unknown")
    assert.strictEqual(failed("dead", 404), "unknown")
    assert.strictEqual(failed("endpoint_gone", 410), "unknown")
    assert.strictEqual(Places.healthOf({ status: 200, excerpt: null }), "well")
  })
})
