/** Periods, days of other zones, and the filters that bars stand for. */
import { check } from "@formwork/rules/check"
import { compileCondition } from "@formwork/rules/compileCondition"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { bucketCondition, choiceCondition } from "../../src/screens/reports/form/barFilters.ts"
import { drawnDays, spanAmounts } from "../../src/screens/reports/form/spanAmounts.ts"
import { MOST_COLUMNS, spansOf } from "../../src/screens/reports/form/spans.ts"
import { OTHERS, seriesOf } from "../../src/screens/reports/form/states.ts"
import { periodOf, periodSearch } from "../../src/screens/reports/period.ts"
import { byCaller } from "../../src/screens/reports/usage/usageRows.ts"
import { usageSearch } from "../../src/screens/reports/usage/usageSearch.ts"
import { beginOfDay, dayIn, daysLater } from "../../src/time/zones.ts"

const zones = [
  "UTC",
  "Europe/London",
  "America/Sao_Paulo",
  "Asia/Kolkata",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Africa/Cairo"
]
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => daysLater("1985-01-01", days))

test("a period of up to a year is drawn whole, however young the form is; a longer one since the form was made", () => {
  const whole = { from: "2026-11-29", to: "2026-11-29" }
  const month = { from: "2026-10-31", to: "2026-11-29" }
  expect(drawnDays({ days: [] }, month, whole)).toEqual(month)
  expect(drawnDays({ days: [] }, { from: "2000-01-01", to: "2099-12-31" }, whole)).toEqual(whole)
})

test("a day begins at its first moment in its zone, whatever its clocks do", () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), day, (zone, wanted) => {
      const at = Date.parse(beginOfDay(zone, wanted))
      expect(dayIn(zone, at) >= wanted, `${zone} ${wanted}`).toBe(true)
      expect(dayIn(zone, at - 1) < wanted, `${zone} ${wanted}`).toBe(true)
    }),
    { numRuns: 500 }
  )
  expect(beginOfDay("Europe/London", "2026-10-26")).toBe("2026-10-26T00:00:00.000Z")
  expect(beginOfDay("Europe/London", "2026-10-25")).toBe("2026-10-24T23:00:00.000Z")
  // Samoa had no such day.
  expect(beginOfDay("Pacific/Apia", "2011-12-30")).toBe(beginOfDay("Pacific/Apia", "2011-12-31"))
})

test("the spans of a period are at most 92, and have each of its days once", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 25_000 }), (from, days) => {
      const to = daysLater(from, days - 1)
      const { spans, unit } = spansOf({ from, to })
      expect(spans.length).toBeLessThanOrEqual(MOST_COLUMNS)
      expect(unit === "day").toBe(days <= MOST_COLUMNS)
      expect([spans[0]?.from, spans.at(-1)?.to]).toEqual([from, to])
      spans.slice(1).forEach((span, place) => expect(span.from).toBe(daysLater(spans[place]?.to ?? "", 1)))
    })
  )
})

test("the spans of a report have all of its submissions, whichever states are put together", () => {
  const counted = fc.record({
    day: fc.integer({ min: 0, max: 900 }),
    state: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
    count: fc.nat(9)
  })
  fc.assert(
    fc.property(fc.array(counted, { maxLength: 40 }), (given) => {
      const days = given
        .map((one) => ({ ...one, day: daysLater("2024-01-01", one.day) }))
        .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      const states = [...new Set(days.map(({ state }) => state))].map((state) => ({
        state,
        count: days.filter((one) => one.state === state).reduce((sum, { count }) => sum + count, 0)
      }))
      const series = seriesOf({ states }, ["b", "a"])
      expect(series.length).toBeLessThanOrEqual(6)
      const whole = { from: "2024-03-01", to: "2024-04-01" }
      const { spans } = spanAmounts({ days }, series, { from: "2000-01-01", to: "2099-12-31" }, whole)
      for (const name of series) {
        const isOf = (state: string) => (name === OTHERS ? !series.includes(state) : state === name)
        const wanted = states.filter(({ state }) => isOf(state)).reduce((sum, { count }) => sum + count, 0)
        expect(spans.reduce((sum, { counts }) => sum + (counts.get(name) ?? 0), 0)).toBe(wanted)
      }
    })
  )
})

test("states stand in the order of the workflow, drafts first", () => {
  const states = ["approved", "draft", "gone", "submitted"].map((state) => ({ state, count: 1 }))
  expect(seriesOf({ states }, ["submitted", "approved"])).toEqual(["draft", "submitted", "approved", "gone"])
})

