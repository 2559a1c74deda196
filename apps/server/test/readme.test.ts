/** The examples of the README do what it says. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import * as Documented from "./support/documented.ts"
import { inFolder, run } from "./support/formwork.ts"

const readme = await Documented.page("README.md")

it("the form of the first evaluate has no faults, and evaluates to what the README says", () =>
  inFolder(async (folder) => {
    const [form = "", answer = ""] = Documented.blocks(readme, "json")
    await writeFile(join(folder, "roof.json"), form)
    const [, data = ""] = readme.match(/a payload `([^`]+)` as `data\.json`/) ?? []
    await writeFile(join(folder, "data.json"), data)
    expect((await run(["check", "roof.json"], {}, folder)).code).toBe(0)
    const { stdout } = await run(["evaluate", "roof.json", "data.json"], {}, folder)
    expect(JSON.parse(stdout)).toEqual(JSON.parse(answer))
  }))

it("the program that embeds the domain prints what the README says", async () => {
  const [program = ""] = Documented.blocks(readme, "ts")
  expect(readme).toContain(`prints \`${await Documented.program(program)}\``)
})
