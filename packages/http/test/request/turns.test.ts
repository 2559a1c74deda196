/** When a request runs, step by step: this test turns the event loop and lets the time pass. Over sockets: connection/crowds.test.ts. */
import { assert, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import { Socket } from "node:net"
import { afterEach, vi } from "vitest"
import * as Connection from "../../src/connection/Connection.ts"
import * as Turns from "../../src/request/Turns.ts"
import { narrow, place, world } from "../support/eventLoop.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it("64 requests run at once, 32 of an organisation, 16 of a credential; they wait two seconds, and a slice is two milliseconds; 64 are refused at once, then 512 a second", () => {
  assert.strictEqual(Turns.TurnLimits.key, "@formwork/http/Turns/TurnLimits")
  assert.deepStrictEqual(Effect.runSync(Turns.TurnLimits), {
    shares: { all: 64, group: 32, lane: 16 },
    patienceMillis: 2_000,
    sliceMillis: 2,
    refusals: { atOnce: 64, aSecond: 512, mostMillis: 1_000 }
  })
})

it("a request begins in the next turn of the event loop, and the one after it when there is a place", () => {
  const { ask, dues, isLooking, round, said, unrefs } = world({ shares: { all: 2, group: 2, lane: 2 } })
  const first = ask("first")
  ask("second")
  ask("third")
  assert.deepStrictEqual([said, dues()], [[], 1])
  assert.deepStrictEqual(round(), ["first", "second"])
  assert.deepStrictEqual([dues(), isLooking(), unrefs()], [0, true, 1])
  first.end()
  assert.deepStrictEqual(said, [])
  assert.deepStrictEqual(round(), ["third"])
  first.end()
  ask("fourth")
  assert.deepStrictEqual(round(), [], "an end counts once")
})

it("requests are begun for a slice, and then the event loop goes round; for an eighth of it while connections come", () => {
  const { ask, round } = world({ sliceMillis: 8 })
  const asking = (names: string, millis: number) => {
    for (const name of names) ask(name, undefined, millis)
  }
  asking("abcd", 4)
  assert.deepStrictEqual([round(), round(), round()], [["a", "b", "c"], ["d"], []])
  Connection.of(new Socket())
  asking("efgh", 1)
  assert.deepStrictEqual([round(), round(), round()], [["e", "f"], ["g", "h"], []])
})

it("a request that waits for longer than its patience is refused, and so is the next one of its lane", () => {
  const { ask, isLooking, look, round, said } = world({ shares: { all: 1, group: 1, lane: 1 }, patienceMillis: 200 })
  const running = ask("running")
  ask("a1", place("a"))
  ask("a2", place("a"))
  assert.deepStrictEqual(round(), ["running"])
  look()
  ask("late")
  look()
  assert.deepStrictEqual([said, round()], [[], []])
  look(1)
  assert.deepStrictEqual(round(), ["a1 refused for 1", "a2 refused for 1"])
  assert.isTrue(isLooking())
  running.end()
  assert.deepStrictEqual(round(), ["late"])
  look()
  assert.isFalse(isLooking(), "none waits")
  ask("again")
  round()
  assert.isTrue(isLooking())
})

/** One request runs, and `count` wait in a lane. */
const crowded = (count: number, patienceMillis: number, refusals = Effect.runSync(Turns.TurnLimits).refusals) => {
  const turns = world({ shares: narrow, patienceMillis, refusals })
  const running = turns.ask("running")
  turns.round()
  for (let index = 0; index < count; index++) turns.ask(`crowd ${index}`, place("crowd"))
  assert.deepStrictEqual(turns.round(), [])
  /** What a further request of the lane gets at once. */
  const asked = () => {
    const turn = turns.ask("more", place("crowd"))
    assert.deepStrictEqual(turns.said, [], "a refusal takes its turn too")
    const told = turns.round()
    turn.end()
    return told
  }
  return { ...turns, asked, running }
}

it("a request is refused at once where more go before it than begin in its patience: 300 a second, before any was measured", () => {
  assert.deepStrictEqual(crowded(300, 1_000).asked(), [])
  const { ask, asked, round } = crowded(301, 1_000)
  assert.deepStrictEqual(asked(), ["more refused for 2"])
  ask("other", place("other"))
  assert.deepStrictEqual(round(), [], "a request of another lane has its turn soon")
})

it("where many find the queue full, some are refused at once, and others in time; those that begin do not wait for them", () => {
  const refusals = { atOnce: 2, aSecond: 100, mostMillis: 1_000 }
  const { ask, pass, round, running, wake } = crowded(301, 1_000, refusals)
  for (const name of ["a", "b", "c", "d", "e"]) ask(name, place("crowd"))
  assert.deepStrictEqual(round(), ["a refused for 2", "b refused for 2"])
  pass(10)
  wake()
  running.end()
  assert.deepStrictEqual(round(), ["crowd 0", "c refused for 2"])
  wake()
  assert.deepStrictEqual(round(), [], "it is not time yet")
  pass(100)
  wake()
  assert.deepStrictEqual(round(), ["d refused for 2", "e refused for 2"])
  assert.isFalse(wake(), "none waits to be refused")
})

