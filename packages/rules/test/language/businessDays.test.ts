/** Business days: the laws of counting them, by hand and by the calendar, and the faults of a table that has no holidays. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { completionsAt } from "../../src/authoring/completionsAt.ts"
import { openForm } from "../../src/authoring/openForm.ts"
import { check } from "../../src/check.ts"
import type { Json } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { businessDays } from "../../src/values/businessDays.ts"
import { FIRST_DAY, LAST_DAY, weekday } from "../../src/values/civil.ts"
import { checked, formOf } from "../support.ts"

const date = fc.integer({ min: 20_000, max: 21_000 })
const anyDate = fc.integer({ min: FIRST_DAY, max: LAST_DAY })
const holidays = fc.array(date, { maxLength: 60 })

describe("business days", () => {
  it("are the days from Monday to Friday after the one and up to the other, without holidays", () => {
    fc.assert(
      fc.property(holidays, date, date, (free, a, b) => {
        const { between } = businessDays(free)
        const isOne = (day: number): boolean => weekday(day) < 6 && !free.includes(day)
        const days = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
        const expected = a <= b ? days(a + 1, b + 1).filter(isOne).length : 0 - days(b, a).filter(isOne).length
        expect(between(a, b)).toBe(expected + 0)
      })
    )
  })

  it("a date that is so many of them later is a business day, and as many are between", () => {
    fc.assert(
      fc.property(holidays, anyDate, fc.bigInt({ min: -4_000n, max: 4_000n }), (free, day, count) => {
        const { between, later } = businessDays(free)
        const moved = later(day, count)
        if (moved === null) return
        expect(between(day, moved)).toBe(Number(count))
        if (count === 0n) expect(moved).toBe(day)
        else expect([weekday(moved) < 6, free.includes(moved)]).toEqual([true, false])
      })
    )
  })

  it("end where the calendar does", () => {
    const { later } = businessDays([])
    expect([later(LAST_DAY, 1n), later(FIRST_DAY, -1n), later(0, 10n ** 30n), later(0, -(10n ** 30n))]).toEqual([
      null,
      null,
      null,
      null
    ])
    // 9999-12-31 is a Friday, and 0001-01-01 a Monday.
    expect([later(LAST_DAY - 1, 1n), later(FIRST_DAY + 1, -1n)]).toEqual([LAST_DAY, FIRST_DAY])
  })
})

const tables = {
  holidays: {
    keys: [{ name: "day", type: "date" }],
    values: [{ name: "name", type: "text" }],
    rows: [
      ["2026-12-28", "Boxing Day, moved"],
      ["2026-12-25", "Christmas Day"]
    ]
  },
  fees: {
    keys: [{ name: "from", type: "date", match: "from" }],
    values: [{ name: "fee", type: "integer" }],
    rows: [["2026-01-01", 1]]
  }
}
const fields: ReadonlyArray<Json> = [
  { slug: "sent", type: "date" },
  { slug: "days", type: "integer" }
]

it("a deadline by a table of holidays is the same in every back end", () => {
  const form = checked(
    formOf({
      tables,
      fields: [
        ...fields,
        { slug: "due", type: "date", formula: "addBusinessDays(sent, days, holidays)" },
        { slug: "plain", type: "date", formula: "addBusinessDays(sent, days)" },
        { slug: "left", type: "integer", formula: "businessDaysBetween(today, due, holidays)" }
      ]
    })
  )
  const options = { today: "2026-12-21", draft: false }
  for (const run of [compileGenerated(form), compileClosures(form), runPortable(toPortable(form))]) {
    expect(run.evaluate({ sent: "2026-12-23", days: 3 }, options).calculatedData).toEqual({
      due: "2026-12-30",
      plain: "2026-12-28",
      left: 5
    })
    expect(run.evaluate({ days: 3 }, options).calculatedData).toEqual({ due: null, plain: null, left: null })
  }
})

it("faults say which table there has to be, and what others call it", () => {
  const faults = (formula: string): string =>
    Result.match(check(formOf({ tables, fields: [...fields, { slug: "n", type: "integer", formula }] })), {
      onSuccess: () => "",
      onFailure: ([fault]) => fault?.message ?? ""
    })
  expect(faults("businessDaysBetween(sent, today, fees)")).toBe(
    "A table of holidays has one key, the date of a holiday; `fees` has `from` (ranges of date)."
  )
  expect(faults("businessDaysBetween(sent, today, holiday)")).toContain(
    "There is no table `holiday`. Did you mean `holidays`?"
  )
  expect(faults("businessDaysBetween(sent, today, 'x')")).toContain("ends with the name of a table of holidays")
  expect(faults("businessDaysBetween(sent, 3)")).toContain("counts to")
  expect(faults("networkdays(sent, today)")).toContain("`businessDaysBetween(from, to, holidays)`")
})

it("editors propose the tables where one can stand", () => {
  const formula = "businessDaysBetween(sent, today, "
  const form = openForm(formOf({ tables, fields: [...fields, { slug: "n", type: "integer", formula }] }))
  expect(completionsAt(form, "/fields/2/formula", formula.length).map(({ text }) => text)).toContain("holidays")
})
