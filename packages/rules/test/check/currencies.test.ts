/** Amounts of two currencies are neither added nor compared nor chosen between; a rate turns one into the other (docs/decisions/0266). */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../src/Json.ts"
import { check } from "../../src/check.ts"
import { compile } from "../../src/compile.ts"
import { evaluate, faultsOf, formOf, TODAY } from "../support.ts"

const money = (slug: string, currency: string, formula?: string): JsonObject => ({
  slug,
  type: "money",
  currency,
  ...(formula === undefined ? {} : { formula })
})

const fields: ReadonlyArray<JsonObject> = [
  money("eur", "EUR"),
  money("gbp", "GBP"),
  money("yen", "JPY"),
  { slug: "rate", type: "number", decimals: 4 },
  { slug: "flag", type: "boolean" },
  {
    slug: "items",
    type: "list",
    maxItems: 5,
    fields: [
      money("cost", "EUR"),
      { slug: "rowRate", type: "number", decimals: 4 },
      money("inGbp", "GBP", "round(cost * rowRate, 2)")
    ]
  }
]

const tables: JsonObject = {
  rates: {
    keys: [{ name: "code", type: "text" }],
    values: [{ name: "rate", type: "number", decimals: 4 }],
    rows: [["GBP", "0.8500"]]
  }
}

const constants: JsonObject = { fee: { type: "money", currency: "GBP", value: "5.00" } }

const withField = (field: JsonObject): JsonObject =>
  formOf({
    tables,
    constants,
    fields: [...fields, field],
    outcomes: [{ id: "o", severity: "info", when: "fee > 0", message: "{fee}" }]
  })

/** What is wrong with a formula of a number with enough decimals. */
const wrong = (formula: string): string =>
  faultsOf(withField({ slug: "result", type: "number", decimals: 15, formula }))

const MIXED = "amounts of one currency"

describe("two currencies", () => {
  it("are a fault wherever amounts meet, in rows and with constants too", () => {
    const mixing = [
      "eur + gbp",
      "eur - gbp",
      "eur + fee",
      "eur * 0.5 + gbp",
      "round(eur / 3, 2) + gbp",
      "-eur + abs(gbp)",
      "mod(eur, gbp)",
      "min(eur, 10, gbp)",
      "max(eur, fee)",
      "flag ? eur : gbp",
      "coalesce(eur, null == flag ? gbp : 0)",
      "eur > gbp ? 1 : 0",
      "eur / 12 <= gbp ? 1 : 0",
      "eur == fee ? 1 : 0",
      "eur in [1, gbp] ? 1 : 0",
      "sum(items, i, i.cost + gbp)",
      "sum(items, i, i.cost) + gbp",
      "sum(map(items, i, i.cost)) + gbp",
      "count(items, i, i.cost > i.inGbp)",
      "max(items, i, i.cost) - gbp",
      "round(avg(items, i, i.cost), 2) - gbp",
      "size(filter(items, i, i.cost > gbp))",
      "convert(eur, 'GBP', rate) + eur"
    ]
    for (const formula of mixing) expect([formula, wrong(formula).includes(MIXED)]).toEqual([formula, true])
  })

  it("may be multiplied and divided, and each goes with plain numbers", () => {
    const sound = [
      "eur + 5 - rate",
      "eur * rate",
      "round(gbp / eur, 4)",
      "eur / gbp > 0.5 ? 1 : 0",
      "max(0, eur - 100)",
      "convert(eur, 'GBP', rate) + gbp",
      "min(gbp, convert(eur, 'GBP', lookup(rates, 'rate', 'GBP')))",
      "sum(items, i, i.inGbp) + fee",
      "sum(items, i, convert(i.cost, 'GBP', i.rowRate)) + fee",
      "flag ? eur : null",
      "eur in [1, 2]  ? 1 : 0"
    ]
    for (const formula of sound) expect([formula, wrong(formula)]).toEqual([formula, ""])
  })

  it("a field of money takes an amount in its own currency, a plain number, or another amount times or over a rate", () => {
    const given = (formula: string): string => faultsOf(withField(money("result", "GBP", formula)))
    for (const formula of ["gbp", "5", "round(eur * rate, 2)", "round(eur / rate, 2)", "round(eur * 0.85, 2)"])
      expect([formula, given(formula)]).toEqual([formula, ""])
    for (const formula of ["eur", "eur + 5", "round(eur, 2)", "sum(items, i, i.cost)", "round(eur * rate + eur, 2)"])
      expect([formula, given(formula).includes("is in GBP, and its formula gives an amount in EUR")]).toEqual([
        formula,
        true
      ])
  })

  it("a conversion counts with its rate, exactly", () => {
    const form = withField(money("total", "GBP", "round(convert(eur, 'GBP', rate) + sum(items, i, i.inGbp) + fee, 2)"))
    const data = { eur: "100.01", rate: 0.8533, items: [{ cost: "10.00", rowRate: 0.5 }] }
    expect(evaluate(form, data).calculatedData["total"]).toBe("95.34") // 85.338533 + 5 + 5
    expect(evaluate(form, { ...data, rate: null }).calculatedData["total"]).toBe(null)
  })
})

