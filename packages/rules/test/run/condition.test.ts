/** A condition over what was stored says what the same condition said while the form ran. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { compile } from "../../src/compile.ts"
import { compileCondition } from "../../src/compileCondition.ts"
import type { Condition } from "../../src/compileCondition.ts"
import type { StoredValues } from "../../src/Evaluation.ts"
import type { JsonObject } from "../../src/Json.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { checked, evaluate, formOf, oneOfEach, TODAY } from "../support.ts"

const form = checked(formOf({ fields: [...oneOfEach, { slug: "total", type: "number", formula: "amount * 2" }] }))

const condition = (source: string, over = form): Condition => {
  const result = compileCondition(over, source)
  return Result.isSuccess(result) ? result.success : expect.fail(JSON.stringify(result.failure))
}

const holds = (source: string, data: JsonObject, calculatedData: JsonObject = {}): boolean =>
  condition(source).holds({ data, calculatedData }, TODAY)

const faults = (source: string, limits = {}) => {
  const result = compileCondition(form, source, limits)
  return Result.isFailure(result) ? result.failure.map(({ message, range }) => [message, range]) : []
}

/** As a database gives it back. */
const stored = ({ calculatedData, data }: StoredValues): StoredValues =>
  JSON.parse(JSON.stringify({ calculatedData, data }))

describe("a condition over stored values", () => {
  it("a condition agrees with the outcomes of random forms, for every payload that they accept", () => {
    let agreed = 0
    for (let index = 0; index < 800; index++) {
      const { checked, definition } = formAt(11, index)
      if (checked.outcomes.length === 0) continue
      const { data, options } = inputAt(11, index, definition)
      const evaluation = compile(checked).evaluate(data, options)
      if (!evaluation.valid) continue
      for (const { field, id, when } of checked.definition.outcomes) {
        // One about a field is not raised where that is hidden, and one of rows reads their fields.
        if (field !== undefined) continue
        const raised = evaluation.outcomes.some((outcome) => outcome.id === id)
        const found = condition(when, checked).holds(stored(evaluation), options.today)
        expect({ index, when, found }).toEqual({ index, when, found: raised })
        agreed++
      }
    }
    expect(agreed).toBeGreaterThan(40)
  })

  it("a condition sees computed fields as they were stored, and not as they would be now", () => {
    expect(holds("total == 4", { amount: 2 }, { total: 4 })).toBe(true)
    expect(holds("total == 4", { amount: 2 }, { total: 5 })).toBe(false)
    expect(holds("total == 4", { amount: 2, total: 4 })).toBe(false)
  })

  it("a condition over a hidden field, or over one that another version stored with another type, is not true", () => {
    expect(holds("whole > 1", {})).toBe(false)
    expect(holds("!(whole > 1)", {})).toBe(false)
    expect(holds("whole == null", {})).toBe(true)
    for (const whole of ["2", true, 2.5, [2], { a: 2 }, null, 1e300])
      expect(holds("whole != null", { whole })).toBe(false)
    expect(holds("size(drivers) == 0", { drivers: "none" })).toBe(true)
    expect(holds("any(drivers, d, d.age > 1)", { drivers: [null, 3, { age: "x" }, { age: 2 }] })).toBe(true)
    expect(holds("note == 'toString'", { note: "toString" })).toBe(true)
    expect(holds("whole != null", Object.create({ whole: 1 }))).toBe(false)
  })

  it("a condition reads every type, lists and `today` as rules do", () => {
    const data = {
      price: "12.30",
      amount: 0.3,
      born: "1990-02-28",
      at: "09:30",
      moment: "2026-01-01T01:00:00+01:00",
      cover: "comp",
      extras: ["car"],
      drivers: [{ name: "Ada", age: 36, fee: "1.10" }, { name: "Bea" }]
    }
    for (const source of [
      "price == 12.30 && amount == 0.1 + 0.2",
      "yearsBetween(born, today) == 36",
      "at < time('10:00') && moment == datetime('2026-01-01T00:00:00Z')",
      "cover == 'comp' && 'car' in extras && size(extras) == 1",
      "sum(drivers, d, d.fee) == 1.10 && count(drivers, d, d.name == 'Bea') == 1 && size(drivers) == 2"
    ])
      expect([source, holds(source, data)]).toEqual([source, true])
    const { calculatedData, data: kept, valid } = evaluate(formOf({ fields: oneOfEach }), data)
    expect({ calculatedData, data: kept, valid }).toEqual({ calculatedData: {}, data, valid: true })
  })

  it("a condition at fault gets every fault with its range, and its cost is limited", () => {
    expect(faults("wholee > 1 && note > 2")).toEqual([
      [expect.stringContaining("whole"), { start: 0, end: 6 }],
      [expect.any(String), { start: 14, end: 22 }]
    ])
    expect(faults("whole + 1").length).toBe(1)
    expect(faults("whole >").length).toBe(1)
    expect(faults("").length).toBe(1)
    expect(faults("any(drivers, d, d.age > 1)", { steps: 10 })).toEqual([
      [expect.stringContaining("10 are allowed"), { start: 0, end: 26 }]
    ])
    expect(condition("whole > 1").steps).toBeLessThan(condition("any(drivers, d, d.age > 1)").steps)
  })
})
