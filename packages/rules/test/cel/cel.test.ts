/** CEL's conformance tests: what passes, what differs and why (docs/cel-conformance.md). */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { celTests } from "./CelTest.ts"
import { conformance } from "./conformance.ts"
import { page } from "./page.ts"
import { reasons } from "./reasons.ts"
import { syntax } from "./syntax.ts"

const rows = conformance()
const { refused, trees, ...rest } = syntax()

describe("the conformance tests", () => {
  it("run, every one of them", () => {
    expect(rows.length).toBe(celTests.length)
    expect(rows.length).toBeGreaterThan(2000)
  })

  it("leave no difference from CEL unexplained", () => {
    expect(rows.filter(({ status }) => status === "fails")).toEqual([])
  })

  it("give every reason something to explain", () => {
    for (const { id } of reasons) expect([id, rows.some(({ reason }) => reason === id)]).toEqual([id, true])
  })

  it("never get two answers, one from each back end", () => {
    expect(rows.filter(({ outcome }) => outcome.is === "divided")).toEqual([])
  })
})

describe("the grammar", () => {
  it("gives the tree that CEL's gives, wherever both parse", () => {
    expect(trees.length).toBeGreaterThan(600)
    for (const { expression, here, there } of trees)
      expect({ expression, tree: here }).toEqual({ expression, tree: there })
  })

  it("has nothing that CEL's parser refuses", () => {
    expect(refused.length).toBeGreaterThan(100)
    expect(refused.filter(({ outcome }) => outcome.is !== "refused")).toEqual([])
  })
})

it("the page says what the run gives (`pnpm cel` writes it)", () => {
  const committed = readFileSync(new URL("../../../../docs/cel-conformance.md", import.meta.url), "utf8")
  expect(page(rows, { refused, trees, ...rest })).toBe(committed)
})
