/** Expressions in messages: what they show, in which languages and rows, what is wrong with them, what they cost, and how editors see them. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { references } from "../../src/authoring/references.ts"
import { rename } from "../../src/authoring/rename.ts"
import { typeAt } from "../../src/authoring/typeAt.ts"
import { valueAt } from "../../src/authoring/valueAt.ts"
import type { JsonObject } from "../../src/Json.ts"
import { LazyForm } from "../../src/run/lazy/LazyForm.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { backEnds } from "../fuzz/compare.ts"
import { checked, compiled, faultsOf, formOf, TODAY } from "../support.ts"

const options = { today: TODAY, draft: false }

const fields: ReadonlyArray<JsonObject> = [
  { slug: "premium", type: "money", currency: "EUR" },
  { slug: "rate", type: "number", decimals: 3 },
  { slug: "begin", type: "date" },
  {
    slug: "plan",
    type: "choice",
    options: [
      { value: "b", label: "Basic" },
      { value: "f", label: "Full" }
    ]
  },
  { slug: "drivers", type: "list", fields: [{ slug: "age", type: "integer" }] },
  { slug: "factor", type: "integer", formula: "3", internal: true }
]
const saying = (message: JsonObject | string, members: JsonObject = {}): JsonObject =>
  formOf({ fields, outcomes: [{ id: "said", severity: "info", when: "true", message, ...members }] })

const data = { premium: "100.5", rate: 0.25, begin: "2026-03-01", plan: "f", drivers: [{ age: 18 }, { age: 40 }] }

describe.each(backEnds)("an expression in a message: %s", (_, compile) => {
  const said = (message: string, given: JsonObject = data) =>
    compile(checked(saying(message)))
      .evaluate(given, options)
      .outcomes.map((outcome) => outcome.message)[0]

  it.each([
    ["{premium * 12} a year", "1206.00 a year"],
    ["{round(premium / 12, 2)} a month", "8.38 a month"],
    ["{ premium }", "100.50"],
    ["{round(premium / 12, 1)} or {floor(premium)}", "8.40 or 100.00"],
    ["{rate * 100} %", "25 %"],
    [String.raw`{coalesce('\u007b\u007d', label(plan))}, it's {extract(label(plan), '^(.)')}'s`, "{}, it's F's"],
    ["{premium * rate > 20 ? 'dear' : 'cheap'}", "dear"],
    ["{size(drivers)} drivers, the youngest {min(drivers, d, d.age)}", "2 drivers, the youngest 18"],
    ["until {addMonths(begin, 6)}", "until 2026-09-01"],
    ["{label(plan)}: {upper(plan)}", "Full: F"],
    ["{rate > 1}", "false"],
    ["{{{rate + 1}}}", "{1.25}"]
  ])("“%s” shows “%s”", (message, shown) => {
    expect(said(message)).toBe(shown)
  })

  it("shows “—” for what is missing, and reads the row that it is about", () => {
    expect(said("{premium * 12}", {})).toBe("—")
    const young = saying("{age + 1} next year", { field: "drivers.age", when: "age < 20" })
    expect(
      compile(checked(young))
        .evaluate(data, options)
        .outcomes.map(({ message }) => message)
    ).toEqual(["19 next year"])
  })

  it("counts exactly where doubles do not", () => {
    const big = formOf({
      fields: [{ slug: "n", type: "number", decimals: 6 }],
      outcomes: [{ id: "said", severity: "info", when: "true", message: "{n * n}" }]
    })
    const { outcomes } = compile(checked(big)).evaluate({ n: 123456789.123457 }, options)
    expect(outcomes[0]?.message).toBe("15241578780673730.614387630849")
  })
})

describe("an expression in a message", () => {
  it("stands in each language, in a field's own sentences, and in what a page runs", () => {
    const form = formOf({
      languages: ["en", "de"],
      fields: [
        ...fields,
        {
          slug: "cover",
          type: "money",
          currency: "EUR",
          max: "1000.00",
          messages: { max: { en: "At most {premium * 2}", de: "Höchstens {premium * 2}" } }
        }
      ]
    })
    expect(compiled(form).evaluate({ ...data, cover: "2000.00" }, options).problems[0]?.message).toBe("At most 201.00")
    const { fill } = runPortable(toPortable(checked(saying("{premium * 12}")), { internal: true }))
    const filled = fill(data, TODAY)
    expect(filled.outcomes.map(({ message }) => message)).toEqual(["1206.00"])
  })

  it.each([
    ["{premium * rate}", "This gives up to 5 decimals, and EUR has 2. Round it: `{round(premium * rate, 2)}`."],
    ["{premium / 12}", "round("],
    ["{drivers}", "`drivers` is a list"],
    ["{filter(drivers, d, d.age > 3)}", "A message shows one value"],
    ["{premum * 2}", "There is no field `premum`. Did you mean `premium`?"],
    ["{premium *}", "expression"],
    ["{factor * 2}", "`factor` is internal"],
    ["{}", "Between the braces of a message stands what it shows"],
    ["{null}", "There is no field `null` to show."],
    ["{null == null ? null : null}", "null"]
  ])("is at fault in “%s”, at its place", (message, words) => {
    expect(faultsOf(saying(`Say ${message}`))).toContain(words)
  })

  it("has its faults where they stand", () => {
    const open = openForm(saying("A year: {premium * 12}, {premum * 2}"))
    if (Result.isSuccess(open.checked)) throw new Error("a fault was expected")
    expect(open.checked.failure.map(({ range }) => range)).toEqual([{ start: 25, end: 31 }])
  })

  it("has no brace between its own, and says so wherever one may stand", () => {
    const inner = fc.constantFrom(
      "'{'",
      "'}'",
      "'{{'",
      '"}}"',
      "'a}b'",
      String.raw`'it\'s {'`,
      "r'x{2}'",
      "coalesce({plan}, 'x')",
      "1 + { rate } "
    )
    const around = fc.constantFrom("", "it's ", "{rate} ", "{{ ", "} ", "'", '"')
    fc.assert(
      fc.property(around, inner, fc.constantFrom("", " + 'x'", " == 'y'"), around, (before, brace, more, after) => {
        expect(faultsOf(saying(`${before}{${brace}${more}}${after}`))).toContain("Between the braces of a message")
      })
    )
    expect(faultsOf(saying("{'a' + \"b\"} and {label(plan) + '}}"))).not.toContain("Between the braces of a message")
  })

  it("costs its steps, and counts as a rule in what a form keeps", () => {
    const steps = (message: string) => checked(saying(message)).steps
    expect(steps("{sum(drivers, d, d.age)}")).toBeGreaterThan(steps("{rate}") + 200)
    const long = `{${Array.from({ length: 70 }, (_, index) => `rate * ${index}`).join(" + ")}}`
    const isText = (message: string) => {
      const outcomes = Array.from({ length: 15 }, (_, index) => ({
        id: `o${index}`,
        severity: "info",
        when: "true",
        message
      }))
      return new LazyForm(checked(formOf({ fields, outcomes }))).isText
    }
    expect([isText(long), isText("x".repeat(long.length))]).toEqual([false, true])
  })

  it("is seen by editors: its names, its parts, their values, and what can stand in it", () => {
    const message = "A year: {premium * 12}"
    const open = openForm(saying(message))
    const at = "/outcomes/0/message"
    expect(references(open, "/fields/0")).toEqual([{ pointer: at, range: { start: 9, end: 16 } }])
    const edits = Result.getOrThrow(rename(open, "/fields/0", "price"))
    expect(edits.map(({ text }) => text)).toContain("A year: {price * 12}")
    expect(typeAt(open, at, 17)).toMatchObject({ kind: "number", currency: "EUR", range: { start: 9, end: 21 } })
    expect(valueAt(open, at, 17, data, options)?.value).toBe("1206")
    const proposed = completionsAt(openForm(saying("A year: {premium * }")), at, 19)
    expect(proposed.map(({ text }) => text)).toEqual(expect.arrayContaining(["rate", "round()"]))
    expect(new Set(proposed.map(({ range }) => range.start))).toEqual(new Set([19]))
  })
})
