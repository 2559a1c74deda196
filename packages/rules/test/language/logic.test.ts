import { describe, expect, it } from "vitest"
import { backEnds } from "../fuzz/compare.ts"
import { checked, evaluate, formOf, holds, oneOfEach, result, textOf, TODAY } from "../support.ts"

const values = [true, false, null] as const
const fields = [
  { slug: "a", type: "boolean" },
  { slug: "b", type: "boolean" },
  { slug: "r", type: "boolean", formula: "" }
]
const run = (formula: string, a: boolean | null, b: boolean | null) =>
  evaluate(formOf({ fields: [...fields.slice(0, 2), { slug: "r", type: "boolean", formula }] }), { a, b })
    .calculatedData["r"]

describe("conditions", () => {
  it("conditions are true, false or missing by Kleene's tables", () => {
    // Kleene: "and" is the lesser and "or" the greater of false < not known < true.
    const rank = (value: boolean | null): number => (value === null ? 1 : value ? 2 : 0)
    const named = (value: number): boolean | null => (value === 1 ? null : value === 2)
    for (const a of values) {
      expect([a, run("!a", a, null)]).toEqual([a, named(2 - rank(a))])
      for (const b of values) {
        expect([a, b, run("a && b", a, b)]).toEqual([a, b, named(Math.min(rank(a), rank(b)))])
        expect([a, b, run("a || b", a, b)]).toEqual([a, b, named(Math.max(rank(a), rank(b)))])
        expect([a, b, run("a == b", a, b)]).toEqual([a, b, a === null || b === null ? null : a === b])
        expect([a, b, run("a ? b : !b", a, b)]).toEqual([a, b, a === null || b === null ? null : a ? b : !b])
      }
    }
  })

  it("every comparison with a missing operand is missing", () => {
    for (const condition of [
      "whole < 1",
      "whole == 1",
      "whole != 1",
      "price >= 1.5",
      "note == 'x'",
      "born < today",
      "flag == true",
      "whole / 2 > 1",
      "whole in [1, 2]",
      "contains(note, 'x')",
      "'car' in extras",
      "startsWith(note, 'x')",
      "matches(note, 'x')"
    ]) {
      expect([condition, holds(condition)]).toEqual([condition, null])
    }
  })

  it("presence is never missing", () => {
    expect(holds("whole == null")).toBe(true)
    expect(holds("null != whole", { whole: 1 })).toBe(true)
    expect(holds("drivers == null")).toBe(true)
    expect(holds("drivers == null", { drivers: [] })).toBe(false)
    expect(holds("extras != null", { extras: [] })).toBe(true)
    expect(holds("(whole / other > 1) == null", { whole: 1, other: 0 })).toBe(true)
  })

  it("`in` is `==` with each item, joined by `||`", () => {
    expect(holds("whole in [1, other]", { whole: 1 })).toBe(true)
    expect(holds("whole in [2, other]", { whole: 1 })).toBe(null)
    expect(holds("whole in [2, 3.0]", { whole: 3 })).toBe(true)
    expect(holds("cover in ['comp', 'tpo']", { cover: "tpo" })).toBe(true)
    expect(holds("'legal' in extras", { extras: ["car"] })).toBe(false)
    expect(holds("contains(extras, 'car')", { extras: ["car"] })).toBe(true)
  })

  it("arithmetic with a missing operand gives missing; coalesce replaces it", () => {
    for (const formula of [
      "whole + 1",
      "1 - whole",
      "whole * 0",
      "-whole",
      "round(whole / 2)",
      "abs(whole)",
      "min(1, whole)",
      "max(whole, 1)",
      "length(note)",
      "size(extras)",
      "number(note)",
      "daysBetween(born, today)"
    ]) {
      expect([formula, result(formula)]).toEqual([formula, null])
    }
    expect(result("coalesce(whole, other, 7)")).toBe(7)
    expect(result("coalesce(whole, other, 7)", { other: 2 })).toBe(2)
    expect(result("flag ? 1 : null", { flag: false })).toBe(null)
    expect(result("flag ? null : 1.25", { flag: false })).toBe(1.25)
    expect(textOf("note + '!'")).toBe(null)
  })
})

