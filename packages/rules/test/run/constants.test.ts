/** Constants: named values in every expression and message, as if they were written out. */
import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { references } from "../../src/authoring/references.ts"
import { rename } from "../../src/authoring/rename.ts"
import { compare } from "../../src/compare.ts"
import { compileCondition } from "../../src/compileCondition.ts"
import type { JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { checked, formOf, TODAY } from "../support.ts"

const options = { today: TODAY, draft: false }

const constants: JsonObject = {
  base_rate: { type: "number", decimals: 4, value: "0.0425" },
  minimum: { type: "money", currency: "GBP", value: 50 },
  least: { type: "integer", value: 18 },
  opens: { type: "date", value: "2026-01-01" },
  product: { type: "text", value: "Motor", description: "As brokers call it" },
  closed: { type: "boolean", value: false }
}

const quote = (changed: JsonObject = {}, more: JsonObject = {}): JsonObject =>
  formOf({
    constants: { ...constants, ...changed },
    fields: [
      { slug: "age", type: "integer" },
      { slug: "value", type: "money", currency: "GBP" },
      { slug: "premium", type: "money", currency: "GBP", formula: "max(minimum, round(value * base_rate, 2))" },
      { slug: "name", type: "text", formula: "product + ' ' + text(age)" },
      { slug: "drivers", type: "list", fields: [{ slug: "age", type: "integer", visibleWhen: "!closed" }] },
      { slug: "young", type: "boolean", formula: "any(drivers, d, d.age < least)" }
    ],
    checks: [{ id: "open", check: "today >= opens", message: "{product} opens on {opens}, from {minimum}" }],
    outcomes: [{ id: "old", severity: "info", when: "age > least * 4", message: "{product} at {base_rate}" }],
    ...more
  })

const data = { age: 80, value: "2000.00", drivers: [{ age: 17 }] }

describe.each([
  ["generated", compileGenerated],
  ["closures", compileClosures]
] as const)("constants in a %s form", (_, compile) => {
  it("are their values, in formulas, conditions and messages", () => {
    const form = compile(checked(quote()))
    const { calculatedData, outcomes, problems } = form.evaluate(data, options)
    expect(calculatedData).toEqual({ premium: "85.00", name: "Motor 80", young: true })
    expect(outcomes).toEqual([{ id: "old", severity: "info", message: "Motor at 0.0425" }])
    expect(problems).toEqual([])
    const early = form.evaluate(data, { ...options, today: "2025-12-31" })
    expect(early.problems.map(({ message }) => message)).toEqual(["Motor opens on 2026-01-01, from 50.00"])
  })

  it("say their names and values in a trace", () => {
    const { trace } = compile(checked(quote())).explain(data, options)
    expect(trace[0]).toMatchObject({
      read: [
        { name: "minimum", value: "50.00" },
        { name: "value", value: "2000.00" },
        { name: "base_rate", value: 0.0425 }
      ],
      words: "premium is 85.00: minimum is 50.00; value is 2000.00; and base_rate is 0.0425."
    })
  })
})

describe("constants", () => {
  it("cost what their values written out cost", () => {
    const written = formOf({
      fields: [{ slug: "a", type: "integer" }],
      checks: [{ id: "c", check: "a < 18", message: "m" }]
    })
    const named = { ...written, constants: { least: { type: "integer", value: 18 } } }
    const of = (form: JsonObject, check: string) =>
      checked({ ...form, checks: [{ id: "c", check, message: "m" }] }).steps
    expect(of(named, "a < least")).toBe(of(written, "a < 18"))
  })

  it("that change are compared, and break through the rules that can refuse", () => {
    const { breaking, changes } = compare(
      checked(quote()),
      checked(
        quote({ base_rate: { type: "number", decimals: 4, value: "0.05" }, product: { type: "text", value: "Van" } })
      )
    )
    expect(changes.map(({ after, before, member, name, subject }) => [subject, name, member, before, after])).toEqual([
      ["constant", "base_rate", "value", "0.0425", "0.0500"],
      ["constant", "product", "value", "Motor", "Van"],
      ["constant", "product", "description", "As brokers call it", undefined],
      ["field", "premium", "formula", expect.anything(), expect.anything()],
      ["field", "name", "formula", expect.anything(), expect.anything()]
    ])
    expect(breaking).toBe(true)
  })

  it("are in a portable form as values without names", () => {
    const form = checked(quote())
    const text = toPortable(form)
    expect(text).not.toContain("base_rate")
    expect(runPortable(text).evaluate(data, options).calculatedData).toMatchObject({ premium: "85.00" })
  })

  it("can be used in a filter of a list", () => {
    const condition = Result.getOrThrow(compileCondition(checked(quote()), "age > least"))
    expect(condition.holds({ data: { age: 19 }, calculatedData: {} }, TODAY)).toBe(true)
    expect(condition.holds({ data: { age: 18 }, calculatedData: {} }, TODAY)).toBe(false)
  })

  it("are proposed where their kind fits, and between braces", () => {
    const form = openForm(quote())
    const texts = (pointer: string, offset: number) => completionsAt(form, pointer, offset).map(({ text }) => text)
    const formula = "max(minimum, round(value * base_rate, 2))"
    const inNumber = texts("/fields/2/formula", formula.indexOf("base_rate"))
    expect(inNumber).toEqual(expect.arrayContaining(["base_rate", "least", "minimum"]))
    expect(inNumber).not.toContain("product")
    expect(texts("/outcomes/0/message", 1)).toEqual(expect.arrayContaining(["product", "opens"]))
  })

  it("are found and renamed wherever they stand", () => {
    const form = openForm(quote())
    expect(references(form, "/constants/product").map(({ pointer }) => pointer)).toEqual([
      "/fields/3/formula",
      "/checks/0/message",
      "/outcomes/0/message"
    ])
    const edits = Result.getOrThrow(rename(form, "/constants/base_rate", "rate"))
    expect(edits.map(({ isName, pointer, text }) => [pointer, text, isName])).toEqual([
      ["/constants/base_rate", "rate", true],
      ["/fields/2/formula", "max(minimum, round(value * rate, 2))", undefined],
      ["/outcomes/0/message", "{product} at {rate}", undefined]
    ])
    const refused = (slug: string) => Result.getOrThrow(Result.flip(rename(form, "/constants/base_rate", slug))).reason
    expect(refused("age")).toBe("taken")
    expect(refused("least")).toBe("taken")
    expect(refused("Rate")).toBe("not_a_slug")
    expect(refused("today")).toBe("reserved")
    // A call has parentheses, so a constant may have the name of a function.
    expect(Result.isSuccess(rename(form, "/constants/base_rate", "round"))).toBe(true)
  })
})
