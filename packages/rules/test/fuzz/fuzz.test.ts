/** Compares the three evaluators with each other; `pnpm fuzz` does the same for longer. */
import { expect, it } from "vitest"
import { backEnds } from "./compare.ts"
import { formAt, inputAt } from "./pairs.ts"
import { run } from "./run.ts"
import { shrink } from "./shrink.ts"

it("generated code, closures and the oracle agree on random forms and payloads", async () => {
  const tally = await run(backEnds, 20_261_121, { from: 0, to: 20_000 })
  const { found } = tally
  expect(found && { ...found.difference, ...shrink(backEnds, found, found.difference.between) }).toBeUndefined()
  expect(tally.pairs).toBe(20_000)
  // A generator whose forms are refused tests the checker alone; circles are wanted, one form in twenty or so.
  expect(tally.refused).toBeLessThan(tally.forms / 5)
  expect(tally.circles).toBeGreaterThan(tally.forms / 100)
})

it("a seed and a number give the same pair each time", () => {
  const pair = () => {
    const { definition } = formAt(7, 3)
    return JSON.stringify([definition, inputAt(7, 80, definition)])
  }
  const first = pair()
  formAt(8, 3)
  expect(pair()).toBe(first)
})
