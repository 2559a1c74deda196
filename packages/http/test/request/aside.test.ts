/** Requests that give their place up while they wait for something else (docs/decisions/0174). */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterEach, vi } from "vitest"
import { narrow, world } from "../support/eventLoop.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it("a request that stands aside gives its place to another, and goes on at once afterwards", () => {
  const { ask, request, round } = world({ shares: narrow })
  const one = request("one")
  one.wait()
  ask("two")
  assert.deepStrictEqual(round(), ["one"])
  const steps: Array<string> = []
  const aside = one.turn.aside(
    Effect.suspend(() => {
      steps.push(...round())
      return one.turn.aside(Effect.sync(() => void steps.push("work")))
    })
  )
  Effect.runSync(aside)
  assert.deepStrictEqual(steps, ["two", "work"])
  ask("three")
  assert.deepStrictEqual(round(), [], "two are running")
  one.turn.end()
  assert.deepStrictEqual(round(), [], "one is running still")
  Effect.runSync(one.turn.aside(Effect.void))
  one.turn.end()
  assert.deepStrictEqual(round(), [], "what has ended has no place to give")
})

it("a place that was given up is taken again, each time, and at the end of the request", () => {
  const { ask, request, round } = world({ shares: { all: 2, group: 2, lane: 2 } })
  const one = request("one")
  one.wait()
  round()
  const begunBeside = (...names: ReadonlyArray<string>) => {
    const begun: Array<string> = []
    const beside = Effect.sync(() => {
      for (const name of names) ask(name)
      begun.push(...round())
    })
    Effect.runSync(one.turn.aside(beside))
    return begun
  }
  assert.deepStrictEqual(begunBeside("two", "three"), ["two", "three"])
  const four = ask("four")
  assert.deepStrictEqual(round(), [], "three are running")
  four.end()
  assert.deepStrictEqual(begunBeside("five"), [], "two are running beside")
})

it("a place that was given up once may be given up again", () => {
  const { ask, isLooking, request, round } = world({ shares: narrow })
  const one = request("one")
  one.wait()
  round()
  assert.isFalse(isLooking(), "none waits")
  const beside = (name: string) => {
    let begun: ReadonlyArray<string> = []
    const work = Effect.sync(() => {
      const other = ask(name)
      begun = round()
      other.end()
    })
    Effect.runSync(one.turn.aside(work))
    return begun
  }
  assert.deepStrictEqual([beside("two"), beside("three")], [["two"], ["three"]])
  ask("four")
  assert.deepStrictEqual(round(), [], "one is running")
})

it("a request that ends while it stands aside ends once", () => {
  const { ask, request, round } = world({ shares: narrow })
  const one = request("one")
  one.wait()
  round()
  const ending = Effect.sync(() => {
    ask("two")
    assert.deepStrictEqual(round(), ["two"])
    one.turn.end()
  })
  Effect.runSync(one.turn.aside(ending))
  ask("three")
  assert.deepStrictEqual(round(), [], "two is running")
})

it("a request that waits has no place to give, nor has one that ended while it waited again", () => {
  const { ask, request, round } = world({ shares: narrow })
  const first = request("first")
  first.wait()
  assert.deepStrictEqual(round(), ["first"])
  const second = request("second")
  second.wait()
  Effect.runSync(second.turn.aside(Effect.sync(() => void ask("third"))))
  assert.deepStrictEqual(round(), [], "first is running")
  first.turn.end()
  assert.deepStrictEqual(round(), ["second"])
  first.wait()
  first.turn.end()
  assert.deepStrictEqual(round(), [], "second is running")
})
