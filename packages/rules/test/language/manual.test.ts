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

it("the rates in the manual begin on their days", () => {
  const form = JSON.parse(/Rates that begin on a day[\s\S]*?```json\n([\s\S]*?)```/.exec(manual)?.[1] ?? "")
  expect(faultsOf(form)).toBe("")
  const premium = (starts: string | null, today: string) =>
    evaluate(form, { product: "home", value: "100000", starts }, false, today).calculatedData["premium"]
  expect(premium("2026-12-31", "2027-06-01")).toBe("1200.00")
  expect(premium("2027-01-01", "2026-11-30")).toBe("1320.00")
  expect(premium(null, "2026-12-31")).toBe("1200.00")
  expect(premium(null, "2027-01-01")).toBe("1320.00")
  expect(premium("2025-12-31", "2026-06-01")).toBe(null)
})

it("the parcel search in the manual takes the parts that the manual says", () => {
  const [, text = ""] = /`extract` looks anywhere[\s\S]*?```json\n([\s\S]*?)```/.exec(manual) ?? []
  const form = JSON.parse(text)
  expect(faultsOf(form)).toBe("")
  const [, whole = "", carrier, number, suffix, bare = "", none] =
    /^“(.*)” has the carrier “(.*)”, the number (\d+) and the suffix “(.*)”; “(.*)” has the suffix “(.*)”, and the check fails\.$/m.exec(
      manual
    ) ?? []
  expect(evaluate(form, { tracking: whole })).toMatchObject({
    valid: true,
    calculatedData: { carrier, number: Number(number), suffix }
  })
  expect(evaluate(form, { tracking: bare })).toMatchObject({
    problems: [{ code: "rule", field: "tracking" }],
    calculatedData: { carrier: null, suffix: none }
  })
})

it("the parcel in the manual costs what the manual says, at a row, between two and behind the last", () => {
  const [, text = ""] = /\*\*Between two rows\*\*[\s\S]*?```json\n([\s\S]*?)```/.exec(manual) ?? []
  const form = JSON.parse(text)
  expect(faultsOf(form)).toBe("")
  const sentence = /^250 grams cost .*$/m.exec(manual)?.[0] ?? ""
  const told = [...sentence.matchAll(/([\d,]+) (?:grams )?cost ([\d.]+\d)/g)].map(([, grams = "", price]) => [
    Number(grams.replace(",", "")),
    price
  ])
  expect(told).toHaveLength(4)
  for (const [grams, price] of told)
    expect([grams, evaluate(form, { grams: Number(grams) }).calculatedData["price"]]).toEqual([grams, price])
  const holed = structuredClone(form)
  holed.tables.postage.rows[2][1] = null
  expect(faultsOf(holed)).toBe("")
  const price = (grams: number) => evaluate(holed, { grams }).calculatedData["price"]
  expect([price(-1), price(500), price(501), price(2000)]).toEqual([null, "4.00", null, null])
})

it("the petty cash in the manual is counted row by row as the manual says", () => {
  const [, text = ""] = /### The row before[\s\S]*?```json\n([\s\S]*?)```/.exec(manual) ?? []
  const form = JSON.parse(text)
  expect(faultsOf(form)).toBe("")
  const [, first = "", second = "", third = "", left, dearest, shops, list] =
    /^With ([\d.]+) at Bakers, ([\d.]+) at Post and ([\d.]+) at Bakers there are ([\d.]+) left; the dearest is (\w+), there are (\d) shops, and the list is “(.*)”\.$/m.exec(
      manual
    ) ?? []
  const entries = [
    { day: "2026-01-01", shop: "Bakers", amount: first },
    { day: "2026-01-02", shop: "Post", amount: second },
    { day: "2026-01-02", shop: "Bakers", amount: third }
  ]
  const { calculatedData, problems } = evaluate(form, { entries })
  expect(problems).toEqual([])
  expect(calculatedData).toMatchObject({ left, dearest, shops: Number(shops), list })
  const wrong = evaluate(form, { entries: [...entries].reverse().map((entry) => ({ ...entry, amount: "60.00" })) })
  expect(wrong.problems.map(({ code, message, pointer }) => [code, pointer, message])).toEqual([
    ["rule", "/data/entries/2/day", "Entry 3 is before the one above it"],
    ["rule", "/data/entries/1/amount", "There is not so much left"],
    ["rule", "/data/entries/2/amount", "There is not so much left"]
  ])
  const [, further = ""] = /^ {2}`(sum\(filter\(entries.*)`\.$/m.exec(manual) ?? []
  const before = { slug: "before", type: "money", currency: "EUR", formula: further }
  const [cash, ...others] = form.fields
  const more = { ...form, fields: [{ ...cash, fields: [...cash.fields, before] }, ...others] }
  expect(evaluate(more, { entries }).calculatedData["entries"]).toMatchObject(
    ["0.00", "30.00", "42.50"].map((before) => ({ before }))
  )
})