const formOf = (field: object) => {
  const checked = check({ title: "T", code: "T", fields: [{ slug: "f", ...field }] })
  if (checked._tag === "Failure") throw new Error(JSON.stringify(checked.failure))
  return checked.success
}

const holds = (field: object, condition: string, value: unknown): boolean => {
  const compiled = compileCondition(formOf(field), condition)
  if (compiled._tag === "Failure") throw new Error(`${condition}: ${JSON.stringify(compiled.failure)}`)
  const stored = { data: { f: value }, calculatedData: {} } as never
  return compiled.success.holds(stored, "2026-11-23")
}

test("the condition of an option holds for what chose it and for nothing else, whatever its characters are", () => {
  const value = fc
    .string({ unit: "binary", minLength: 1, maxLength: 20 })
    .filter((text) => /^[^\0\p{Cs}]+$/u.test(text))
  fc.assert(
    fc.property(value, value, (one, other) => {
      fc.pre(one !== other)
      const options = [one, other].map((each) => ({ value: each, label: "L" }))
      const choice = choiceCondition("f", "choice", one)
      expect(holds({ type: "choice", options }, choice, one)).toBe(true)
      expect(holds({ type: "choice", options }, choice, other)).toBe(false)
      const choices = choiceCondition("f", "choices", one)
      expect(holds({ type: "choices", options }, choices, [other, one])).toBe(true)
      expect(holds({ type: "choices", options }, choices, [other])).toBe(false)
    }),
    { numRuns: 30 }
  )
  expect(holds({ type: "boolean" }, choiceCondition("f", "boolean", "false"), false)).toBe(true)
  expect(holds({ type: "boolean" }, choiceCondition("f", "boolean", "true"), false)).toBe(false)
})

test.each([
  [{ from: "10.5", to: "10.6" }, "10.50", "10.59", "10.60"],
  [{ from: "-10.5", to: "-10.6" }, "-10.50", "-10.59", "-10.60"],
  [{ from: "0", to: "0" }, "0.00", "0", "0.01"]
])("the condition of the bucket %j has its first value and its last, and not the next", (ends, first, last, next) => {
  const condition = bucketCondition("f", { ...ends, count: 1 })
  const money = { type: "money", currency: "GBP" }
  expect([first, last, next].map((value) => holds(money, condition, value))).toEqual([true, true, false])
})

test("an address without days is about the last 30, and keeps no text that is no day", () => {
  const today = "2026-11-23"
  expect(periodOf({}, today)).toEqual({ from: "2026-10-25", to: today })
  expect(periodOf({ to: "2026-03-30" }, today)).toEqual({ from: "2026-03-01", to: "2026-03-30" })
  expect(periodOf({ from: "2026-01-01" }, today)).toEqual({ from: "2026-01-01", to: today })
  expect(periodSearch({ from: "2026-02-30", to: "soon" })).toEqual({})
  expect(usageSearch({ from: "2026-02-28", form: "f", other: 1 })).toEqual({ from: "2026-02-28", form: "f" })
})

test("calls are put together by who made them, the most first", () => {
  const call = (id: string, operation: "evaluate" | "create", day: string, calls: number) => ({
    day,
    operation,
    calls,
    name: id,
    by: { kind: "key" as const, id, name: id },
    credential: { kind: "api_key" as const, id }
  })
  const rows = byCaller([
    call("a", "evaluate", "2026-11-01", 2),
    call("b", "evaluate", "2026-11-01", 5),
    call("b", "evaluate", "2026-11-02", 5),
    call("a", "create", "2026-11-03", 1)
  ])
  expect(rows.map(({ calls, lastDay, name, total }) => [name, calls, total, lastDay])).toEqual([
    ["b", { evaluate: 10, create: 0 }, 10, "2026-11-02"],
    ["a", { evaluate: 2, create: 1 }, 3, "2026-11-03"]
  ])
})

test("the sessions of a person are one row, and one that nobody knows any more is a row of its own", () => {
  const olive = { kind: "user" as const, id: "olive", name: "Olive" }
  const call = (id: string, by: typeof olive | null) => ({
    day: "2026-11-01",
    operation: "create" as const,
    calls: 1,
    name: null,
    by,
    credential: { kind: "session" as const, id }
  })
  const rows = byCaller([call("one", olive), call("two", null), call("three", olive)])
  expect(rows.map(({ id, name, total }) => [id, name, total])).toEqual([
    ["olive", "Olive", 2],
    ["two", null, 1]
  ])
})
