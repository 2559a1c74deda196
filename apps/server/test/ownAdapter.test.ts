/** The example of packages/contract/README.md does what the page says. */
import { expect, it } from "vitest"
import * as Documented from "./support/documented.ts"

const page = await Documented.page("packages/contract/README.md")
const programs = Documented.blocks(page, "ts").filter((block) => block.startsWith("import "))
const [store = ""] = programs

it("the page's store obeys the laws of its port", async () => {
  expect(programs).toHaveLength(1)
  expect(await Documented.tests(store)).toMatch(/Tests.*4 passed/u)
})

it("a law that a store breaks fails as the page says: with the smallest sample, and how to replay it", async () => {
  const wrong = store.replace("one.day < from || ", "")
  expect(wrong).not.toBe(store)
  const report = await Documented.tests(wrong).then(
    () => "no law failed",
    (error: Error) => error.message
  )
  const [shown = ""] = Documented.blocks(page, "text")
  const law = /usage: an array > (.*)/u.exec(shown)?.[1] ?? "a law"
  expect(report).toContain(law)
  for (const label of ["Property falsified after", "Shrunk input: [", '"calls": 1', "Replay: ["]) {
    expect(shown).toContain(label)
    expect(report).toContain(label)
  }
})
