/** How long a question waits: ten seconds at most, and not at all where the queue is long. */
import { assert, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import * as Batcher from "../src/stores/Batcher.ts"
import { times, unbounded } from "./Processes.ts"

const isUnavailable = (self: Effect.Effect<unknown>) =>
  Effect.matchCause(self, {
    onSuccess: () => false,
    onFailure: ({ reasons }) => reasons.some((reason) => "defect" in reason && reason.defect instanceof Unavailable)
  })

/** Statements that return when they are let. */
const statements = () => {
  const asked: Array<{ readonly questions: ReadonlyArray<number>; readonly done: Deferred.Deferred<void> }> = []
  const ask = (questions: ReadonlyArray<number>) =>
    Effect.suspend(() => {
      const done = Deferred.makeUnsafe<void>()
      asked.push({ questions, done })
      return Effect.as(Deferred.await(done), questions)
    })
  return { asked, ask }
}

it.effect("a caller waits ten seconds from when it asked, in the queue and in a statement together", () =>
  Effect.gen(function* () {
    const { ask, asked } = statements()
    const prove = yield* Batcher.make({ ask })
    const early = yield* Effect.forEach([1, 2, 3], (question) => Effect.forkChild(isUnavailable(prove(question))))
    yield* TestClock.adjust("9 seconds")
    assert.deepStrictEqual(
      asked.map(({ questions }) => questions),
      [[1], [2]]
    )
    const [first] = asked
    if (first !== undefined) yield* Deferred.succeed(first.done, undefined)
    yield* TestClock.adjust("500 millis")
    assert.deepStrictEqual(asked.at(-1)?.questions, [3])
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* Effect.forEach(early, Fiber.join), [false, true, true])
  })
)

it.effect("ten seconds are ten seconds, also where the node's clock is set forth or back meanwhile", () =>
  Effect.gen(function* () {
    const hour = 3_600_000
    let off = 0
    const clock = yield* Clock.Clock
    const wall: Clock.Clock = {
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + off,
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (millis) => millis + off),
      currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
      currentTimeNanos: clock.currentTimeNanos,
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      sleep: (duration) => clock.sleep(duration)
    }
    const { ask } = statements()
    const prove = yield* Effect.provideService(Batcher.make({ ask }), Clock.Clock, wall)
    for (const set of [hour, -hour]) {
      const asking = yield* Effect.forkChild(isUnavailable(prove(1)))
      yield* TestClock.adjust("1 second")
      off += set
      yield* TestClock.adjust("8 seconds")
      assert.isUndefined(asking.pollUnsafe(), String(set))
      yield* TestClock.adjust("2 seconds")
      assert.isDefined(asking.pollUnsafe(), String(set))
      assert.isTrue(yield* Fiber.join(asking))
    }
  })
)

it.effect("a statement that takes longer than ten seconds is interrupted, so that others take its place", () =>
  Effect.gen(function* () {
    const interrupted: Array<ReadonlyArray<number>> = []
    const prove = yield* Batcher.make({
      ask: (questions: ReadonlyArray<number>) =>
        questions.includes(9)
          ? Effect.succeed(questions)
          : Effect.onInterrupt(Effect.never, () => Effect.sync(() => interrupted.push(questions)))
    })
    const early = yield* Effect.forEach([1, 2], (question) => Effect.forkChild(isUnavailable(prove(question))))
    yield* TestClock.adjust("9 seconds")
    assert.deepStrictEqual(interrupted, [])
    yield* TestClock.adjust("1500 millis")
    assert.deepStrictEqual(interrupted, [[1], [2]])
    assert.deepStrictEqual(yield* Effect.forEach(early, Fiber.join), [true, true])
    assert.strictEqual(yield* prove(9), 9)
  })
)

