/** The examples of the README do what it says. Its commands are run by pages.test.ts. */
import { expect, it } from "vitest"
import * as Documented from "./support/documented.ts"

const readme = await Documented.page("README.md")

it("the form of the first evaluate is the demo's first form", async () => {
  const [form = ""] = Documented.blocks(readme, "json")
  expect(JSON.parse(form)).toEqual(JSON.parse(await Documented.page("apps/server/demo/roof.json")))
})

it("the program that embeds the domain prints what the README says", async () => {
  const [program = ""] = Documented.blocks(readme, "ts")
  expect(readme).toContain(`prints \`${await Documented.program(program)}\``)
})
