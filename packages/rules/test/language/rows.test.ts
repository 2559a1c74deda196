/** What rules say of rows: their texts put together, different values, the first and the dearest, the row before, and their number. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Json, JsonObject } from "../../src/Json.ts"
import { checked, evaluate, faultsOf, formOf, holds, oneOfEach, result, textOf } from "../support.ts"

const drivers = [
  { name: "Ada", age: 36, fee: "12.50", main: false, birth: "1990-12-10" },
  { name: "", age: null, fee: "7.00", main: true, birth: "2000-02-29" },
  { age: 17, fee: "12.50", main: true },
  { name: "Zoë", age: 17, birth: "1990-12-10" }
]

/** A list with the fields, and what is computed of each row. */
const computed = (fields: ReadonlyArray<JsonObject>, rows: Json, more: JsonObject = {}): Json =>
  evaluate(formOf({ fields: [{ slug: "rows", type: "list", maxItems: 10, fields, ...more }] }), { rows })
    .calculatedData["rows"] ?? null

describe("join", () => {
  it("puts the texts of rows together in their order, and leaves missing ones out", () => {
    expect(textOf("join(drivers, d, d.name, ', ')", { drivers })).toBe("Ada, , Zoë")
    expect(textOf("join(filter(drivers, d, d.name != ''), e, upper(e.name), '')", { drivers })).toBe("ADAZOË")
    expect(textOf("join(drivers, d, text(d.age), note)", { drivers, note: " / " })).toBe("36 / 17 / 17")
    expect(textOf("join(extras, e, label(e), ' + ')", { extras: ["legal", "car"] })).toBe("legal + car")
  })

  it("is an empty text of no rows, and missing without its separator", () => {
    expect(textOf("join(drivers, d, d.name, ', ')")).toBe("")
    expect(textOf("join(drivers, d, d.name, ', ')", { drivers: [{}, {}] })).toBe("")
    expect(textOf("join(drivers, d, d.name, note)", { drivers })).toBe(null)
  })

  it("is as long as all rows can make it: a field that is too short has a problem, and steps count it", () => {
    const of = (maxLength: number) => ({
      slug: "all",
      type: "text",
      maxLength,
      formula: "join(drivers, d, d.name, '; ')"
    })
    const form = formOf({ fields: [...oneOfEach, of(10)] })
    expect(evaluate(form, { drivers }).problems).toEqual([])
    expect(evaluate(form, { drivers: [...drivers, { name: "Grace" }] }).problems).toMatchObject([
      { field: "all", code: "max_length" }
    ])
    const long = (maxLength: number) => [
      { slug: "notes", type: "list", fields: [{ slug: "note", type: "text", maxLength }] },
      { slug: "all", type: "boolean", formula: "contains(join(notes, n, n.note, ', '), 'x')" }
    ]
    expect(faultsOf(formOf({ fields: long(1000) }))).toBe("")
    expect(faultsOf(formOf({ fields: long(20_000) }))).toContain("At worst the rules of this form take")
  })

  it("law: it is what the texts joined by hand are", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string({ unit: "grapheme", maxLength: 5 })), { maxLength: 6 }), (names) => {
        const sound = names.map((name) => (name === null || /[\0\ud800-\udfff]/u.test(name) ? null : name))
        const there = sound.filter((name) => name !== null)
        const rows = sound.map((name) => ({ name }))
        expect(textOf("join(drivers, d, d.name, '|')", { drivers: rows })).toBe(there.join("|"))
      }),
      { numRuns: 30 }
    )
  })
})

describe("countDistinct", () => {
  it("counts different values, each alike however it is written", () => {
    expect(result("countDistinct(drivers, d, d.age)", { drivers })).toBe(2)
    expect(result("countDistinct(map(drivers, d, d.birth))", { drivers })).toBe(2)
    expect(result("countDistinct(drivers, d, d.fee * 2)", { drivers: [{ fee: "1.50" }, { fee: 1.5 }] })).toBe(1)
    expect(result("countDistinct(drivers, d, d.name)", { drivers: [{ name: "a" }, { name: "A" }] })).toBe(2)
    expect(result("countDistinct(drivers, d, 0 - d.age)", { drivers: [{ age: 0 }, { age: -0 }] })).toBe(1)
    expect(result("countDistinct(drivers, d, d.main)")).toBe(0)
  })

  it("takes one instant for one value, and the same options in another order", () => {
    const fields = [
      { slug: "at", type: "datetime" },
      { slug: "set", type: "choices", options: [{ value: "a" }, { value: "b" }] }
    ]
    const form = formOf({
      fields: [
        { slug: "rows", type: "list", fields },
        { slug: "instants", type: "integer", formula: "countDistinct(rows, r, r.at)" },
        { slug: "sets", type: "integer", formula: "countDistinct(rows, r, r.set)" }
      ]
    })
    const rows = [
      { at: "2026-01-01T00:00:00Z", set: ["a", "b"] },
      { at: "2026-01-01T01:00:00.0+01:00", set: ["b", "a"] },
      { at: "2026-01-01T00:00:00.000000001Z", set: [] },
      {}
    ]
    expect(evaluate(form, { rows }).calculatedData).toEqual({ instants: 2, sets: 2 })
  })
})

