/** Work that shares statements: what goes out together, what waits, and what is done by itself. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Together from "../src/stores/Together.ts"
import { times } from "./Processes.ts"

interface Question {
  readonly name: string
  readonly group: string
  readonly row: string
}

/** Statements, shared or of one question, that return when they are let. */
const setting = Effect.fnUntraced(function* (
  answerOf: (name: string, names: ReadonlyArray<string>) => string | undefined = (name) => name
) {
  const begun: Array<string> = []
  const doors = new Map<string, Deferred.Deferred<void>>()
  const through = (name: string) => {
    const door = Deferred.makeUnsafe<void>()
    begun.push(name)
    doors.set(name, door)
    return Deferred.await(door)
  }
  const together = yield* Together.make<Question, string>({
    ask: (questions) => {
      const names = questions.map(({ name }) => name)
      return Effect.as(
        Effect.suspend(() => through(names.join(" "))),
        names.map((name) => answerOf(name, names))
      )
    },
    groupOf: ({ group }) => group,
    rowOf: ({ row }) => row,
    sizeOf: ({ name }) => (name === "large" ? 1_000_000 : 1)
  })
  const ask = (name: string, row = name, group = "one") =>
    Effect.forkChild(
      together(
        { name, group, row },
        Effect.as(
          Effect.suspend(() => through(`only ${name}`)),
          `by itself ${name}`
        )
      )
    )
  const end = Effect.fnUntraced(function* (name: string) {
    yield* Deferred.succeed(doors.get(name) ?? assert.fail(`${name} was not begun`), undefined)
    yield* turn
  })
  return { ask, begun, end }
})

/** Until this turn of the event loop has ended, and what it began has had its own. */
const turn = Effect.promise(() => new Promise((resolve) => setImmediate(() => setImmediate(resolve))))

it.effect("what comes alone is done by itself, and what comes in one turn goes out together", () =>
  Effect.gen(function* () {
    const { ask, begun, end } = yield* setting()
    const alone = yield* ask("a")
    yield* turn
    assert.deepStrictEqual(begun, ["only a"])
    yield* end("only a")
    assert.strictEqual(yield* Fiber.join(alone), "by itself a")
    const both = [yield* ask("b"), yield* ask("c")]
    yield* turn
    assert.deepStrictEqual(begun, ["only a", "b c"])
    yield* end("b c")
    assert.deepStrictEqual(yield* Effect.forEach(both, Fiber.join), ["b", "c"])
  })
)

it.effect("eight that have come wait for no more, and while two statements are under way the others gather", () =>
  Effect.gen(function* () {
    const { ask, begun, end } = yield* setting()
    for (const place of times(60, (index) => index)) yield* ask(`q${place}`)
    yield* turn
    const names = (from: number, to: number) => times(to - from, (index) => `q${from + index}`).join(" ")
    assert.deepStrictEqual(begun, [names(0, 8), names(8, 16)])
    yield* end(names(0, 8))
    assert.deepStrictEqual(begun.slice(2), [names(16, 48)])
    yield* end(names(8, 16))
    assert.deepStrictEqual(begun.slice(3), [names(48, 60)])
  })
)

it.effect("two statements under way are about no row both, and each group has its own", () =>
  Effect.gen(function* () {
    const { ask, begun, end } = yield* setting()
    yield* ask("a", "form 1")
    yield* turn
    yield* ask("b", "form 1")
    yield* ask("c", "form 2")
    yield* ask("d", "form 1")
    yield* ask("e", "form 1", "another")
    yield* turn
    assert.deepStrictEqual(begun, ["only a", "only c", "only e"])
    yield* end("only a")
    assert.deepStrictEqual(begun.slice(3), ["b d"])
  })
)

