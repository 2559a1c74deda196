/** docs/rule-language.md is true: its form, its examples, its list of functions, its limits. */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { functionNames } from "../../src/language/functionNames.ts"
import { reservedWords } from "../../src/language/reservedWords.ts"
import { defaultLimits } from "../../src/Limits.ts"
import { evaluate, faultsOf, formOf, holds } from "../support.ts"

const manual = readFileSync(new URL("../../../../docs/rule-language.md", import.meta.url), "utf8")
const section = (title: string): string => manual.split(/^## /m).find((text) => text.startsWith(title)) ?? ""

it("the form in the manual has no fault", () => {
  const form = JSON.parse(/```json\n([\s\S]*?)```/.exec(manual)?.[1] ?? "")
  expect(faultsOf(form)).toBe("")
  expect(evaluate(form, { value: "60000", cover: "comp" })).toMatchObject({
    calculatedData: { premium: "2550.00" },
    outcomes: [{ id: "refer" }]
  })
})

it("every example of a function is true", () => {
  const examples =
    section("Functions")
      .split("Over a list")[0]
      ?.split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => [...(line.split("|")[3] ?? "").matchAll(/`([^`]+)`/g)].map(([, example = ""]) => example)) ??
    []
  expect(examples.length).toBeGreaterThan(20)
  for (const example of examples) expect([example, holds(example)]).toEqual([example, true])
})

it("every function and every reserved word is in the manual", () => {
  for (const name of functionNames) expect([name, section("Functions").includes(`\`${name}`)]).toEqual([name, true])
  for (const word of reservedWords) expect([word, section("Fields").includes(word)]).toEqual([word, true])
})

it("the manual's limits are the default ones", () => {
  const { characters, depth, fields, nodes, payload, rows, rules, steps } = defaultLimits
  for (const limit of [fields, rules, rows, characters, payload, `${nodes}; ${depth}`, steps]) {
    expect(section("Limits")).toContain(`| ${limit.toLocaleString("en")} |`)
  }
})

it("a field may be called `not`, `and` or `or`", () => {
  const fields = ["not", "and", "or"].map((slug) => ({ slug, type: "boolean" }))
  const form = formOf({ fields: [...fields, { slug: "f", type: "boolean", formula: "!not && and || or" }] })
  expect(evaluate(form, { not: false, and: true }).calculatedData).toEqual({ f: true })
})
