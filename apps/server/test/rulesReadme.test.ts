/** What packages/rules/README.md shows is what happens. */
import { expect, it } from "vitest"
import * as Documented from "./support/documented.ts"

const page = await Documented.page("packages/rules/README.md")

it("the example prints what the page says", async () => {
  const [example = ""] = Documented.blocks(page, "ts")
  const [printed = ""] = Documented.blocks(page, "text")
  expect(await Documented.program(example)).toBe(printed.trim())
})