describe("lists", () => {
  const drivers = [{ age: 20, fee: "10.50", main: true }, { age: 30, main: false }, { fee: "0.25" }]

  it("`sum`, `min`, `max` and `avg` leave missing values out", () => {
    expect(result("sum(drivers, d, d.fee)", { drivers })).toBe(10.75)
    expect(result("min(drivers, d, d.age)", { drivers })).toBe(20)
    expect(result("max(map(drivers, d, d.age * 2))", { drivers })).toBe(60)
    expect(result("round(avg(drivers, d, d.age), 1)", { drivers })).toBe(25)
    expect(holds("avg(drivers, d, d.age) == 25", { drivers })).toBe(true)
  })

  it("without rows, `sum` is 0, `all` true, `any` false, and `min`, `max` and `avg` are missing", () => {
    for (const data of [{}, { drivers: [] }, { drivers: null }]) {
      expect(result("sum(drivers, d, d.fee)", data)).toBe(0)
      expect(result("count(drivers, d, d.main)", data)).toBe(0)
      expect(result("size(drivers)", data)).toBe(0)
      expect(result("min(drivers, d, d.age)", data)).toBe(null)
      expect(result("max(drivers, d, d.age)", data)).toBe(null)
      expect(result("round(avg(drivers, d, d.age), 1)", data)).toBe(null)
      expect(holds("all(drivers, d, d.main)", data)).toBe(true)
      expect(holds("any(drivers, d, d.main)", data)).toBe(false)
    }
  })

  it("`any` and `all` follow Kleene; `count` and `filter` take the rows for which the condition is true", () => {
    expect(holds("any(drivers, d, d.main)", { drivers })).toBe(true)
    expect(holds("any(drivers, d, d.age > 40)", { drivers })).toBe(null)
    expect(holds("all(drivers, d, d.age > 25)", { drivers })).toBe(false)
    expect(holds("all(drivers, d, d.age > 10)", { drivers })).toBe(null)
    expect(result("count(drivers, d, d.age > 10)", { drivers })).toBe(2)
    expect(result("size(filter(drivers, d, d.age > 25))", { drivers })).toBe(1)
    expect(result("sum(filter(drivers, d, d.age < 25), e, e.fee)", { drivers })).toBe(10.5)
    expect(result("sum(map(filter(drivers, d, d.age < 25), e, e.fee * 2))", { drivers })).toBe(21)
    expect(result("size(map(drivers, d, d.age))", { drivers })).toBe(3)
  })
})

