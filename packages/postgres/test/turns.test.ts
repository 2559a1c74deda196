/** Turns by several keys at once. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { Place } from "@formwork/domain/limits/Place"
import * as Turns from "../src/stores/Turns.ts"

const forms = (key: string) => ({ key, atOnce: 2 })
const credentials = (key: string) => ({ key, atOnce: 3 })

/** Work that runs until it is let go, and says when it begins and ends. */
const setting = () => {
  const turns = Turns.make()
  const running: Array<string> = []
  const doors = new Map<string, Deferred.Deferred<void>>()
  const work = (name: string, shares: ReadonlyArray<Turns.Share>) =>
    Effect.gen(function* () {
      const door = Deferred.makeUnsafe<void>()
      doors.set(name, door)
      running.push(name)
      yield* Deferred.await(door)
    }).pipe(
      Effect.ensuring(Effect.sync(() => running.splice(running.indexOf(name), 1))),
      turns(shares),
      Effect.forkChild
    )
  const end = Effect.fnUntraced(function* (name: string) {
    const door = doors.get(name) ?? assert.fail(name)
    yield* Deferred.succeed(door, undefined)
    yield* Effect.yieldNow
  })
  return { end, running, work }
}

it.effect("work that waits for one key takes no place of another, and begins in the order in which it came", () =>
  Effect.gen(function* () {
    const { end, running, work } = setting()
    for (const name of ["a1", "a2", "a3", "a4"]) yield* work(name, [forms("a"), credentials("k")])
    yield* work("b1", [forms("b"), credentials("k")])
    yield* work("b2", [forms("b"), credentials("k")])
    yield* work("b3", [forms("b"), credentials("l")])
    yield* Effect.yieldNow
    assert.deepStrictEqual(running, ["a1", "a2", "b1", "b3"])
    yield* end("b1")
    assert.deepStrictEqual(running, ["a1", "a2", "b3", "b2"])
    yield* end("a1")
    assert.deepStrictEqual(running, ["a2", "b3", "b2", "a3"])
    for (const name of ["a2", "b3", "b2", "a3"]) yield* end(name)
    assert.deepStrictEqual(running, ["a4"])
  })
)

it.effect("work that ends in any way gives its places back, and so does a wait", () =>
  Effect.gen(function* () {
    const { end, running, work } = setting()
    const [one, two, three] = [
      yield* work("1", [forms("a")]),
      yield* work("2", [forms("a")]),
      yield* work("3", [forms("a")])
    ]
    yield* work("4", [forms("a")])
    yield* Effect.yieldNow
    yield* Fiber.interrupt(three)
    yield* Fiber.interrupt(one)
    yield* Effect.yieldNow
    assert.deepStrictEqual(running, ["2", "4"])
    yield* end("2")
    yield* Fiber.join(two)
    const turns = Turns.make()
    const results = yield* Effect.forEach(
      ["x", "y", "z"],
      (name) =>
        Effect.result(turns([{ key: "k", atOnce: 1 }])(name === "x" ? Effect.fail(name) : Effect.succeed(name))),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(
      results.map(({ _tag }) => _tag),
      ["Failure", "Success", "Success"]
    )
  })
)

it.effect("a request gives its place up only while it waits", () =>
  Effect.gen(function* () {
    const { end, running, work } = setting()
    const log: Array<string> = []
    const aside: (typeof Place.Service)["aside"] = (waiting) =>
      Effect.sync(() => log.push("gone")).pipe(
        Effect.andThen(waiting),
        Effect.ensuring(Effect.sync(() => log.push("back")))
      )
    const begin = (name: string) => Effect.provideService(work(name, [forms("a")]), Place, { aside })
    yield* begin("1")
    yield* begin("2")
    yield* Effect.yieldNow
    assert.deepStrictEqual(log, [])
    yield* begin("3")
    yield* Effect.yieldNow
    assert.deepStrictEqual([log, running], [["gone"], ["1", "2"]])
    yield* end("1")
    assert.deepStrictEqual(
      [log, running],
      [
        ["gone", "back"],
        ["2", "3"]
      ]
    )
  })
)
