import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { referenceMarker } from "../../src/Content.ts"
import type { JsonObject } from "../../src/Json.ts"
import { checked, compiled } from "../support.ts"

const read = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../../../apps/server/demo/${name}.json`, import.meta.url), "utf8"))

describe("the motor quote", () => {
  const form = read("motor-quote")
  const example = read("motor-quote.example")
  const run = (data: JsonObject, today = "2026-11-21") => compiled(form).evaluate(data, { today, draft: false })

  it("the motor quote has 40 fields, with those of rows", () => {
    const { fields } = checked(form)
    expect(fields.reduce((sum, field) => sum + 1 + field.rows.length, 0)).toBe(40)
  })

  it("the motor quote's example has its exact price", () => {
    // 18500 × 0.0425 (comprehensive)     = 786.25
    //        × 1.10  (commuting)         = 864.875
    //        × 1.00  (no young driver)
    //        × 0.75  (5 years × 5 %)     = 648.65625
    //        + 75.00 (one conviction)    = 723.65625
    //        − 25.00 (10 % of 250)       = 698.65625 → 698.66
    // extras: 45.00 + 62.50 + 38.00      = 145.50
    // tax: (698.66 + 145.50) × 0.12      = 101.2992  → 101.30
    // premium: 698.66 + 145.50 + 101.30  = 945.46
    expect(run(example)).toMatchObject({
      valid: true,
      problems: [],
      calculatedData: {
        youngDrivers: 0,
        basePremium: "698.66",
        extrasPremium: "145.50",
        taxPremium: "101.30",
        premium: "945.46"
      },
      hiddenFields: ["businessMiles", "modifications", "drivers[1].licenceNumber"],
      outcomes: [{ id: "instalments", message: "945.46 can be paid in twelve instalments.", severity: "info" }]
    })
  })

  it("the motor quote thanks the person who asked, and makes a document of the quote", () => {
    const submissionId = "01936b2e-7c00-7000-8000-00000000002a"
    const now = "2026-03-02T09:15:00.000Z"
    const today = "2026-03-02"
    const ready = compiled(form)
    const contents = ready.render(ready.evaluate(example, { today, draft: false }), ["thank", "quote"], {
      today,
      submissionId,
      formId: submissionId,
      formVersionId: submissionId,
      formTitle: "Motor quote",
      state: "submitted",
      on: "filed",
      timestamp: now,
      createdAt: now
    })
    const reference = referenceMarker(submissionId)
    expect(contents.get("thank")).toMatchObject({
      to: ["ada@example.com"],
      subject: `Your motor quote ${reference}`,
      html: expect.stringContaining("from 2026-03-15 costs <b>£945.46</b>")
    })
    expect(contents.get("quote")).toMatchObject({
      fileName: `motor-quote-${reference}.pdf`,
      blocks: expect.arrayContaining([
        {
          fields: [
            { label: "Base premium", value: "GBP 698.66" },
            { label: "Premium for extras", value: "GBP 145.50" },
            { label: "Insurance premium tax", value: "GBP 101.30" },
            { label: "Premium", value: "GBP 945.46" }
          ]
        }
      ])
    })
  })

  it("the motor quote's example stays valid, at the same premium, for years", () => {
    for (const today of ["2025-01-01", "2028-02-29", "2040-12-31", "2060-06-30"]) {
      const { calculatedData, valid } = run(example, today)
      expect([today, valid, calculatedData["premium"]]).toEqual([today, true, "945.46"])
    }
  })

  it("the motor quote names the problems of a payload", () => {
    const [main, second] = Array.isArray(example["drivers"]) ? example["drivers"] : []
    const { outcomes, problems } = run({
      ...example,
      usage: "business",
      modified: true,
      startDate: "2027-01-01",
      drivers: [
        { ...main, birthDate: "2011-01-01", convictions: 4 },
        { ...second, isMain: true, licence: "full", licenceNumber: "BYRON862104A99XX" }
      ]
    })
    expect(problems.map(({ code, field }) => `${code} ${field}`)).toEqual([
      "required businessMiles",
      "required modifications",
      "unique drivers[1].licenceNumber",
      "rule drivers",
      "rule drivers[0].birthDate",
      "rule startDate"
    ])
    expect(problems[4]?.message).toBe("Ada Byron is 15; a driver is at least 17.")
    expect(outcomes.map(({ id, severity }) => `${severity} ${id}`)).toEqual([
      "info telematics",
      "info instalments",
      "warning refer",
      "error decline"
    ])
  })
})

describe("the intake score", () => {
  const form = read("intake-score")
  const run = (data: JsonObject) => compiled(form).evaluate(data, { today: "2026-11-21", draft: false })

  it("the intake score scores the example", () => {
    // pain 4 + two symptoms × 3 + 2 (three days or more) + 0 (not alone) = 12: soon
    expect(run(read("intake-score.example"))).toMatchObject({
      valid: true,
      calculatedData: { score: 12, priority: "soon" },
      hiddenFields: ["otherConcern"],
      outcomes: [{ id: "soon", message: "Score 12: Soon. Offer an appointment this week.", severity: "warning" }]
    })
  })

  it("the intake score raises the outcome of its threshold", () => {
    const base = { fullName: "A", concern: "sleep", days: 0 }
    const outcome = (data: JsonObject) => run({ ...base, ...data }).outcomes.map(({ id }) => id)
    expect(outcome({})).toEqual(["routine"])
    expect(outcome({ days: 14, symptoms: ["fever"], livesAlone: true })).toEqual(["soon"]) // 4 + 3 + 2 = 9
    expect(outcome({ days: 14, symptoms: ["fever", "fatigue", "dizziness"], livesAlone: true })).toEqual(["urgent"]) // 4 + 9 + 2 = 15
    expect(outcome({ symptoms: ["breathless"] })).toEqual(["urgent"])
  })
})
