/** An event loop that a test turns by hand, and a clock that stands still, for turns of requests. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"
import type { Place } from "../../src/connection/FairQueue.ts"
import type { Overloaded } from "../../src/request/RequestRefusal.ts"
import * as Turns from "../../src/request/Turns.ts"

export const place = (lane: string, group = "g"): Place => ({ group, lane })

export const narrow = { all: 1, group: 1, lane: 1 }

/** Turns over an event loop and a clock that stand still, until `vi` restores both. */
export const world = (limits: Partial<typeof Turns.TurnLimits.Service> = {}) => {
  let now = 1_000
  let due: Array<() => void> = []
  let look: (() => void) | undefined
  let wake: (() => void) | undefined
  let unrefs = 0
  const said: Array<string> = []
  vi.spyOn(performance, "now").mockImplementation(() => now)
  vi.stubGlobal("setImmediate", (work: () => void) => void due.push(work))
  vi.stubGlobal("setInterval", (work: () => void, millis: number) => {
    assert.strictEqual(millis, 100)
    assert.isUndefined(look, "one at a time")
    look = work
    return { unref: () => void (unrefs += 1) }
  })
  vi.stubGlobal("setTimeout", (work: () => void, millis: number) => {
    assert.strictEqual(millis, 10)
    assert.isUndefined(wake, "one at a time")
    wake = work
    const timer = { unref: () => timer }
    return timer
  })
  vi.stubGlobal("clearInterval", () => {
    look = undefined
  })
  const turns = Effect.runSync(
    Effect.gen(function* () {
      return yield* Effect.provideService(Turns.make, Turns.TurnLimits, { ...(yield* Turns.TurnLimits), ...limits })
    })
  )
  const pass = (millis: number): void => void (now += millis)
  /** A request: it says when it begins and when it is refused, and takes `millis` to begin. */
  const request = (name: string, where = place(name), millis = 0) => {
    const turn: Turns.Turn = turns.open(() => where)
    const begin = () => {
      said.push(name)
      pass(millis)
    }
    const refuse = ({ retryAfterSeconds }: Overloaded) => said.push(`${name} refused for ${retryAfterSeconds}`)
    return { turn, wait: () => turn.wait(begin, refuse) }
  }
  return {
    pass,
    request,
    /** Waits. */
    ask: (name: string, where?: Place, millis?: number) => {
      const { turn, wait } = request(name, where, millis)
      wait()
      return turn
    },
    /** The event loop goes round once: what was said meanwhile. */
    round: () => {
      const works = due
      due = []
      for (const work of works) work()
      return said.splice(0)
    },
    dues: () => due.length,
    /** A tenth of a second later, if anything is looked at. */
    look: (millis = 100) => {
      pass(millis)
      look?.()
    },
    /** The time comes at which refusals that wait are looked at. Gives whether any did. */
    wake: (): boolean => {
      const work = wake
      wake = undefined
      work?.()
      return work !== undefined
    },
    isLooking: () => look !== undefined,
    unrefs: () => unrefs,
    said
  }
}
