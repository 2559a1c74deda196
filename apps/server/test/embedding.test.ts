/** What docs/embedding.md shows is what happens. */
import { expect, it } from "vitest"
import * as Documented from "./support/documented.ts"

const page = await Documented.page("docs/embedding.md")
const [rules = "", effects = "", test = ""] = Documented.blocks(page, "ts")

it("the rules alone, and the program that sends effects, print what the page says", async () => {
  for (const program of [rules, effects]) expect(page).toContain(`prints \`${await Documented.program(program)}\``)
})

it("the test passes", async () => {
  expect(await Documented.tests(test)).toMatch(/Tests.*1 passed/u)
})

it("a test that does not hold is told", async () => {
  const wrong = test.replace("budget.left, 1)", "budget.left, 2)")
  expect(wrong).not.toBe(test)
  await expect(Documented.tests(wrong)).rejects.toThrow(/failed/u)
})
