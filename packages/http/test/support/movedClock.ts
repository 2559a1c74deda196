/** The time and the event loop of a body that is waited for, which the test moves. `vi.unstubAllGlobals` and `vi.restoreAllMocks` end it. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"

/** @param body is read from now on. @param stepMillis of each timer that it makes. */
export const onMovedClock = <A, E>(body: Effect.Effect<A, E>, stepMillis: number) => {
  let now = 1_000
  let made = 0
  const timers = new Map<number, () => void>()
  const immediates = new Map<number, () => void>()
  vi.spyOn(performance, "now").mockImplementation(() => now)
  vi.stubGlobal("setTimeout", (work: () => void, millis: number) => {
    assert.strictEqual(millis, stepMillis)
    timers.set(++made, work)
    return made
  })
  vi.stubGlobal("setImmediate", (work: () => void) => {
    immediates.set(++made, work)
    return made
  })
  vi.stubGlobal("clearTimeout", (timer: number) => timers.delete(timer))
  vi.stubGlobal("clearImmediate", (immediate: number) => immediates.delete(immediate))
  let outcome: unknown = "waits"
  Effect.runCallback(body, {
    onExit: (exit) => {
      outcome = exit._tag === "Success" ? exit.value : exit
    }
  })
  const all = (due: Map<number, () => void>) => {
    const works = [...due.values()]
    due.clear()
    for (const work of works) work()
    return works.length
  }
  return {
    outcome: () => outcome,
    pass: (millis: number) => void (now += millis),
    tick: () => all(timers),
    turn: () => all(immediates),
    left: () => timers.size + immediates.size
  }
}
