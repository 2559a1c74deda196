/** The oracle agrees with the manual's examples, with other calendars, and on what the fuzzer has found. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Json, JsonObject } from "../../src/Json.ts"
import { backEnds } from "../fuzz/compare.ts"
import { addDays, addMonths, between, dayNumber, isDate, momentOf } from "./calendar.ts"
import { decimal, fraction, round, written } from "./Fraction.ts"
import { oracle } from "./oracle.ts"
import { parse } from "./parse.ts"
import { checked, formOf, oneOfEach, TODAY } from "../support.ts"
import { present } from "../present.ts"

const options = { today: TODAY, draft: false }

/** What every back end and the oracle say, which has to be the same. */
const agreed = (definition: JsonObject, data: JsonObject) => {
  const expected = oracle(definition, data, options)
  const codes = expected.problems.map(({ code, field }) => `${code} ${field}`)
  for (const [name, compile] of backEnds) {
    const { problems, ...rest } = compile(checked(definition)).evaluate(data, options)
    const found = problems.map(({ code, field }) => `${code} ${field}`)
    expect({ name, ...rest, problems: found }).toEqual({ name, ...expected, problems: codes })
  }
  return { calculatedData: expected.calculatedData, codes }
}

const holds = (condition: string): Json => {
  const result = { slug: "result", type: "boolean", formula: condition }
  return oracle(formOf({ fields: [...oneOfEach, result] }), {}, options).calculatedData["result"] ?? null
}

describe("the oracle", () => {
  it("the oracle finds every example of the manual true", () => {
    const manual = readFileSync(new URL("../../../../docs/rule-language.md", import.meta.url), "utf8")
    const functions = /## Functions([\s\S]*?)Over a list/.exec(manual)?.[1] ?? ""
    const examples = [...functions.matchAll(/`([^`|]*==[^`|]*)`/g)].map(([, example = ""]) => example)
    expect(examples.length).toBeGreaterThan(15)
    for (const example of examples) expect([example, holds(example)]).toEqual([example, true])
  })

  it("the oracle binds operators as the manual says", () => {
    const shape = (source: string): string => {
      const said = (node: ReturnType<typeof parse>): string =>
        node.args.length === 0 ? node.value || node.op : `(${[node.op, ...node.args.map(said)].join(" ")})`
      return said(parse(source))
    }
    expect(shape("a || b && !c == d + e * -f")).toBe("(|| a (&& b (== (not c) (+ d (* e (neg f))))))")
    expect(shape("a - b - c ? d : e ? f : g")).toBe("(?: (- (- a b) c) d (?: e f g))")
    expect(shape(String.raw`'it\'s' + "\u00e9" + r'\d'`)).toBe(String.raw`(+ (+ it's é) \d)`)
  })

  it("the oracle counts days like JavaScript's calendar", () => {
    const epoch = dayNumber("1970-01-01")
    for (let day = -719_162; day <= 2_932_896; day += 997) {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
      expect([date, dayNumber(date) - epoch, addDays("1970-01-01", BigInt(day))]).toEqual([date, day, date])
    }
    expect(addMonths("2024-01-31", 1n)).toBe("2024-02-29")
    expect(addDays("9999-12-31", 1n)).toBeNull()
    expect(between("years", "2004-02-29", "2022-02-28")).toBe(17)
    expect(isDate("1900-02-29")).toBe(false)
    expect(momentOf("2024-02-29T23:30:00-01:00")?.instant).toBe(momentOf("2024-03-01T00:30:00Z")?.instant)
  })

  it("the oracle rounds fractions to the nearer side", () => {
    const shown = (text: string, digits: number, half: "away" | "even" | "zero"): string =>
      decimal(round(present(written(text)), digits, half))
    expect([shown("2.345", 2, "away"), shown("2.345", 2, "even"), shown("-2.5", 0, "away")]).toEqual([
      "2.35",
      "2.34",
      "-3"
    ])
    expect([shown("2.345", 2, "zero"), shown("-2.5", 0, "zero")]).toEqual(["2.34", "-2"])
    expect(decimal(round(fraction(2n, 3n), 3, "away"))).toBe("0.667")
    expect(decimal(present(written("1e-7")))).toBe("0.0000001")
  })
})

describe("what the fuzzer found", () => {
  it("a computed field has its constraints in a row that is not an object, too", () => {
    const form = formOf({
      fields: [{ slug: "l", type: "list", fields: [{ slug: "n", type: "integer", max: 1, formula: "2" }] }]
    })
    expect(agreed(form, { l: [5] })).toEqual({
      calculatedData: { l: [{ n: null }] },
      codes: ["type l[0]", "max l[0].n"]
    })
  })

  it("a row's field may have the name of its list, in `min` and `max` too", () => {
    const fields = [
      { slug: "drivers", type: "integer" },
      { slug: "most", type: "integer", formula: "max(drivers, 3)" }
    ]
    const form = formOf({ fields: [{ slug: "drivers", type: "list", fields }] })
    expect(agreed(form, { drivers: [{ drivers: 5 }, {}] })).toEqual({
      calculatedData: { drivers: [{ most: 5 }, { most: null }] },
      codes: []
    })
  })

  it("a field named like a member of every JavaScript object has a value only if it was sent, in rows too", () => {
    const fields = [{ slug: "toString", type: "boolean", required: true }]
    const form = formOf({ fields: [...fields, { slug: "l", type: "list", fields }] })
    expect(agreed(form, { l: [{}] }).codes).toEqual(["required toString", "required l[0].toString"])
  })

  it("rows with equal values of any type are the same", () => {
    const max = "2026-01-01T00:00:00+01:00"
    const fields = [
      { slug: "at", type: "datetime", max },
      { slug: "note", type: "text", minLength: 2, formula: "'abc'" }
    ]
    const form = formOf({ fields: [{ slug: "l", type: "list", unique: true, fields }] })
    const rows = [{ at: "2024-02-29T10:30:00+01:00" }, { at: "2024-02-29T09:30:00Z" }, {}]
    expect(agreed(form, { l: rows }).codes).toEqual(["unique l[1]"])
  })

  it("a list that was not sent is missing in a formula that runs again in BigInt, too", () => {
    const form = formOf({
      fields: [
        { slug: "l", type: "list", fields: [{ slug: "a", type: "integer" }] },
        { slug: "x", type: "money", currency: "GBP" },
        { slug: "n", type: "number", decimals: 15, formula: "l == null ? 0.33333333333 + x : 0" }
      ]
    })
    expect(agreed(form, { x: "35902.33" }).codes).toEqual(["too_large n"])
    expect(agreed(form, { x: "35902.33", l: [] }).codes).toEqual([])
  })
})
