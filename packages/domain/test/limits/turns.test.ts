/** Turns of organisations. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { Place } from "@formwork/domain/limits/Place"
import * as Turns from "@formwork/domain/limits/Turns"

const [ashworth, birch, cedar] = [
  OrganisationId.make("0190a5b0-0000-7000-8000-00000000000a"),
  OrganisationId.make("0190a5b0-0000-7000-8000-00000000000b"),
  OrganisationId.make("0190a5b0-0000-7000-8000-00000000000c")
]

/** Work that says when it begins, and ends when it is let go. */
const works = () => {
  const begun: Array<string> = []
  const gates = new Map<string, Deferred.Deferred<void>>()
  const work = (name: string) =>
    Effect.suspend(() => {
      begun.push(name)
      const gate = Deferred.makeUnsafe<void>()
      gates.set(name, gate)
      return Deferred.await(gate)
    })
  const end = (name: string) =>
    Effect.suspend(() => {
      const gate = gates.get(name)
      return gate === undefined ? Effect.die(new Error(`${name} has not begun`)) : Deferred.succeed(gate, undefined)
    })
  return { begun, work, end }
}

const settle = Effect.forEach([1, 2, 3, 4, 5], () => Effect.yieldNow, { discard: true })

it.effect("one organisation has one turn at a time, and leaves the other places to the others", () =>
  Effect.gen(function* () {
    const turns = yield* Turns.make({ atOnce: 2, mostWaiting: 10, what: "a test" })
    const { begun, end, work } = works()
    for (const name of ["a1", "a2", "a3"]) yield* Effect.forkChild(turns.take(ashworth)(work(name)))
    yield* settle
    assert.deepStrictEqual(begun, ["a1"])
    yield* Effect.forkChild(turns.take(birch)(work("b1")))
    yield* settle
    assert.deepStrictEqual(begun, ["a1", "b1"])
    yield* end("a1")
    yield* settle
    assert.deepStrictEqual(begun, ["a1", "b1", "a2"])
  })
)

it.effect("an organisation that comes last waits for one turn of each other, not for all that wait", () =>
  Effect.gen(function* () {
    const turns = yield* Turns.make({ atOnce: 1, mostWaiting: 10, what: "a test" })
    const { begun, end, work } = works()
    for (const name of ["a1", "a2", "a3", "a4"]) yield* Effect.forkChild(turns.take(ashworth)(work(name)))
    for (const name of ["b1", "b2"]) yield* Effect.forkChild(turns.take(birch)(work(name)))
    yield* Effect.forkChild(turns.take(cedar)(work("c1")))
    for (let turn = 0; turn < 3; turn += 1) {
      yield* settle
      yield* end(begun.at(-1) ?? "")
    }
    yield* settle
    assert.deepStrictEqual(new Set(begun.slice(0, 3)), new Set(["a1", "b1", "c1"]))
  })
)

it.effect("more than may wait are refused as unavailable, and others are not", () =>
  Effect.gen(function* () {
    const turns = yield* Turns.make({ atOnce: 1, mostWaiting: 2, what: "a test" })
    const { end, work } = works()
    for (const name of ["a1", "a2", "a3"]) yield* Effect.forkChild(turns.take(ashworth)(work(name)))
    yield* settle
    const refused = yield* Effect.exit(turns.take(ashworth)(work("a4")))
    assert.deepInclude(Exit.findDefect(refused), { success: new Unavailable({ reason: "too many wait for a test" }) })
    const other = yield* Effect.forkChild(turns.take(birch)(Effect.succeed("done")))
    yield* end("a1")
    yield* settle
    assert.strictEqual(yield* Fiber.join(other), "done")
  })
)

it.effect("who goes away while waiting leaves the line", () =>
  Effect.gen(function* () {
    const turns = yield* Turns.make({ atOnce: 1, mostWaiting: 1, what: "a test" })
    const { begun, end, work } = works()
    yield* Effect.forkChild(turns.take(ashworth)(work("a1")))
    const waiting = yield* Effect.forkChild(turns.take(ashworth)(work("a2")))
    yield* settle
    yield* Fiber.interrupt(waiting)
    yield* Effect.forkChild(turns.take(ashworth)(work("a3")))
    yield* settle
    yield* end("a1")
    yield* settle
    assert.deepStrictEqual(begun, ["a1", "a3"])
  })
)