it("one that ends while its refusal waits is not told", () => {
  const { ask, pass, round, wake } = crowded(301, 1_000, { atOnce: 1, aSecond: 100, mostMillis: 1_000 })
  const [, gone] = ["a", "b", "c"].map((name) => ask(name, place("crowd")))
  assert.deepStrictEqual(round(), ["a refused for 2"])
  gone?.end()
  pass(10)
  wake()
  assert.deepStrictEqual(round(), ["c refused for 2"])
})

it("the speed is measured each tenth of a second, with half a second's memory", () => {
  const outcomes = (waiting: number, ended: number, millis: number) => {
    const { asked, look, round, running } = crowded(waiting + ended, 1_000)
    if (ended > 0) running.end()
    round()
    look(millis)
    return asked().length
  }
  // Four fifths of 300, and then two for each that ended in the tenth.
  assert.deepStrictEqual([outcomes(240, 0, 100), outcomes(241, 0, 100)], [0, 1])
  assert.deepStrictEqual([outcomes(242, 1, 100), outcomes(243, 1, 100)], [0, 1])
  // After half a second without any, nothing else counts; one a second is assumed.
  assert.deepStrictEqual([outcomes(1, 0, 500), outcomes(2, 0, 500)], [0, 1])
  assert.deepStrictEqual([outcomes(2, 1, 500), outcomes(3, 1, 500)], [0, 1])
})

it("a refused request is told to come again when those that wait are through, after one second to sixty", () => {
  const { look, round } = crowded(70, 5_000)
  for (let tenth = 0; tenth <= 50; tenth++) look()
  const expected = Array.from({ length: 70 }, (_, index) => {
    const seconds = Math.min(60, Math.max(1, 69 - index))
    return `crowd ${index} refused for ${seconds}`
  })
  assert.deepStrictEqual(round(), expected)
})

it("refusals take slices too", () => {
  const { dues, pass, request, round } = world({ sliceMillis: 2 })
  const given: Array<string> = []
  for (const name of ["a", "b", "c"])
    request(name).turn.refuse(() => {
      given.push(name)
      pass(2)
    })
  round()
  assert.deepStrictEqual(given, ["a", "b"])
  round()
  assert.deepStrictEqual([given, dues()], [["a", "b", "c"], 0])
})

it("a request that ends while it waits leaves the line, and may come again", () => {
  const { ask, request, round } = world({ shares: narrow })
  const running = ask("running")
  const gone = request("gone")
  gone.wait()
  ask("next")
  round()
  gone.turn.end()
  running.end()
  assert.deepStrictEqual(round(), ["next"])
  gone.wait()
  assert.deepStrictEqual(round(), [])
})

it("taking a turn is waiting for it: it goes on, or is refused", () => {
  const { request, round } = world()
  let outcome = "waits"
  const { turn } = request("a")
  Effect.runCallback(turn.take, { onExit: ({ _tag }) => (outcome = _tag) })
  assert.strictEqual(outcome, "waits")
  round()
  assert.strictEqual(outcome, "Success")
  const { request: another, round: again } = crowded(301, 1_000)
  Effect.runCallback(another("b", place("crowd")).turn.take, { onExit: ({ _tag }) => (outcome = _tag) })
  again()
  assert.strictEqual(outcome, "Failure")
})

it("a refusal that came in late is not given where its request has ended", () => {
  const { request, round } = world()
  const { turn } = request("a")
  const given: Array<string> = []
  turn.refuse(() => given.push("a"))
  const other = request("b").turn
  other.refuse(() => given.push("b"))
  turn.end()
  assert.deepStrictEqual([given, round(), given], [["b"], [], ["b"]])
})

it("the page of metrics has how many wait: none at first, then as of the latest look", () => {
  vi.spyOn(performance, "now").mockReturnValue(0)
  let look: (() => void) | undefined
  const due: Array<() => void> = []
  vi.stubGlobal("setImmediate", (work: () => void) => void due.push(work))
  vi.stubGlobal("setInterval", (work: () => void) => {
    look = work
    return { unref: () => undefined }
  })
  const nothing = () => undefined
  const shown = Effect.gen(function* () {
    const gauges = Effect.map(Metric.snapshot, (all) =>
      all.flatMap(({ description, id, state }) =>
        id === "formwork_http_requests_waiting" ? [{ description, state }] : []
      )
    )
    const turns = yield* Effect.provideService(Turns.make, Turns.TurnLimits, {
      ...(yield* Turns.TurnLimits),
      shares: narrow,
      patienceMillis: 1_000
    })
    const before = yield* gauges
    for (const lane of ["a", "b", "c"]) turns.open(() => place(lane)).wait(nothing, nothing)
    for (const work of due) work()
    look?.()
    return [...before, ...(yield* gauges)]
  })
  const description = "Requests that wait for their turn, as of a tenth of a second ago."
  assert.deepStrictEqual(Effect.runSync(Effect.provideService(shown, Metric.MetricRegistry, new Map())), [
    { description, state: { value: 0 } },
    { description, state: { value: 2 } }
  ])
})
