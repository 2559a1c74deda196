/** The example of packages/rules/README.md does what the page says. */
import { expect, it } from "vitest"
import * as Documented from "./support/documented.ts"

const page = await Documented.page("packages/rules/README.md")

it("the page's example prints what the page says", async () => {
  const [example = ""] = Documented.blocks(page, "ts")
  const [printed = ""] = Documented.blocks(page, "text")
  expect(await Documented.program(example)).toBe(printed.trim())
})