it("the zones in the manual are the options of its choice, with their fees", () => {
  const [, text = ""] = /### Options of a table[\s\S]*?```json\n([\s\S]*?)```/.exec(manual) ?? []
  const form = JSON.parse(text)
  expect(faultsOf(form)).toBe("")
  for (const [zone, , fee] of form.tables.zones.rows)
    expect(evaluate(form, { zone })).toMatchObject({ problems: [], calculatedData: { fee } })
  expect(evaluate(form, { zone: "fr" }).problems).toMatchObject([{ field: "zone", code: "choice" }])
  const shown = (source: JsonObject) =>
    evaluate(
      { ...source, outcomes: [{ id: "to", severity: "info", when: "zone == 'ch'", message: "To {zone}" }] },
      { zone: "ch" }
    ).outcomes[0]?.message
  expect(shown(form)).toBe("To Switzerland")
  const [zone, fee] = form.fields
  expect(shown({ ...form, fields: [{ ...zone, optionsFrom: "zones.code" }, fee] })).toBe("To ch")
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

it("the travel expenses in the manual are in two currencies", () => {
  const text = /```json\n([\s\S]*?)```/.exec(section("Expressions"))?.[1] ?? ""
  expect(faultsOf(JSON.parse(text))).toBe("")
  const data = { days: 3, hotel: "200.00", rate: 1.1655 }
  expect(evaluate(JSON.parse(text), data).calculatedData).toEqual({
    hotelInEuros: "233.10",
    total: "317.10",
    isDear: true
  })
  expect(faultsOf(JSON.parse(text.replace("perDiem + hotelInEuros", "perDiem + hotel")))).toContain(
    "convert(hotel, 'EUR'"
  )
  expect(faultsOf(JSON.parse(text.replace("round(hotel * rate, 2)", "hotel")))).toContain("is in EUR, and its formula")
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

it("the club in the manual reads its options' attributes, and offers what the manual says", () => {
  const [, , text = ""] = /### Attributes of options[\s\S]*?(```json\n([\s\S]*?)```)/.exec(manual) ?? []
  const form = JSON.parse(text)
  expect(faultsOf(form)).toBe("")
  expect(evaluate(form, { age: 30, plan: "full", extras: ["towel", "sauna"] })).toMatchObject({
    valid: true,
    calculatedData: { monthly: "49.50", line: "All hours, 49.50 a month" }
  })
  const minor = evaluate(form, { age: 30, plan: "junior" })
  expect(minor.problems[0]?.message).toBe("plan does not offer “Under 18” with the other answers as they are.")
  expect(section("Fields")).toContain("plan does not offer “Under 18” with the other answers as they are.")
  const hidden = evaluate(form, { age: 30, plan: "basic" }).hiddenOptions
  expect(hidden).toEqual({ plan: ["junior"], extras: ["locker"] })
  expect(section("Fields")).toContain('`{ "plan": ["junior"], "extras": ["locker"] }`')
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
