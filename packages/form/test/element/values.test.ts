/** How the element reads and shows values: numbers and date-times, in languages and time zones. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { toMoment, toWall } from "../../src/element/values/moments.ts"
import { readNumber, signsOf, writeNumber } from "../../src/element/values/readNumber.ts"

describe("a typed number", () => {
  const read = (language: string, typed: string): string => readNumber(typed, signsOf(language))

  it.each([
    ["en", "12", "12"],
    ["en", "1,234.50", "1234.50"],
    ["en", " 0012 ", "12"],
    ["en", "£18,500", "18500"],
    ["en", "−3.5", "-3.5"],
    ["en", "+3", "3"],
    ["en", ".5", "0.5"],
    ["en", "1 000", "1000"],
    ["de", "12,50", "12.50"],
    ["de", "1.234,5", "1234.5"],
    ["de", "1.500", "1500"],
    ["de", "1.5", "1.5"],
    ["de", "12,5 €", "12.5"],
    ["de-CH", "1’234.5", "1234.5"],
    ["fr", "1\u202f234,5", "1234.5"]
  ])("in %s, %j is %s", (language, typed, value) => expect(read(language, typed)).toBe(value))

  it.each([
    ["en", "12,"],
    ["en", "12."],
    ["en", "1,23"],
    ["en", "1.2.3"],
    ["en", "12a"],
    ["en", "1e3"],
    ["en", "-"],
    ["de", "12,5,0"],
    ["de", "1.23.456"]
  ])("in %s, %j is not a number yet and stays as it is", (language, typed) => expect(read(language, typed)).toBe(typed))

  it("is read as it was shown, in every language, with every digit", () => {
    const number = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.stringMatching(/^(\.\d{1,20})?$/u))
      .map(([isNegative, whole, fraction]) => `${isNegative ? "-" : ""}${whole}${fraction}`)
    fc.assert(
      fc.property(number, fc.constantFrom("en", "de", "fr", "de-CH", "hi", "pl", "pt-BR"), (value, language) => {
        const signs = signsOf(language)
        expect(readNumber(writeNumber(value, signs), signs)).toBe(value)
      })
    )
  })
})

describe("a date-time", () => {
  it.each([
    ["Europe/London", "2026-03-02T09:15:00Z", "2026-03-02T09:15"],
    ["Europe/Berlin", "2026-07-15T07:15:30Z", "2026-07-15T09:15:30"],
    ["America/New_York", "2026-01-01T00:30:00+01:00", "2025-12-31T18:30"],
    ["Asia/Kolkata", "2026-01-01T00:00:00Z", "2026-01-01T05:30"]
  ])("in %s, %s is shown as %s", (zone, moment, wall) => expect(toWall(moment, zone)).toBe(wall))

  it.each([
    ["UTC", "2026-03-02T09:15", "2026-03-02T09:15:00Z"],
    ["Europe/London", "2026-07-02T09:15", "2026-07-02T09:15:00+01:00"],
    ["America/New_York", "2026-07-02T09:15:30", "2026-07-02T09:15:30-04:00"],
    ["Asia/Kolkata", "2026-07-02T09:15", "2026-07-02T09:15:00+05:30"]
  ])("in %s, %s is sent as %s", (zone, wall, moment) => expect(toMoment(wall, zone)).toBe(moment))

  it("of an hour that the clock shows twice is the first one, and one that it skips is an hour later", () => {
    expect(toMoment("2026-10-25T01:30", "Europe/London")).toBe("2026-10-25T01:30:00+01:00")
    expect(toMoment("2026-03-29T01:30", "Europe/London")).toBe("2026-03-29T02:30:00+01:00")
  })

  it("is shown again as it was chosen, in every zone", () => {
    const zone = fc.constantFrom(
      "UTC",
      "Europe/London",
      "America/New_York",
      "Asia/Kolkata",
      "Pacific/Auckland",
      "Australia/Lord_Howe"
    )
    // Noon is never skipped.
    const day = fc
      .date({ min: new Date("1980-01-01"), max: new Date("2080-01-01"), noInvalidDate: true })
      .map((date) => `${date.toISOString().slice(0, 10)}T12:00`)
    fc.assert(
      fc.property(zone, day, (own, wall) => {
        expect(toWall(toMoment(wall, own), own)).toBe(wall)
      })
    )
  })

  it("that is not valid is not shown as a date-time", () => {
    expect([toWall("soon", "UTC"), toWall("2026-13-01T00:00:00Z", "UTC"), toWall("12", "UTC")]).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })
})
