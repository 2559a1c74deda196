/** The examples of docs/embedding.md and of the page of @formwork/testing do what the pages say. */
import { expect, it } from "vitest"
import { join } from "node:path"
import * as Documented from "./support/documented.ts"

const page = await Documented.page("docs/embedding.md")
const saved = Documented.files(page)
const others = Documented.blocks(page, "ts").filter((block) => ![...saved.values()].includes(block))
const programs = others.filter((block) => block.includes("console.log"))
const [test = ""] = others.filter((block) => block.includes("it.effect("))

it("each program of the page prints what the page says", async () => {
  expect(programs).toHaveLength(7)
  for (const program of programs) expect(page).toContain(`prints \`${await Documented.program(program)}\``)
})

it("the page's test passes, and fails where its expectation is changed", async () => {
  expect(await Documented.tests(test)).toMatch(/Tests.*1 passed/u)
  const wrong = test.replace("budget.left, 1)", "budget.left, 2)")
  expect(wrong).not.toBe(test)
  await expect(Documented.tests(wrong)).rejects.toThrow(/failed/u)
})

it("the tests of the page's service pass without a framework and without a database", () =>
  Documented.folder(saved, async (folder) => {
    expect(await Documented.nodeTests(join(folder, "formwork.test.ts"))).toMatch(/pass 3/u)
  }))

const testing = await Documented.page("packages/testing/README.md")
const examples = Documented.blocks(testing, "ts")

it("the tests on the page of @formwork/testing pass, and its program prints the id that the page shows", async () => {
  const tests = examples.filter((block) => block.includes("node:test"))
  expect(tests).toHaveLength(2)
  await Documented.folder(new Map(tests.map((block, index) => [`${index}.test.ts`, block])), async (folder) => {
    for (const index of tests.keys())
      expect(await Documented.nodeTests(join(folder, `${index}.test.ts`))).toMatch(/pass 1/u)
  })
  const [program = ""] = examples.filter((block) => block.includes("console.log"))
  expect(testing).toContain(`prints \`${await Documented.program(program)}\``)
})