describe("first, last, minBy and maxBy", () => {
  it("give the value of the row that they pick, which may be missing", () => {
    expect(textOf("first(drivers, d, d.main, d.name)", { drivers })).toBe("")
    expect(textOf("last(drivers, d, d.main, d.name)", { drivers })).toBe(null)
    expect(result("last(drivers, d, d.age < 20, d.age)", { drivers })).toBe(17)
    expect(textOf("first(drivers, d, d.age > 90, d.name)", { drivers })).toBe(null)
    expect(textOf("first(drivers, d, true, d.name)")).toBe(null)
    expect(result("minBy(drivers, d, d.birth, d.birth)", { drivers }, { type: "date" })).toBe("1990-12-10")
  })

  it("take the first of equal keys, and leave rows without a key out", () => {
    expect(textOf("maxBy(drivers, d, d.fee, d.name)", { drivers })).toBe("Ada")
    expect(textOf("minBy(drivers, d, d.age, text(d.fee))", { drivers })).toBe("12.50")
    expect(textOf("minBy(drivers, d, d.birth, d.name)", { drivers })).toBe("Ada")
    expect(textOf("maxBy(drivers, d, d.age, d.name)", { drivers: [{ name: "x" }] })).toBe(null)
  })

  it("keep what the value is: an amount, its decimals, the options of a choice", () => {
    expect(textOf("text(first(drivers, d, d.age == 36, d.fee))", { drivers })).toBe("12.50")
    const euros = { slug: "sum", type: "money", currency: "EUR", formula: "first(drivers, d, true, d.fee)" }
    expect(faultsOf(formOf({ fields: [...oneOfEach, euros] }))).toContain("is in EUR")
    const options = [
      { value: "a", label: "Ah", price: 3 },
      { value: "b", label: "Be" }
    ]
    const plan = { slug: "plan", type: "choice", options, attributes: [{ name: "price", type: "integer" }] }
    const of = (type: JsonObject, formula: string) =>
      formOf({
        fields: [
          { slug: "rows", type: "list", fields: [plan] },
          { slug: "result", ...type, formula }
        ]
      })
    const rows = [{ plan: "b" }, { plan: "a" }]
    const gives = (type: string, formula: string) => evaluate(of({ type }, formula), { rows }).calculatedData["result"]
    expect(gives("text", "label(first(rows, r, r.plan == 'b', r.plan))")).toBe("Be")
    expect(gives("integer", "maxBy(rows, r, r.plan.price, r.plan).price")).toBe(3)
    expect(faultsOf(of({ type: "boolean" }, "last(rows, r, true, r.plan) == 'c'"))).toContain("`plan` has no option")
  })

  it("go through chosen options too, and through rows that are filtered", () => {
    expect(textOf("first(extras, e, e != 'car', e)", { extras: ["car", "legal"] })).toBe("legal")
    expect(textOf("last(filter(drivers, d, d.age > 20), e, true, e.name)", { drivers })).toBe("Ada")
  })

  it("law: `minBy` of a value by itself is `min`, and the row that `first` picks is the first that `filter` keeps", () => {
    const rows = fc.array(fc.record({ age: fc.option(fc.integer({ min: -5, max: 5 })) }), { maxLength: 6 })
    fc.assert(
      fc.property(rows, (given) => {
        expect(result("minBy(drivers, d, d.age, d.age)", { drivers: given })).toBe(
          result("min(drivers, d, d.age)", { drivers: given })
        )
        const [kept = null] = given.flatMap(({ age }) => (age !== null && age > 0 ? [age] : []))
        expect(result("first(drivers, d, d.age > 0, d.age)", { drivers: given })).toBe(kept)
      }),
      { numRuns: 30 }
    )
  })

  it("compare times and date-times, by their instant", () => {
    const fields = [
      { slug: "at", type: "datetime" },
      { slug: "clock", type: "time" },
      { slug: "no", type: "integer" }
    ]
    const form = formOf({
      fields: [
        { slug: "rows", type: "list", fields },
        { slug: "early", type: "integer", formula: "minBy(rows, r, r.at, r.no)" },
        { slug: "late", type: "integer", formula: "maxBy(rows, r, r.clock, r.no)" },
        { slug: "latest", type: "datetime", formula: "maxBy(rows, r, r.at, r.at)" }
      ]
    })
    const rows = [
      { at: "2026-01-01T02:00:00+01:00", clock: "09:30", no: 1 },
      { at: "2026-01-01T00:30:00Z", clock: "17:00", no: 2 },
      { clock: "17:00:00", no: 3 },
      { at: "2026-01-01T01:00:00Z", no: 4 }
    ]
    expect(evaluate(form, { rows }).calculatedData).toEqual({ early: 2, late: 2, latest: "2026-01-01T02:00:00+01:00" })
  })
})