describe("texts", () => {
  it("`length` counts characters, not UTF-16 units", () => {
    expect(result("length(note)", { note: "a👍é" })).toBe(3)
    expect(result("size(note)", { note: "" })).toBe(0)
  })

  it("texts are searched, changed and joined", () => {
    expect(holds("contains(note, 'an')", { note: "banana" })).toBe(true)
    expect(holds("startsWith(note, 'ba') && endsWith(note, 'na') && !startsWith(note, 'an')", { note: "banana" })).toBe(
      true
    )
    expect(textOf("upper(trim(note)) + '/' + lower('ÄB')", { note: "  straße " })).toBe("STRASSE/äb")
    expect(holds("matches(note, '[a-z]+') && !matches(note, 'ban')", { note: "banana" })).toBe(true)
    expect(holds(String.raw`matches(note, r'\d{3}')`, { note: "123" })).toBe(true)
    expect(holds(String.raw`note == 'it\'s \u00e9\n'`, { note: "it's é\n" })).toBe(true)
  })

  it("parts of a text are taken by the numbers of its characters, those beyond its ends left out", () => {
    const note = "a👍cdé"
    expect(textOf("left(note, 2) + '|' + right(note, 2) + '|' + middle(note, 2, 3)", { note })).toBe("a👍|dé|👍cd")
    expect(textOf("left(note, 99) + '|' + right(note, 99) + '|' + middle(note, 4, 99)", { note })).toBe(
      `${note}|${note}|dé`
    )
    expect(textOf("left(note, 0) + '|' + right(note, -1) + '|' + middle(note, 9, 2)", { note })).toBe("||")
    expect(textOf("middle(note, 0, 2) + '|' + middle(note, -5, 3)", { note })).toBe("a|")
    expect(textOf("left(note, whole)", { note, whole: null })).toBe(null)
    expect(textOf("middle(note, whole, 1)", { note, whole: 5 })).toBe("é")
    expect(textOf("right(note, 1)")).toBe(null)
  })

  it("a text is replaced everywhere, and filled up to a number of characters", () => {
    expect(textOf("replace(note, ' ', '')", { note: "12 34  5" })).toBe("12345")
    expect(textOf("replace(note, 'aa', '$&')", { note: "aaaaa" })).toBe("$&$&a")
    expect(textOf("replace(note, '.', cover)", { note: "a.b", cover: null })).toBe(null)
    expect(textOf("padStart(text(whole), 6, '0') + padEnd(note, 3, '👍')", { whole: 42, note: "é" })).toBe(
      "000042é👍👍"
    )
    expect(textOf("padStart('abc', 2, '0')")).toBe("abc")
  })

  it("`extract` gives what a pattern's group matches, in the first place where the pattern matches", () => {
    const note = "DE89 3704 0044 0532 0130 00"
    expect(textOf("extract(note, '^([A-Z]{2})')", { note })).toBe("DE")
    expect(textOf(String.raw`extract(note, r'\b(\d{4})\b')`, { note })).toBe("3704")
    expect(textOf("extract(note, '(?:b(.)?|a)')", { note: "ab👍" })).toBe(null)
    expect(textOf("extract(note, 'b(.)?')", { note: "ab👍c" })).toBe("👍")
    expect(textOf("extract(note, 'b(c*)')", { note: "abd" })).toBe("")
    expect(textOf("extract(note, '(a|ab)c?')", { note: "xabc" })).toBe("a")
    expect(textOf("extract(note, '(?:([a-z])-?)+')", { note: "a-b-c" })).toBe("c")
    expect(textOf("extract(note, '(?i)ref: (?P<number>[0-9]+)')", { note: "Your REF: 42" })).toBe("42")
    expect(textOf("coalesce(extract(note, '^(x)'), 'none')", { note })).toBe("none")
    expect(textOf("extract(note, '(x)')")).toBe(null)
  })

  it.each(backEnds)("`trim` removes exactly ECMAScript's white space at both ends, in %s", (_, compile) => {
    const fields = [
      { slug: "a", type: "text" },
      { slug: "b", type: "text", formula: "trim(a)" }
    ]
    const form = compile(checked(formOf({ fields })))
    const taken: Array<number> = []
    for (let code = 1; code <= 0xffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const a = String.fromCharCode(code)
      const { b } = form.evaluate({ a: `${a}x${a}` }, { today: TODAY, draft: false }).calculatedData
      if (b === "x") taken.push(code)
    }
    const enSpaces = Array.from({ length: 11 }, (_one, index) => 0x2000 + index)
    const others = [9, 10, 11, 12, 13, 0x20, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]
    expect(taken).toEqual([...enSpaces, ...others].toSorted((a, b) => a - b))
  })

  it("texts become numbers and back", () => {
    expect(result("number(note) + 1", { note: "1.5" })).toBe(2.5)
    expect(["", "1e3", " 1", "1.1234567", "one"].map((note) => result("number(note)", { note }))).toEqual([
      null,
      null,
      null,
      null,
      null
    ])
    const written = ["007", "+5", ".5", "5.", "1,5", "-0", "1.500000000", "9".repeat(41), `${"9".repeat(41)}.5`]
    expect(written.map((note) => result("number(note)", { note }))).toEqual([
      null,
      null,
      null,
      null,
      null,
      0,
      1.5,
      null,
      null
    ])
    expect(holds("number(note) == null", { note: "9".repeat(40) })).toBe(false)
    expect(holds("number(note) < 0", { note: `-${"9".repeat(40)}` })).toBe(true)
    expect(holds("number(note) == null", { note: `-${"9".repeat(41)}` })).toBe(true)
    expect(
      textOf("text(amount) + ' ' + text(price) + ' ' + text(price + 0) + ' ' + text(flag)", {
        amount: 1.5,
        price: "2.50",
        flag: true
      })
    ).toBe("1.5 2.50 2.5 true")
  })
})

describe("outcomes, checks and effects", () => {
  const form = formOf({
    fields: [...oneOfEach],
    checks: [{ id: "c", check: "whole > 1", message: "Too few: {whole}, {price}, {cover}, {extras}, {note} {{x}}" }],
    outcomes: [{ id: "o", severity: "warning", when: "whole > 1", message: "{whole} of {today}" }],
    effects: [
      { id: "always", kind: "delivery", url: "https://example.org", secret: "s" },
      { id: "e", kind: "document", on: "state:approved", when: "whole > 1", title: "x", blocks: [] }
    ]
  })

  it("a check refuses only if it is false; an outcome and an effect need true", () => {
    expect(evaluate(form, {})).toMatchObject({ valid: true, outcomes: [], effects: ["always"] })
    expect(evaluate(form, { whole: 2 })).toMatchObject({
      valid: true,
      outcomes: [{ id: "o", severity: "warning", message: "2 of 2026-11-21" }],
      effects: ["always", "e"]
    })
    expect(evaluate(form, { whole: 1, price: 2.5, cover: "comp", extras: ["car", "legal"] })).toMatchObject({
      valid: false,
      outcomes: [],
      problems: [
        { code: "rule", field: "", pointer: "/data", message: "Too few: 1, 2.50, Comprehensive, car, legal, — {x}" }
      ]
    })
  })
})
