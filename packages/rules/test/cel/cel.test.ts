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
  it("every conformance test runs", () => {
    expect(rows.length).toBe(celTests.length)
    expect(rows.length).toBeGreaterThan(2000)
  })

  it("every difference from CEL has a reason", () => {
    expect(rows.filter(({ status }) => status === "fails")).toEqual([])
  })

  it("every reason explains at least one difference", () => {
    for (const { id } of reasons) expect([id, rows.some(({ reason }) => reason === id)]).toEqual([id, true])
  })

  it("both back ends give the same answer to every test", () => {
    expect(rows.filter(({ outcome }) => outcome.is === "divided")).toEqual([])
  })
})

describe("the grammar", () => {
  it("the grammar gives the same tree as CEL's, for every expression that both parse", () => {
    expect(trees.length).toBeGreaterThan(600)
    for (const { expression, here, there } of trees)
      expect({ expression, tree: here }).toEqual({ expression, tree: there })
  })

  it("CEL's parser accepts every expression that the grammar accepts", () => {
    expect(refused.length).toBeGreaterThan(100)
    expect(refused.filter(({ outcome }) => outcome.is !== "refused")).toEqual([])
  })
})

it("docs/cel-conformance.md is what the run gives (`pnpm cel` writes it)", () => {
  const committed = readFileSync(new URL("../../../../docs/cel-conformance.md", import.meta.url), "utf8")
  expect(page(rows, { refused, trees, ...rest })).toBe(committed)
})
