/** Effects in the language that their form says: the texts, labels, numbers, dates and words of that language, and what they leave as it is. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { CompiledForm } from "../../src/CompiledForm.ts"
import type { JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { Random } from "../fuzz/Random.ts"
import { withLanguages } from "../fuzz/languages.ts"
import { inLanguage } from "../oracle/inLanguage.ts"
import { context } from "./effectsSupport.ts"
import { checkedIn, form } from "./spokenForm.ts"

const today = "2026-11-21"

const data: JsonObject = {
  note: "1234.5",
  cover: "full",
  agreed: true,
  born: "2001-02-03",
  area: 1234.5,
  price: "12345.50",
  rooms: [{ room: "A", damp: false }, { room: "B" }]
}

const ends = [compileClosures, compileGenerated]

/** What each effect sends, in the language that it says, as a service that files a payload has it. The same by both back ends. */
const sent = (definition: JsonObject, values: JsonObject, formTitle = "Roof") => {
  const [one, other] = ends.map((compile) => {
    const own = compile(checkedIn(definition))
    const evaluation = own.evaluate(values, { today, draft: false })
    const languages = own.languagesOf(evaluation, evaluation.effects, context)
    return Object.fromEntries(
      evaluation.effects.map((id) => {
        const language = languages.get(id)
        const form: CompiledForm = language === undefined ? own : compile(checkedIn(definition, language))
        return [id, form.render(evaluation, [id], { ...context, today, formTitle }).get(id)]
      })
    )
  })
  expect(other).toEqual(one)
  return JSON.parse(JSON.stringify(one))
}

describe("an effect in a language", () => {
  it("has the texts, labels, numbers, dates and words of that language, and typed texts as they are", () => {
    const { mail, paper } = sent(form, { ...data, tongue: "de" }, "Dach")
    expect(mail).toEqual({
      kind: "notification",
      language: "de",
      to: ["desk@example.org"],
      subject: "Dach: Alles (12.345,50)",
      text: "12.345,50 1.234,5 03.02.2001 21.11.2026 1234.5 Everything 12345.50 1.000,00 true!",
      html: "<b>12.345,50</b>",
      attach: ["paper"]
    })
    expect(paper).toEqual({
      kind: "document",
      language: "de",
      title: "Angebot",
      fileName: "angebot-12345.50-2001-02-03",
      blocks: [
        { heading: "Ihr Dach" },
        { paragraph: "Vom 03.02.2001." },
        {
          fields: [
            { label: "Notiz", value: "1234.5" },
            { label: "Deckung", value: "Alles" },
            { label: "Einverstanden", value: "Ja" },
            { label: "Geboren", value: "03.02.2001" },
            { label: "Fläche", value: "1.234,5" },
            { label: "Preis", value: "EUR 12.345,50" }
          ]
        },
        {
          table: {
            columns: [{ label: "Zimmer" }, { label: "Feucht" }],
            rows: [
              ["A", "Nein"],
              ["B", ""]
            ]
          }
        }
      ]
    })
  })

  it("where a translation is missing has the form's own text, and the numbers of its language", () => {
    const { mail, paper } = sent(form, { ...data, tongue: "fr" })
    expect(mail.subject).toBe("Roof: Everything")
    expect(mail.text).toContain("12\u202f345,50 1\u202f234,5 03/02/2001 21/11/2026")
    expect(mail.html).toBe(
      '<p title="12\u202f345,50">03/02/2001</p><a href="https://a.example/12345.50?b=2001-02-03">x</a>'
    )
    expect(paper.blocks[0]).toEqual({ heading: "Votre toit" })
    expect(paper.blocks[2].fields[2]).toEqual({ label: "Agreed", value: "Oui" })
  })

  it.each([[undefined], ["it"], [""]])(
    "is in the form's own where `language` gives none of the form's: %s",
    (tongue) => {
      const { mail, paper } = sent(form, tongue === undefined ? data : { ...data, tongue })
      expect([mail.language, mail.subject, mail.text]).toEqual([
        "en",
        "Roof: Everything",
        "12345.50 1234.5 2001-02-03 2026-11-21 1234.5 Everything 12345.50 1000.00 true"
      ])
      expect([paper.language, paper.title, paper.blocks[2].fields[2].value]).toEqual(["en", "Offer", "Yes"])
    }
  )

  it("what programs get, and an effect that says no language, is the same whatever language was chosen", () => {
    const [en, de] = ["en", "de"].map((tongue) => {
      const { event, hook, plain } = sent(form, { ...data, tongue })
      return { hook, plain, event: { ...event.event.data, data: null } }
    })
    expect(de).toEqual(en)
    expect(en?.hook.body).toEqual({
      price: "12345.50",
      said: "Everything 12345.50 2001-02-03 2026-11-21",
      label: "Everything"
    })
    expect(en?.plain).not.toHaveProperty("language")
  })

  it("a form in one language says it to have its numbers, and any expression may choose", () => {
    const only = {
      ...form,
      languages: ["de"],
      title: "Dach",
      fields: [{ slug: "price", type: "money", currency: "EUR" }],
      constants: { tongue: { type: "text", value: "de" } },
      effects: ["'de'", "price > 5 ? 'de' : null", "tongue"].map((language, index) => ({
        id: `e${index}`,
        kind: "document",
        language,
        title: "{price}",
        blocks: []
      }))
    }
    const all = sent(only, { price: 1234 })
    expect(Object.values(all).map((one) => Object(one).title)).toEqual(["1.234,00", "1.234,00", "1.234,00"])
  })

  it("a form whose effects say no language is asked for none, and asks for no values", () => {
    const { effects, ...others } = form
    const plain = compileGenerated(
      checkedIn({ ...others, constants: {}, effects: [Array.isArray(effects) ? (effects[4] ?? {}) : {}] })
    )
    const evaluation = plain.evaluate(data, { today, draft: false })
    const unreadable = new Proxy(evaluation, {
      get: () => {
        throw new Error("read")
      }
    })
    expect([...plain.languagesOf(unreadable, ["plain"], context)]).toEqual([])
  })
})

it("in each language random effects send what those send that have the texts of that language alone", () => {
  const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })
  let spoken = 0
  fc.assert(
    fc.property(seed, fc.constantFrom("en", "de", "fr-CA"), (number, chosen) => {
      const made = withLanguages(new Random(number, 7, 0, 0), formAt(number, 0).definition)
      fc.pre(!JSON.stringify(made).includes("label("))
      const alone = inLanguage(made, chosen)
      spoken += JSON.stringify(made).includes('"language":') ? 1 : 0
      const [own, read, other] = [checkedIn(made), checkedIn(made, chosen), checkedIn(alone)]
      expect(read.steps).toBe(own.steps)
      for (const compile of ends)
        for (const pair of [0, 1]) {
          const { data: values, options } = inputAt(number, pair, alone)
          const ids = own.definition.effects.map(({ id }) => id)
          const rendered = [compile(read), compile(other)].map((one) => {
            const evaluation = one.evaluate(values, options)
            return [
              ...one.render(evaluation, ids, { ...context, today: options.today, timestamp: "t", createdAt: "t" })
            ]
          })
          expect(rendered[0]).toEqual(rendered[1])
          const form = compile(own)
          for (const [, language] of form.languagesOf(form.evaluate(values, options), ids, options))
            expect(["en", "de", "fr-CA"]).toContain(language)
        }
    }),
    { numRuns: 60 }
  )
  expect(spoken).toBeGreaterThan(4)
})
