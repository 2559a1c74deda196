import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  addDays,
  addMonths,
  FIRST_DAY,
  formatDate,
  formatTime,
  LAST_DAY,
  monthsBetween,
  parseDate,
  parseDatetime,
  parseTime,
  toCivil,
  toDays,
  weekday,
  yearsBetween
} from "../../src/values/civil.ts"
import { holds, result, textOf } from "../support.ts"

/** The independent source: JavaScript's own UTC calendar. */
const jsDate = (days: number): Date => new Date(days * 86_400_000)
const day = fc.integer({ min: FIRST_DAY, max: LAST_DAY })
const days = (text: string): number => parseDate(text) ?? Number.NaN

describe("civil dates", () => {
  it("civil dates agree with JavaScript's calendar on every kind of day", () => {
    const check = (date: number): void => {
      const utc = jsDate(date)
      expect(toCivil(date)).toEqual({ year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, day: utc.getUTCDate() })
      expect(toDays(toCivil(date))).toBe(date)
      expect(formatDate(date)).toBe(utc.toISOString().slice(0, 10))
      expect(parseDate(formatDate(date))).toBe(date)
      expect(weekday(date)).toBe(((utc.getUTCDay() + 6) % 7) + 1)
    }
    fc.assert(fc.property(day, check), { numRuns: 1000 })
    for (const year of [1, 4, 100, 400, 1600, 1899, 1900, 1970, 1999, 2000, 2024, 2100, 9999]) {
      for (const end of ["02-28", "03-01", "12-31", "01-01"]) check(days(`${String(year).padStart(4, "0")}-${end}`))
    }
  })

  it("a day that does not exist is not a date", () => {
    for (const text of [
      "2023-02-29",
      "1900-02-29",
      "2024-04-31",
      "2024-13-01",
      "2024-00-10",
      "2024-01-00",
      "0000-01-01",
      "2024-1-1",
      "24-01-01",
      " 2024-01-01",
      "2024-01-01T00:00:00Z",
      ""
    ]) {
      expect([text, parseDate(text)]).toEqual([text, null])
    }
    expect(parseDate("2000-02-29")).toBe(11_016)
  })

  it("a month later is the same day, or the last of a shorter month", () => {
    const moved = (text: string, months: bigint): string | null => {
      const date = addMonths(days(text), months)
      return date === null ? null : formatDate(date)
    }
    expect(moved("2024-01-31", 1n)).toBe("2024-02-29")
    expect(moved("2023-01-31", 1n)).toBe("2023-02-28")
    expect(moved("2024-02-29", 12n)).toBe("2025-02-28")
    expect(moved("2024-03-31", -1n)).toBe("2024-02-29")
    expect(moved("2024-03-15", -15n)).toBe("2022-12-15")
    expect(moved("9999-12-01", 1n)).toBe(null)
    expect(moved("0001-01-01", -1n)).toBe(null)
    expect(moved("2024-01-01", 10n ** 30n)).toBe(null)
  })

  it("the completed months are the most that still fit", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 40_000 }), (from, later) => {
        const to = Math.min(from + later, LAST_DAY)
        const months = monthsBetween(from, to)
        expect(addMonths(from, BigInt(months)) ?? Infinity).toBeLessThanOrEqual(to)
        const next = addMonths(from, BigInt(months + 1))
        // Where the next month is too short for the day, it is completed on the first of the one after.
        if (next !== null && toCivil(next).day === toCivil(from).day) expect(next).toBeGreaterThan(to)
        expect(monthsBetween(to, from)).toBe(0 - months)
        expect(yearsBetween(from, to)).toBe(Math.floor(months / 12))
      }),
      { numRuns: 1000 }
    )
  })

  it("a person born on 29 February is a year older on 1 March of a common year", () => {
    const born = days("2004-02-29")
    expect(yearsBetween(born, days("2022-02-28"))).toBe(17)
    expect(yearsBetween(born, days("2022-03-01"))).toBe(18)
    expect(yearsBetween(born, days("2024-02-28"))).toBe(19)
    expect(yearsBetween(born, days("2024-02-29"))).toBe(20)
  })

  it("`addDays` moves a date by days", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -5_000_000, max: 5_000_000 }), (date, count) => {
        const moved = addDays(date, BigInt(count))
        expect(moved).toBe(date + count > LAST_DAY || date + count < FIRST_DAY ? null : date + count)
      })
    )
  })

  it("a time has hours, minutes and optional seconds", () => {
    expect(["00:00", "23:59", "09:30:15", "24:00", "9:30", "12:60", "12:00:60", "12:00Z"].map(parseTime)).toEqual([
      0,
      86_340,
      34_215,
      null,
      null,
      null,
      null,
      null
    ])
    expect([0, 34_215, 86_340].map(formatTime)).toEqual(["00:00", "09:30:15", "23:59"])
  })

  it("a date-time is an instant, and its date is the one that was written", () => {
    const late = parseDatetime("2026-03-01T23:30:00-05:00")
    expect(late?.instant).toBe(BigInt(Date.UTC(2026, 2, 2, 4, 30)) * 1_000_000n)
    expect(formatDate(late?.days ?? 0)).toBe("2026-03-01")
    expect(parseDatetime("2026-03-02T04:30:00.000000001Z")?.instant).toBe((late?.instant ?? 0n) + 1n)
    for (const text of [
      "2026-03-01T23:30:00",
      "2026-03-01 23:30:00Z",
      "2026-03-01T23:30Z",
      "2026-02-30T00:00:00Z",
      "2026-03-01T00:00:00+24:00",
      "2026-03-01T00:00:00.0000000001Z",
      "2026-03-01T23:59:60Z"
    ]) {
      expect([text, parseDatetime(text)]).toEqual([text, null])
    }
  })
})