it.effect("a question that a shared statement leaves out is asked by itself, and keeps nothing waiting", () =>
  Effect.gen(function* () {
    const { ask, begun, end } = yield* setting((name) => (name === "b" ? undefined : name))
    const fibers = [yield* ask("a"), yield* ask("b")]
    yield* turn
    yield* end("a b")
    assert.deepStrictEqual(begun, ["a b", "only b"])
    const after = yield* ask("c", "b")
    yield* turn
    yield* end("only c")
    yield* end("only b")
    assert.deepStrictEqual(yield* Effect.forEach([...fibers, after], Fiber.join), ["a", "by itself b", "by itself c"])
  })
)

it.effect("a question whose row is held is asked again, with others about that row alone", () =>
  Effect.gen(function* () {
    const { ask, begun, end } = yield* setting((name, names) =>
      name.startsWith("h") && names.includes("a") ? "again" : name
    )
    const held = [yield* ask("h1", "held"), yield* ask("h2", "held")]
    const free = [yield* ask("a"), yield* ask("b")]
    yield* turn
    const late = [yield* ask("h3", "held"), yield* ask("c")]
    yield* turn
    assert.deepStrictEqual(begun, ["h1 h2 a b", "only c"])
    yield* end("h1 h2 a b")
    assert.deepStrictEqual(yield* Effect.forEach(free, Fiber.join), ["a", "b"])
    assert.deepStrictEqual(begun.slice(2), ["h1 h2 h3"])
    yield* end("h1 h2 h3")
    yield* end("only c")
    assert.deepStrictEqual(yield* Effect.forEach([...held, ...late], Fiber.join), ["h1", "h2", "h3", "by itself c"])
  })
)

it.effect("a statement that takes longer than a moment keeps nothing waiting", () =>
  Effect.gen(function* () {
    const { ask, begun } = yield* setting()
    yield* ask("a", "form 1")
    yield* turn
    yield* ask("b", "form 2")
    yield* turn
    yield* ask("c", "form 1")
    yield* ask("d", "form 3")
    yield* turn
    assert.deepStrictEqual(begun, ["only a", "only b"])
    yield* TestClock.adjust("99 millis")
    assert.lengthOf(begun, 2)
    yield* TestClock.adjust("2 millis")
    assert.deepStrictEqual(begun.slice(2), ["c d"])
  })
)

it.effect("a question whose row is held when its statement took long is asked once more, then by itself", () =>
  Effect.gen(function* () {
    const { ask, begun, end } = yield* setting((_, names) => (names.length === 3 ? "again" : "answered"))
    const fibers = [yield* ask("a", "form 1"), yield* ask("b", "form 1"), yield* ask("c", "form 1")]
    yield* turn
    const late = yield* ask("d", "form 1")
    yield* turn
    yield* TestClock.adjust("101 millis")
    yield* end("only d")
    yield* end("a b c")
    assert.deepStrictEqual(begun, ["a b c", "only d", "a b c"])
    yield* end("a b c")
    for (const name of ["a", "b", "c"]) yield* end(`only ${name}`)
    assert.deepStrictEqual(yield* Effect.forEach([...fibers, late], Fiber.join), [
      "by itself a",
      "by itself b",
      "by itself c",
      "by itself d"
    ])
  })
)

it.effect("what is too large to share a statement goes out by itself, and so does the rest", () =>
  Effect.gen(function* () {
    const { ask, begun } = yield* setting()
    yield* ask("large")
    yield* ask("b")
    yield* turn
    assert.deepStrictEqual(begun, ["only large", "only b"])
  })
)

it.effect("a question whose caller is gone before it goes out is not asked", () =>
  Effect.gen(function* () {
    const { ask, begun, end } = yield* setting()
    yield* ask("a", "form 1")
    yield* turn
    const gone = yield* ask("b", "form 1")
    yield* ask("c", "form 1")
    yield* turn
    yield* Fiber.interrupt(gone)
    yield* end("only a")
    assert.deepStrictEqual(begun, ["only a", "only c"])
  })
)
