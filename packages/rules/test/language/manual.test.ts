/** docs/rule-language.md is true: its form, its examples, its list of functions, its limits. */
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { type Expectation, expectationMembers, findingsOf } from "../../src/cases/Expectation.ts"
import type { JsonObject } from "../../src/Json.ts"
import { check } from "../../src/check.ts"
import { compile } from "../../src/compile.ts"
import { functionNames } from "../../src/language/functionNames.ts"
import { reservedWords } from "../../src/language/reservedWords.ts"
import { defaultLimits } from "../../src/Limits.ts"
import { internalFieldsOf, resultWithout } from "../../src/Internal.ts"
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

it("the household quote in the manual is priced by its table as the manual says", () => {
  const form = JSON.parse(/```json\n([\s\S]*?)```/.exec(section("Tables"))?.[1] ?? "")
  expect(faultsOf(form)).toBe("")
  const rate = (region: string | null, built: number) => evaluate(form, { region, built }).calculatedData["rate"]
  expect(rate("north", 1979)).toBe(0.012)
  expect(rate("north", 1980)).toBe(0.0095)
  expect(rate("coast", 1990)).toBe(0.021)
  expect(rate("north", 1850)).toBe(0.015)
  expect(rate(null, 1990)).toBe(null)
  expect(evaluate(form, { region: "coast", built: 1990, value: "100000" }).calculatedData["premium"]).toBe("2100.00")
  const faults = faultsOf({
    ...form,
    tables: {
      area: {
        ...form.tables.area,
        rows: [
          ["north", "*", 1, null],
          ["*", 1980, 1, null]
        ]
      }
    }
  })
  expect(faults).toContain("name equally many keys")
})

it("the pet quote in the manual uses its constants as the manual says", () => {
  const form = JSON.parse(/```json\n([\s\S]*?)```/.exec(section("Constants"))?.[1] ?? "")
  expect(faultsOf(form)).toBe("")
  expect(evaluate(form, { age: 3, value: "1000" }).calculatedData["premium"]).toBe("50.00")
  expect(evaluate(form, { age: 3, value: "2000" }).calculatedData["premium"]).toBe("85.00")
  expect(evaluate(form, { age: 13 }).problems).toMatchObject([
    { field: "age", message: "Pet cover is for pets up to 12" }
  ])
})

it("the permit in three languages is read as the manual says", () => {
  const form = JSON.parse(/```json\n([\s\S]*?)```/.exec(section("Languages"))?.[1] ?? "")
  expect(faultsOf(form)).toBe("")
  const said = (language: string, data: JsonObject) =>
    compile(Result.getOrThrow(check(form, {}, { accepts: [language] })))
      .evaluate(data, { today: "2026-11-26", draft: false })
      .problems.map(({ message }) => message)
  expect(said("de", {})).toEqual(["Wählen Sie eine Zone"])
  expect(said("fr-CH", {})).toEqual(["Choisissez une zone"])
  expect(said("it", {})).toEqual(["Choose a zone"])
  expect(said("de", { zone: "c", weeks: 5 })).toEqual(["Innenstadt: höchstens vier Wochen"])
  expect(said("fr", { zone: "c", weeks: 5 })).toEqual(["In Centre four weeks at most"])
})

it("the parking permit in the manual says its author's sentences", () => {
  const [, text = ""] = /### Own sentences[\s\S]*?```json\n([\s\S]*?)```/.exec(manual) ?? []
  const form = JSON.parse(text)
  expect(faultsOf(form)).toBe("")
  expect(evaluate(form, { street: "Mill Lane", weeks: 60 }).problems).toMatchObject([
    { code: "required", pointer: "/data/plate", message: "Tell us which car the permit is for" },
    { code: "max", pointer: "/data/weeks", message: "Mill Lane has permits for a year at most" }
  ])
  expect(evaluate(form, { plate: "ab", weeks: "x" }).problems).toMatchObject([
    { code: "pattern", message: "Write the plate as it is on the car, such as AB12 CDE" },
    { code: "type", message: "Write the number of weeks in digits" }
  ])
})

it("the van quote in the manual has an internal factor", () => {
  const [, , text = ""] = /### Internal fields[\s\S]*?(```json\n([\s\S]*?)```)/.exec(manual) ?? []
  const form = JSON.parse(text)
  expect(faultsOf(form)).toBe("")
  const whole = evaluate(form, { mileage: 30_000 })
  expect(whole.calculatedData).toEqual({ loading: 1.35, premium: "567.00" })
  expect(resultWithout(whole, internalFieldsOf(form.fields)).calculatedData).toEqual({ premium: "567.00" })
})

it("the cases in the manual pass, and fail with another premium", () => {
  const text = (source: string): string => /```json\n([\s\S]*?)```/.exec(source)?.[1] ?? ""
  const cases: ReadonlyArray<{ readonly data: JsonObject; readonly expect: Expectation }> = JSON.parse(
    text(section("Cases"))
  )
  expect(cases).toHaveLength(3)
  const failed = (definition: string) => {
    const form = JSON.parse(definition)
    return cases.filter(({ data, expect: wanted }) =>
      findingsOf(wanted, evaluate(form, data), { fields: form.fields, data }).some(({ isMet }) => !isMet)
    ).length
  }
  expect(failed(text(manual))).toBe(0)
  expect(failed(text(manual).replace("0.0425", "0.0525"))).toBe(1)
  for (const member of expectationMembers) expect(section("Cases")).toContain(`| \`${member}\` |`)
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
  const { characters, depth, fields, nodes, payload, rows, rules, steps, tableRows } = defaultLimits
  for (const limit of [fields, rules, rows, tableRows, characters, payload, `${nodes}; ${depth}`, steps]) {
    expect(section("Limits")).toContain(`| ${limit.toLocaleString("en")} |`)
  }
})

it("a field may be called `not`, `and` or `or`", () => {
  const fields = ["not", "and", "or"].map((slug) => ({ slug, type: "boolean" }))
  const form = formOf({ fields: [...fields, { slug: "f", type: "boolean", formula: "!not && and || or" }] })
  expect(evaluate(form, { not: false, and: true }).calculatedData).toEqual({ f: true })
})