it.effect("an organisation with none in line is taken, however many wait of the others", () =>
  Effect.gen(function* () {
    const turns = yield* Turns.make({ atOnce: 1, mostWaiting: 1, what: "a test" })
    const { begun, work } = works()
    for (let index = 0; index < 40; index += 1) {
      const other = OrganisationId.make(`0190a5b0-0000-7000-8000-0000000001${String(index).padStart(2, "0")}`)
      yield* Effect.forkChild(turns.take(other)(work(`${index}`)))
    }
    yield* settle
    assert.deepStrictEqual(begun, ["0"])
    const late = yield* Effect.forkChild(turns.take(ashworth)(work("a1")))
    yield* settle
    assert.isUndefined(late.pollUnsafe())
  })
)

it.effect("work that waits in line keeps no place from others until it ends, and has one again afterwards", () =>
  Effect.gen(function* () {
    const turns = yield* Turns.make({ atOnce: 1, mostWaiting: 10, what: "a test" })
    const { end, work } = works()
    let held = 0
    const aside: (typeof Place.Service)["aside"] = (waiting) => {
      held -= 1
      return Effect.ensuring(
        waiting,
        Effect.sync(() => (held += 1))
      )
    }
    const take = (name: string) =>
      Effect.provideService(
        Effect.suspend(() => {
          held += 1
          return turns.take(ashworth)(work(name))
        }),
        Place,
        { aside }
      )
    const first = yield* Effect.forkChild(take("a1"))
    const second = yield* Effect.forkChild(take("a2"))
    yield* settle
    assert.strictEqual(held, 0)
    yield* end("a1")
    yield* Fiber.join(first)
    assert.strictEqual(held, 1)
    yield* Fiber.interrupt(second)
    assert.strictEqual(held, 2)
  })
)

it.effect("an organisation whose work waits has one turn, also after some of its work has left the line", () =>
  Effect.gen(function* () {
    const turns = yield* Turns.make({ atOnce: 2, mostWaiting: 10, what: "a test" })
    const { begun, end, work } = works()
    yield* Effect.forkChild(turns.take(ashworth)(work("a1")))
    const gone = yield* Effect.forkChild(turns.take(ashworth)(work("a2")))
    yield* settle
    yield* Fiber.interrupt(gone)
    yield* Effect.forkChild(turns.take(ashworth)(work("a3")))
    yield* settle
    assert.deepStrictEqual(begun, ["a1"])
    yield* end("a1")
    yield* settle
    assert.deepStrictEqual(begun, ["a1", "a3"])
  })
)

it.effect(
  "once ten lines of full length wait, further work is refused to those that have some in line, until others leave",
  () =>
    Effect.gen(function* () {
      const turns = yield* Turns.make({ atOnce: 1, mostWaiting: 1, what: "a test" })
      const { end, work } = works()
      const waiting: Array<Fiber.Fiber<unknown>> = []
      const wait = (whose: number, name: string) =>
        Effect.gen(function* () {
          const other = OrganisationId.make(`0190a5b0-0000-7000-8000-0000000001${String(whose).padStart(2, "0")}`)
          const fiber = yield* Effect.forkChild(Effect.exit(turns.take(other)(work(name))))
          yield* settle
          waiting.push(fiber)
          return fiber.pollUnsafe() === undefined ? "waits" : "refused"
        })
      for (let whose = 0; whose < 10; whose += 1) assert.strictEqual(yield* wait(whose, `${whose}`), "waits")
      assert.strictEqual(yield* wait(0, "an eleventh"), "waits")
      assert.strictEqual(yield* wait(1, "a twelfth"), "refused")
      assert.strictEqual(yield* wait(11, "another"), "waits")
      assert.strictEqual(yield* wait(1, "a thirteenth"), "refused")
      yield* Fiber.interrupt(waiting[9] ?? assert.fail("it waits"))
      assert.strictEqual(yield* wait(1, "a thirteenth"), "refused")
      yield* end("0")
      yield* settle
      assert.strictEqual(yield* wait(1, "a thirteenth"), "waits")
    })
)