it.effect(
  "a question is refused at once while the statements before it have been running for more than two seconds",
  () =>
    Effect.gen(function* () {
      const { ask, asked } = statements()
      const prove = yield* Batcher.make({ ask })
      yield* Effect.forEach([1, 2, 3], (question) => Effect.forkChild(isUnavailable(prove(question))))
      yield* TestClock.adjust("1 second")
      const patient = yield* Effect.forkChild(isUnavailable(prove(4)))
      yield* TestClock.adjust("1500 millis")
      assert.isTrue(yield* isUnavailable(prove(5)))
      assert.strictEqual(asked.length, 2)
      for (const { done } of asked) yield* Deferred.succeed(done, undefined)
      yield* TestClock.adjust("1 millis")
      for (const { done } of asked) yield* Deferred.succeed(done, undefined)
      assert.isFalse(yield* Fiber.join(patient))
    })
)

it.effect("after a shared statement failed, each of its questions is asked alone, once", () =>
  Effect.gen(function* () {
    const asked: Array<ReadonlyArray<number>> = []
    const gate = yield* Deferred.make<void>()
    const prove = yield* Batcher.make({
      ask: (questions: ReadonlyArray<number>) =>
        Effect.gen(function* () {
          asked.push(questions)
          yield* Deferred.await(gate)
          return questions.includes(13) ? yield* Effect.die(new Unavailable({ reason: "held" })) : questions
        })
    })
    const answers = yield* Effect.forkChild(
      Effect.forEach([1, 2, 12, 13, 14], (question) => isUnavailable(prove(question)), unbounded)
    )
    yield* TestClock.adjust("1 millis")
    yield* Deferred.succeed(gate, undefined)
    assert.deepStrictEqual(yield* Fiber.join(answers), [false, false, false, true, false])
    assert.deepStrictEqual(asked, [[1], [2], [12, 13, 14], [12], [13], [14]])
  })
)

it.effect("questions of one group share a statement, and the group's next one waits for it", () =>
  Effect.gen(function* () {
    const { ask, asked } = statements()
    const prove = yield* Batcher.make({ ask, groupOf: (question: number) => String(question % 2) })
    yield* Effect.forEach(
      times(5, (index) => index + 1),
      (question) => Effect.forkChild(prove(question))
    )
    yield* TestClock.adjust("1 millis")
    const [first] = asked
    if (first !== undefined) yield* Deferred.succeed(first.done, undefined)
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(
      asked.map(({ questions }) => questions),
      [[1], [2], [3, 5]]
    )
  })
)

it.effect("a question about a row that is in flight waits for that statement, and lets others go before it", () =>
  Effect.gen(function* () {
    const { ask, asked } = statements()
    const prove = yield* Batcher.make({ ask, rowOf: (question) => String(question % 2) })
    const all = yield* Effect.forEach([1, 3, 2, 5, 4], (question) => Effect.forkChild(prove(question)))
    const questions = () => asked.map((statement) => statement.questions)
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(questions(), [[1], [2]])
    const [first, second] = asked
    if (first !== undefined) yield* Deferred.succeed(first.done, undefined)
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(questions(), [[1], [2], [3, 5]])
    if (second !== undefined) yield* Deferred.succeed(second.done, undefined)
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(questions(), [[1], [2], [3, 5], [4]])
    for (const { done } of asked) yield* Deferred.succeed(done, undefined)
    assert.deepStrictEqual(yield* Effect.forEach(all, Fiber.join), [1, 3, 2, 5, 4])
  })
)

it.effect("questions that are gathered share a statement with those asked in the same turn of the event loop", () =>
  Effect.gen(function* () {
    const { ask, asked } = statements()
    const prove = yield* Batcher.make({ ask, gathers: true })
    const questions = () => asked.map((statement) => statement.questions)
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const first = [1, 2, 3].map((question) => run(prove(question)))
    assert.deepStrictEqual(questions(), [])
    yield* Effect.promise(() => Promise.resolve())
    assert.deepStrictEqual(questions(), [[1, 2, 3]])
    const later = run(prove(4))
    yield* Effect.promise(() => Promise.resolve())
    assert.deepStrictEqual(questions(), [[1, 2, 3], [4]])
    for (const { done } of asked) yield* Deferred.succeed(done, undefined)
    assert.deepStrictEqual(yield* Effect.forEach([...first, later], Fiber.join), [1, 2, 3, 4])
  })
)
