/** The examples of packages/rules/README.md do what the page says. */
import { expect, it } from "vitest"
import * as Documented from "./support/documented.ts"

const page = await Documented.page("packages/rules/README.md")

it("the page's example prints what the page says", async () => {
  const [example = ""] = Documented.blocks(page, "ts")
  const [printed = ""] = Documented.blocks(page, "text")
  expect(await Documented.program(example)).toBe(printed.trim())
})

it("the page's example of an editor prints what the page says", async () => {
  const example = Documented.blocks(page, "ts").find((block) => block.includes("openForm"))
  const printed = Documented.blocks(page, "text").find((block) => block.includes("basePremium"))
  expect(await Documented.program(example ?? "")).toBe(printed?.trim())
})