it("a form that was published when currencies could be mixed goes on, and is not published again", () => {
  const mixed = formOf({
    constants: { mod: { type: "money", currency: "JPY", value: "100" } },
    fields: [...fields, money("total", "GBP", "eur + mod"), { slug: "is", type: "boolean", formula: "total > eur" }]
  })
  expect(faultsOf(mixed)).toContain(MIXED)
  const published = check(mixed, {}, { published: true })
  expect(Result.isSuccess(published)).toBe(true)
  if (Result.isFailure(published)) return
  const form = compile(published.success)
  const options = { today: TODAY, draft: false }
  expect(form.evaluate({ eur: "1.00" }, options).calculatedData).toMatchObject({ total: "101.00", is: true })
  expect(form.explain({ eur: "1.00" }, options).trace.length).toBe(2)
})

type Unit = "EUR" | "GBP" | "plain" | "mixed"

interface Sample {
  readonly text: string
  readonly unit: Unit
}

/** The unit of what is added or compared, said again: all plain, or plain and one currency. */
const common = (...units: ReadonlyArray<Unit>): Unit => {
  const named = new Set(units.filter((unit) => unit !== "plain"))
  return named.has("mixed") || named.size > 1 ? "mixed" : ([...named][0] ?? "plain")
}

const ofTimes = (a: Unit, b: Unit): Unit => {
  if (a === "mixed" || b === "mixed") return "mixed"
  return a !== "plain" && b !== "plain" ? "plain" : a === "plain" ? b : a
}

const { sample } = fc.letrec<{ sample: Sample }>((tie) => {
  const of = tie("sample")
  const leaf = fc.constantFrom<Sample>(
    { text: "eur", unit: "EUR" },
    { text: "gbp", unit: "GBP" },
    { text: "fee", unit: "GBP" },
    { text: "rate", unit: "plain" },
    { text: "2.5", unit: "plain" }
  )
  return {
    sample: fc.oneof(
      { maxDepth: 3, depthIdentifier: "u" },
      leaf,
      fc.tuple(of, fc.constantFrom("+", "-"), of).map(([a, sign, b]) => ({
        text: `(${a.text} ${sign} ${b.text})`,
        unit: common(a.unit, b.unit)
      })),
      fc.tuple(of, of).map(([a, b]) => ({
        text: `round(${a.text}, 2) * round(${b.text}, 2)`,
        unit: ofTimes(a.unit, b.unit)
      })),
      fc.tuple(fc.constantFrom("min", "max", "coalesce", "mod"), of, of).map(([name, a, b]) => ({
        text: `${name}(${a.text}, ${b.text})`,
        unit: common(a.unit, b.unit)
      })),
      fc.tuple(fc.constantFrom("abs", "floor", "round", "-"), of).map(([name, a]) => ({
        text: `${name}(${a.text})`,
        unit: a.unit
      })),
      fc.tuple(of, of, of, of).map(([a, b, c, d]) => {
        const unit = common(c.unit, d.unit)
        return {
          text: `(${a.text} < ${b.text} ? ${c.text} : ${d.text})`,
          unit: common(a.unit, b.unit) === "mixed" ? "mixed" : unit
        }
      })
    )
  }
})

it("every expression that mixes two currencies is a fault, and no other is", () => {
  fc.assert(
    fc.property(sample, ({ text, unit }) => {
      expect([text, wrong(`round(${text}, 2)`).includes(MIXED)]).toEqual([text, unit === "mixed"])
    }),
    { numRuns: 300 }
  )
})