describe("functions of dates", () => {
  const date = (formula: string, data = {}) => result(formula, data, { type: "date" })

  it("functions read, move and count dates", () => {
    expect(date("addDays(date('2024-02-28'), 2)")).toBe("2024-03-01")
    expect(date("addMonths(born, 1)", { born: "2023-01-31" })).toBe("2023-02-28")
    expect(date("addYears(date('2024-02-29'), -1)")).toBe("2023-02-28")
    expect(date("today")).toBe("2026-11-21")
    expect(date("date(note)", { note: "2024-02-30" })).toBe(null)
    expect(date("date(note)", { note: "2024-02-29" })).toBe("2024-02-29")
    expect(date("date(moment)", { moment: "2026-03-01T23:30:00-05:00" })).toBe("2026-03-01")
    expect(result("daysBetween(date('2024-03-01'), date('2024-02-01'))")).toBe(-29)
    expect(result("monthsBetween(date('2024-01-31'), date('2024-02-29'))")).toBe(0)
    expect(result("yearsBetween(born, today)", { born: "1990-11-22" })).toBe(35)
    expect(result("year(born) * 10000 + month(born) * 100 + day(born)", { born: "1990-11-22" })).toBe(19_901_122)
    expect(result("weekday(date('2026-11-21'))")).toBe(6)
    expect(date("min(born, today)", { born: "2030-01-01" })).toBe("2026-11-21")
    expect(date("max(drivers, d, d.birth)", { drivers: [{ birth: "2001-01-01" }, {}, { birth: "2003-01-01" }] })).toBe(
      "2003-01-01"
    )
  })

  it("dates compare", () => {
    expect(holds("born < today", { born: "2026-11-20" })).toBe(true)
    expect(holds("born == date('2026-11-20')", { born: "2026-11-20" })).toBe(true)
    expect(holds("moment == moment", { moment: "2026-01-01T00:00:00Z" })).toBe(true)
    expect(
      textOf("text(at) + ' ' + text(born) + ' ' + text(moment)", {
        at: "09:30:00",
        born: "2026-01-01",
        moment: "2026-01-01T00:00:00+01:00"
      })
    ).toBe("09:30 2026-01-01 2026-01-01T00:00:00+01:00")
  })

  it("times and date-times compare with constants, by the clock and by their instant", () => {
    const time = fc.integer({ min: 0, max: 86_399 })
    fc.assert(
      fc.property(time, time, (a, b) => {
        const at = formatTime(a)
        expect(holds(`at < time('${formatTime(b)}')`, { at })).toBe(a < b)
        expect(holds(`at in [time('${formatTime(b)}'), time("${at}")]`, { at })).toBe(true)
      }),
      { numRuns: 50 }
    )
    const offset = fc.integer({ min: -23 * 60, max: 23 * 60 })
    const instant = fc.integer({ min: 0, max: 4e9 })
    const written = (seconds: number, minutes: number) =>
      `${new Date((seconds + minutes * 60) * 1000).toISOString().slice(0, 19)}${minutes < 0 ? "-" : "+"}${formatTime(Math.abs(minutes) * 60)}`
    fc.assert(
      fc.property(instant, offset, instant, offset, (a, x, b, y) => {
        const moment = written(a, x)
        expect(holds(`moment >= datetime('${written(b, y)}')`, { moment })).toBe(a >= b)
        expect(holds(`moment == datetime('${written(a, y)}')`, { moment })).toBe(true)
      }),
      { numRuns: 50 }
    )
  })

  it("times and date-times are read from texts, and are missing for any other text", () => {
    const time = (note: string) => result("time(note)", { note }, { type: "time" })
    expect(["09:30", "09:30:00", "09:30:15", "24:00", "9:30", " 09:30", "09:30Z"].map(time)).toEqual([
      "09:30",
      "09:30",
      "09:30:15",
      null,
      null,
      null,
      null
    ])
    const moment = (note: string) => result("datetime(note)", { note }, { type: "datetime" })
    const good = ["2026-01-01T00:00:00Z", "2026-01-01t01:00:00.5+01:00"]
    expect(good.map(moment)).toEqual(good)
    expect(["2026-01-01T00:00:00", "2026-01-01T00:00Z", "2026-02-30T00:00:00Z", "2026-01-01"].map(moment)).toEqual([
      null,
      null,
      null,
      null
    ])
    expect(textOf("text(time('09:30:00')) + ' ' + text(datetime('2026-01-01T00:00:00-00:30'))")).toBe(
      "09:30 2026-01-01T00:00:00-00:30"
    )
    expect(holds("date(datetime('2026-01-01T00:30:00+01:00')) == date('2026-01-01')")).toBe(true)
    expect(holds("coalesce(at, time('08:00')) < time('09:30')")).toBe(true)
    expect(holds("at < time('09:30')")).toBe(null)
  })

  it("hours and minutes between two times and two date-times are exact, and negative if the second is earlier", () => {
    const at = "09:30"
    expect(result("secondsBetween(at, time('17:15:30'))", { at })).toBe(27_930)
    expect(result("round(minutesBetween(at, time('17:15')), 0)", { at })).toBe(465)
    expect(result("round(hoursBetween(at, time('17:15')), 2)", { at })).toBe(7.75)
    expect(result("round(hoursBetween(time('17:15'), at), 2)", { at })).toBe(-7.75)
    expect(result("mod(round(minutesBetween(time('22:00'), time('06:00'))), 1440)")).toBe(480)
    expect(holds("hoursBetween(at, time('09:50')) == 1 / 3", { at })).toBe(true)
    const moment = "2026-03-28T23:30:00+01:00"
    expect(result("round(hoursBetween(moment, datetime('2026-03-29T08:30:00+02:00')), 2)", { moment })).toBe(8)
    expect(result("floor(hoursBetween(datetime('0001-01-01T00:00:00Z'), moment))", { moment })).toBe(17_752_870)
    expect(holds("secondsBetween(moment, moment) == 0", { moment })).toBe(true)
    const near = "secondsBetween(datetime('2026-01-01T00:00:00.000000001Z'), datetime('2026-12-31T00:00:00Z'))"
    expect(holds(`${near} == 31449599.999999999`)).toBe(true)
    expect(result("round(hoursBetween(at, time('17:15')), 2)")).toBe(null)
  })

  it("hour and minute are those of the clock that the time was written by", () => {
    expect(result("hour(at) * 100 + minute(at)", { at: "23:59:59" })).toBe(2359)
    expect(result("hour(moment)", { moment: "2026-01-01T00:30:00-05:00" })).toBe(0)
    expect(result("minute(moment)", { moment: "2026-01-01t07:45:00.5Z" })).toBe(45)
    expect(result("hour(at)")).toBe(null)
  })
})
