/** The examples of docs/embedding.md do what the page says. */
import { expect, it } from "vitest"
import * as Documented from "./support/documented.ts"

const page = await Documented.page("docs/embedding.md")
const [rules = "", effects = "", test = ""] = Documented.blocks(page, "ts")

it("the page's program with the rules alone, and the one that sends effects, print what the page says", async () => {
  for (const program of [rules, effects]) expect(page).toContain(`prints \`${await Documented.program(program)}\``)
})

it("the page's test passes", async () => {
  expect(await Documented.tests(test)).toMatch(/Tests.*1 passed/u)
})

it("the page's test fails where its expectation is changed", async () => {
  const wrong = test.replace("budget.left, 1)", "budget.left, 2)")
  expect(wrong).not.toBe(test)
  await expect(Documented.tests(wrong)).rejects.toThrow(/failed/u)
})
