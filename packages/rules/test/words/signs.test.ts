/** Numbers and dates in messages, as each language writes them. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { toFixed } from "../../src/values/decimal.ts"
import { writtenIn } from "../../src/words/Signs.ts"
import { inItsWay } from "../oracle/inItsWay.ts"
import { checkedIn, options, tags, wordsIn } from "./tags.ts"

const tag = fc.constantFrom(...tags)

describe("numbers and dates", () => {
  const signs = fc.record({
    language: tag,
    units: fc.bigInt(-(10n ** 30n), 10n ** 30n),
    scale: fc.integer({ min: 0, max: 18 })
  })

  it("a number keeps every digit, and is written as the manual says", () => {
    fc.assert(
      fc.property(signs, ({ language, scale, units }) => {
        const text = toFixed(units, scale)
        const own = wordsIn(language).signs
        const written = writtenIn(own, text)
        expect(written).toBe(inItsWay(language, "number", text))
        expect(written.replaceAll(own?.group ?? "", "").replace(own?.decimal ?? "", ".")).toBe(text)
        expect(writtenIn(undefined, text)).toBe(text)
      })
    )
  })

  it.each([
    ["de", "1234.50", "1.234,50"],
    ["de", "2026", "2026"],
    ["de", "12345", "12.345"],
    ["de", "-1234567.8", "-1.234.567,8"],
    ["de", "-100", "-100"],
    ["de-CH", "1234.50", "1’234.50"],
    ["de-AT", "1234.50", "1.234,50"],
    ["es", "1234.50", "1234,50"],
    ["es", "12345.50", "12.345,50"],
    ["es-MX", "1234.50", "1,234.50"],
    ["es-AR", "12345", "12.345"],
    ["fr", "1234.50", "1\u202f234,50"],
    ["pt", "1234.50", "1.234,50"],
    ["pt-PT", "1234.50", "1234,50"],
    ["pt-PT", "12345.50", "12\u00a0345,50"],
    ["de", "2026-12-31", "31.12.2026"],
    ["de", "0001-02-03", "03.02.0001"],
    ["fr", "2026-12-31", "31/12/2026"],
    ["fr-CA", "2026-12-31", "2026-12-31"],
    ["fr-CH", "2026-12-31", "31.12.2026"],
    ["pt-BR", "2026-12-31", "31/12/2026"],
    ["de", "09:30", "09:30"],
    ["de", "09:30:15", "09:30:15"],
    ["de", "2026-12-31T09:30:00Z", "31.12.2026 09:30 UTC"],
    ["de", "2026-12-31t09:00:00z", "31.12.2026 09:00 UTC"],
    ["es", "2026-12-31T09:00:15.5+01:00", "31/12/2026 09:00:15.5 UTC+01:00"],
    ["fr-CA", "2026-12-31T00:00:00-05:00", "2026-12-31 00:00 UTC-05:00"]
  ])("in %s %s is written %s", (language, text, written) => {
    expect(writtenIn(wordsIn(language).signs, text)).toBe(written)
  })
})

const quote: JsonObject = {
  title: "Quote",
  code: "Q",
  constants: { least: { type: "money", currency: "EUR", value: "1000" }, note: { type: "text", value: "1234.5" } },
  fields: [
    { slug: "price", type: "money", currency: "EUR", messages: { max: "{price} / {least}" }, max: 5000 },
    { slug: "year", type: "integer" },
    { slug: "from", type: "date" },
    { slug: "word", type: "text" },
    { slug: "agreed", type: "boolean" },
    { slug: "line", type: "text", formula: "'for ' + text(price) + ' from ' + text(from)" }
  ],
  checks: [
    { id: "no", check: "price < least", message: "{price} {year} {from} {word} {agreed} {line} {least} {note}" }
  ],
  outcomes: [{ id: "told", severity: "info", when: "price > 0", message: "{price} since {year}, {from}" }],
  effects: [{ id: "mail", kind: "notification", to: "a@example.com", subject: "{price}, {from}", text: "{line}" }]
}

describe("values in messages", () => {
  const data = { price: "4321.5", year: 2026, from: "2026-12-31", word: "1234.5", agreed: true }
  const line = "for 4321.50 from 2026-12-31"

  it.each([
    [undefined, "4321.50 since 2026, 2026-12-31", `4321.50 2026 2026-12-31 1234.5 true ${line} 1000.00 1234.5`],
    ["en", "4321.50 since 2026, 2026-12-31", `4321.50 2026 2026-12-31 1234.5 true ${line} 1000.00 1234.5`],
    ["de", "4.321,50 since 2026, 31.12.2026", `4.321,50 2026 31.12.2026 1234.5 true ${line} 1.000,00 1234.5`],
    ["es", "4321,50 since 2026, 31/12/2026", `4321,50 2026 31/12/2026 1234.5 true ${line} 1000,00 1234.5`]
  ])("read in %s, they are written as the language does; what a rule makes of them stays", (language, told, no) => {
    const checked = checkedIn(quote, language === undefined ? undefined : ["it", language], [language ?? "it"])
    for (const form of [compileClosures(checked), compileGenerated(checked)]) {
      const { calculatedData, outcomes, problems } = form.evaluate(data, options)
      expect(calculatedData).toEqual({ line })
      expect(outcomes.map(({ message }) => message)).toEqual([told])
      expect(problems.map(({ message }) => message)).toEqual([no])
    }
  })

  it("a field's own sentence writes them so too", () => {
    const form = compileGenerated(checkedIn(quote, ["de"]))
    expect(form.evaluate({ price: "12345.6" }, options).problems.map(({ message }) => message)).toEqual([
      "— / 1.000,00"
    ])
  })

  it("what effects send is the same in every language", () => {
    const context = {
      today: options.today,
      submissionId: "01936b2e-7c00-7000-8000-00000000002a",
      formId: "f",
      formVersionId: "v",
      formTitle: "Quote",
      state: "submitted",
      on: "filed",
      timestamp: "2026-11-27T09:30:00.000Z",
      createdAt: "2026-11-27T09:30:00.000Z"
    }
    const sent = (languages?: ReadonlyArray<string>) => {
      const form = compileGenerated(checkedIn(quote, languages))
      return JSON.stringify([...form.render(form.evaluate(data, options), ["mail"], context)])
    }
    expect(sent(["de"])).toBe(sent())
    expect(sent()).toContain("4321.50, 2026-12-31")
  })
})
