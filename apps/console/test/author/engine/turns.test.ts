/** When the worker answers, whatever comes between: in any order of messages, turns and ends of pauses. */
import * as fc from "fast-check"
import { beforeAll, expect, it } from "vitest"
import { loadParts } from "@formwork/rules/loading"
import { Answers } from "../../../src/screens/author/engine/Answers.ts"
import { Engine } from "../../../src/screens/author/engine/Engine.ts"
import type { FromWorker } from "../../../src/screens/author/engine/Protocol.ts"
import { turns } from "../../../src/screens/author/engine/turns.ts"
import { twoFields } from "./twoFields.ts"

/** A worker whose turns and pauses the test ends. */
const world = () => {
  const said: Array<FromWorker> = []
  const soon: Array<() => void> = []
  const pauses = new Set<() => void>()
  const failures: Array<unknown> = []
  const put = turns(new Answers(new Engine(() => 0), (one) => void said.push(one)), {
    soon: (turn) => void soon.push(turn),
    afterPause: (end) => {
      pauses.add(end)
      return () => void pauses.delete(end)
    },
    load: (error) => Promise.reject(error),
    fail: (error) => void failures.push(error)
  })
  /** Until what the turn waits for has come, the engine's turn is not over. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    said,
    failures,
    put,
    turn: async () => {
      soon.shift()?.()
      await settled()
    },
    pause: () => {
      const [end] = pauses
      if (end === undefined) return
      pauses.delete(end)
      end()
    },
    isQuiet: () => soon.length === 0 && pauses.size === 0
  }
}

const steps = fc.array(fc.constantFrom("sound", "faulty", "payload", "turn", "pause"), { maxLength: 20 })

beforeAll(loadParts)

it("law: once nothing is left to wait for, what can run of the newest text is said, with its faults", () =>
  fc.assert(
    fc.asyncProperty(steps, async (order) => {
      const { failures, isQuiet, pause, put, said, turn } = world()
      let edition = 0
      for (const step of order) {
        if (step === "turn") await turn()
        else if (step === "pause") pause()
        else {
          edition += 1
          if (step === "payload") put({ kind: "payload", edition, data: '{"one":1}', today: "2026-03-02", draft: true })
          else
            put({
              kind: "definition",
              edition,
              text: twoFields(step === "sound" ? `one + ${edition}` : `one * ${edition} +`)
            })
        }
      }
      const newest = order.reduce((found, step, place) => {
        const made = order.slice(0, place + 1).filter((one) => one !== "turn" && one !== "pause").length
        return step === "sound" || step === "faulty" ? made : found
      }, 0)
      while (!isQuiet()) {
        await turn()
        pause()
      }
      expect(failures).toEqual([])
      if (newest === 0) return
      const checked = said.findLast((one) => one.kind === "checked")
      const prepared = said.findLast((one) => one.kind === "prepared")
      expect([checked?.edition, prepared?.edition, prepared?.runs]).toEqual([newest, newest, newest])
    })
  ))

it("a pause that ends before the turn after it has been taken is not forgotten", async () => {
  const { pause, put, said, turn } = world()
  put({ kind: "definition", edition: 1, text: twoFields("one") })
  await turn()
  await turn()
  put({ kind: "definition", edition: 2, text: twoFields("one +") })
  await turn()
  pause()
  await turn()
  expect(said.map(({ kind }) => kind)).toEqual(["checked", "prepared", "checked", "prepared"])
})