describe("previous and rowNumber", () => {
  const amount = { slug: "amount", type: "integer" }

  it("give a field of the row before, missing in the first, and the number of the row from 1 on", () => {
    const fields = [
      amount,
      { slug: "more", type: "integer", formula: "amount - previous(amount)" },
      { slug: "no", type: "integer", formula: "rowNumber()" }
    ]
    expect(computed(fields, [{ amount: 3 }, { amount: 10 }, {}, { amount: 1 }])).toEqual([
      { more: null, no: 1 },
      { more: 7, no: 2 },
      { more: null, no: 3 },
      { more: null, no: 4 }
    ])
  })

  it("a field may read itself in the row before: a running total, a balance, a chain of conditions", () => {
    const total = { slug: "total", type: "integer", formula: "coalesce(previous(total), 0) + coalesce(amount, 0)" }
    expect(computed([amount, total], [{ amount: 3 }, { amount: 10 }, {}, { amount: 1 }])).toEqual(
      [3, 13, 13, 14].map((total) => ({ total }))
    )
    const shown = { ...amount, visibleWhen: "rowNumber() == 1 || previous(amount) > 0" }
    const form = formOf({ fields: [{ slug: "rows", type: "list", fields: [shown] }] })
    const rows = [{ amount: 1 }, { amount: 0 }, { amount: 5 }, { amount: 5 }]
    expect(evaluate(form, { rows }).hiddenFields).toEqual(["rows[2].amount", "rows[3].amount"])
  })

  it("a total beyond what a double holds goes on exactly", () => {
    const exact = {
      slug: "total",
      type: "integer",
      formula: "mod(coalesce(previous(total), 7) * 999999999999989, 1000000007)"
    }
    let expected = 7n
    const all = Array.from({ length: 4 }, () => ({
      total: Number((expected = (expected * 999_999_999_999_989n) % 1_000_000_007n))
    }))
    expect(computed([exact], [{}, {}, {}, {}])).toEqual(all)
  })

  it("two fields that wait for each other by the row before are a circle", () => {
    const fields = [
      { slug: "a", type: "integer", formula: "coalesce(previous(b), 0)" },
      { slug: "b", type: "integer", formula: "a + 1" }
    ]
    const form = (fields: ReadonlyArray<JsonObject>) => formOf({ fields: [{ slug: "rows", type: "list", fields }] })
    expect(faultsOf(form(fields))).toContain("rows.a → rows.b → rows.a")
    const itself = { slug: "a", type: "integer", formula: "coalesce(previous(a), 0) + a" }
    expect(faultsOf(form([itself]))).toContain("`rows.a` depends on itself")
  })

  it("stand in a check of rows and in `requiredWhen`, and see rows that are no objects", () => {
    const form = formOf({
      fields: [
        {
          slug: "rows",
          type: "list",
          fields: [amount, { slug: "why", type: "text", requiredWhen: "amount > previous(amount)" }]
        }
      ],
      checks: [
        { id: "order", field: "rows.amount", check: "amount >= previous(amount)", message: "{amount} is too low" }
      ]
    })
    const { problems } = evaluate(form, { rows: [{ amount: 5 }, { amount: 4 }, 3, { amount: 9 }, { amount: 10 }] })
    expect(problems.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "type /data/rows/2",
      "required /data/rows/4/why",
      "rule /data/rows/1/amount"
    ])
  })

  it("`rowNumber(row)` is the number in the list, also of a filtered row", () => {
    expect(result("sum(filter(drivers, d, d.main), e, rowNumber(e))", { drivers })).toBe(5)
    expect(holds("all(drivers, d, rowNumber(d) <= size(drivers))", { drivers })).toBe(true)
    expect(result("first(drivers, d, d.name == 'Zoë', rowNumber(d))", { drivers })).toBe(4)
  })

  it("a rule over the rows of its own list tells the row that it is at from its own", () => {
    const before = {
      slug: "before",
      type: "integer",
      formula: "sum(filter(rows, r, rowNumber(r) < rowNumber()), e, e.amount)"
    }
    expect(computed([amount, before], [{ amount: 1 }, { amount: 2 }, { amount: 4 }])).toEqual(
      [0, 1, 3].map((before) => ({ before }))
    )
  })

  it("a list function costs what it did, and one that picks its value once", () => {
    const steps = (formula: string) =>
      checked(formOf({ fields: [...oneOfEach, { slug: "r", type: "integer", formula }] })).steps
    expect(steps("first(drivers, d, d.main, d.age)") - steps("count(drivers, d, d.main)")).toBe(1)
    expect(steps("minBy(drivers, d, d.age, d.age)") - steps("min(drivers, d, d.age)")).toBe(0)
  })
})
