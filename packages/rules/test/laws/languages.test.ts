/** The laws of a form in several languages: in each it is the form that has that language's texts alone. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { check } from "../../src/check.ts"
import { compare } from "../../src/compare.ts"
import { untranslated } from "../../src/describe/untranslated.ts"
import { schemaOf } from "../../src/describe/schemaOf.ts"
import type { JsonObject } from "../../src/Json.ts"
import { acceptedLanguages, chooseLanguage } from "../../src/Language.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { differenceIn } from "../fuzz/compare.ts"
import { withLanguages } from "../fuzz/languages.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { Random } from "../fuzz/Random.ts"
import { inLanguage } from "../oracle/inLanguage.ts"

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const language = fc.constantFrom("en", "de", "fr-CA")

const checkedIn = (definition: JsonObject, accepts?: string) =>
  Result.getOrThrow(check(definition, {}, accepts === undefined ? {} : { accepts: [accepts] }))

it("in each language a form says what the form says that has the texts of that language alone", () => {
  let translated = 0
  fc.assert(
    fc.property(seed, language, (number, chosen) => {
      const made = withLanguages(new Random(number, 7, 0, 0), formAt(number, 0).definition)
      // `label` gives the label in the form's own language, which the other form has not.
      fc.pre(!JSON.stringify(made).includes("label("))
      const alone = inLanguage(made, chosen)
      const checked = checkedIn(made, chosen)
      translated += JSON.stringify({ ...made, languages: [chosen] }) === JSON.stringify(alone) ? 0 : 1
      const forms = [
        ["closures", compileClosures(checked)],
        ["generated", compileGenerated(checked)]
      ] as const
      for (const pair of [0, 1, 2, 3]) expect(differenceIn(forms, alone, inputAt(number, pair, alone))).toBe(undefined)
      expect(schemaOf(checked)).toEqual(schemaOf(checkedIn(alone)))
      expect(checked.definition.language).toBe(chosen)
      const page = runPortable(toPortable(checked, { internal: true }))
      const { data, options } = inputAt(number, 0, alone)
      expect(page.evaluate(data, options).problems).toEqual(
        compileClosures(checkedIn(alone)).evaluate(data, options).problems
      )
    }),
    { numRuns: 60 }
  )
  expect(translated).toBeGreaterThan(40)
})

it("what is computed, hidden and due, and what a form costs, is the same in every language", () => {
  fc.assert(
    fc.property(seed, language, (number, chosen) => {
      const made = withLanguages(new Random(number, 7, 0, 0), formAt(number, 0).definition)
      const [first, other] = [checkedIn(made), checkedIn(made, chosen)]
      expect(other.steps).toBe(first.steps)
      const { data, options } = inputAt(number, 0, made)
      const [one, two] = [compileGenerated(first), compileGenerated(other)].map((form) => {
        const { outcomes, problems, ...rest } = form.evaluate(data, options)
        return {
          ...rest,
          outcomes: outcomes.map(({ id }) => id),
          problems: problems.map(({ code, pointer }) => [code, pointer])
        }
      })
      expect(two).toEqual(one)
    }),
    { numRuns: 40 }
  )
})

it("the label that a rule reads is that of the form's own language, also where options stand in a table", () => {
  const made: JsonObject = {
    title: "Permit",
    code: "P",
    languages: ["en", "de"],
    tables: {
      towns: {
        keys: [{ name: "code", type: "text" }],
        values: [
          { name: "name", type: "text" },
          { name: "german", type: "text" }
        ],
        rows: [
          ["c", "Cologne", "Köln"],
          ["m", "Munich", "München"]
        ]
      }
    },
    fields: [
      {
        slug: "zone",
        type: "choice",
        options: [
          { value: "in", label: { en: "Centre", de: "Innenstadt" } },
          { value: "out", label: "Outside" }
        ]
      },
      {
        slug: "town",
        type: "choice",
        optionsFrom: { table: "towns", value: "code", label: { en: "name", de: "german" } }
      },
      { slug: "line", type: "text", formula: "label(zone) + ', ' + label(town)" }
    ],
    checks: [{ id: "no", check: "false", message: "{zone}, {town}, {line}" }]
  }
  const data = { zone: "in", town: "c" }
  const said = (accepts: string) =>
    [compileGenerated(checkedIn(made, accepts)), compileClosures(checkedIn(made, accepts))].map((form) => {
      const { calculatedData, problems } = form.evaluate(data, { today: "2026-11-27", draft: false })
      return [calculatedData["line"], problems.map(({ message }) => message)]
    })
  const english = ["Centre, Cologne", ["Centre, Cologne, Centre, Cologne"]]
  const german = ["Centre, Cologne", ["Innenstadt, Köln, Centre, Cologne"]]
  expect([said("en"), said("de")]).toEqual([
    [english, english],
    [german, german]
  ])
})

it("another translation is a change that breaks nobody, and is named by its part, its member and its language", () => {
  fc.assert(
    fc.property(seed, (number) => {
      const { definition } = formAt(number, 0)
      const [one, two] = [1, 2].map((round) => checkedIn(withLanguages(new Random(number, round, 0, 0), definition)))
      if (one === undefined || two === undefined) return
      const { breaking, changes } = compare(one, two)
      expect(breaking).toBe(false)
      const texts = ({ translations }: typeof one) =>
        JSON.stringify(
          [...(translations ?? [])]
            .map(([at, of]) => [at, [...of].filter(([tag]) => tag !== "en")])
            .filter(([, of]) => of?.length !== 0)
        )
      if (texts(one) !== texts(two)) expect(changes.length).toBeGreaterThan(0)
      expect(compare(one, one).changes).toEqual([])
      // The texts of an effect are among its settings.
      for (const { member, subject } of changes)
        expect(member).toMatch(subject === "effect" ? /^settings$/ : /\.(?:de|fr-CA)$/)
    }),
    { numRuns: 40 }
  )
})

it("what lacks a translation is told, and is no fault", () => {
  const form = checkedIn({
    title: { en: "A form", de: "Ein Formular" },
    code: "A",
    languages: ["en", "de", "fr"],
    fields: [{ slug: "a", type: "text", label: { en: "A", fr: "Un" }, description: "The same everywhere" }]
  })
  expect(untranslated(form)).toEqual([
    { pointer: "/title", languages: ["fr"] },
    { pointer: "/fields/0/label", languages: ["de"] }
  ])
})

it.each([
  ["", "en"],
  ["de", "de"],
  ["de-AT", "de"],
  ["de-AT;q=0.5, fr;q=0.9", "fr-CA"],
  ["fr-CA", "fr-CA"],
  ["fr-ca-x-mine", "fr-CA"],
  ["fr-FR", "fr-CA"],
  ["it, *;q=0.1", "en"],
  ["it, de;q=0.1", "de"],
  ["it", "en"],
  ["de;q=0", "en"],
  ["de;q=0, fr", "fr-CA"],
  ["DE", "de"],
  ["de;q=2", "en"],
  [",,;;q", "en"],
  ["de;q=0.001, en;q=0.002", "en"],
  ["DE;Q=0.9, en;Q=0.1", "de"],
  ["en;q=0, *", "de"],
  ["*, EN;q=0, de;q=0", "fr-CA"],
  ["*;q=0.5, en;q=0, fr;q=0.7", "fr-CA"],
  ["*, en;q=0, de;q=0, fr;q=0", "en"]
])("`Accept-Language: %s` reads a form in en, de and fr-CA in %s", (header, chosen) => {
  expect(chooseLanguage(["en", "de", "fr-CA"], acceptedLanguages(header))).toBe(chosen)
})

it("any header chooses a language that the form has, in the time of its length", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (header) => {
      expect(["en", "de"]).toContain(chooseLanguage(["en", "de"], acceptedLanguages(header)))
    })
  )
  expect(acceptedLanguages("a,".repeat(100_000)).length).toBeLessThan(100)
})

const faultsOf = (definition: JsonObject) =>
  Result.match(check({ code: "A", title: "A", fields: [{ slug: "a", type: "integer" }], ...definition }), {
    onFailure: (faults) => faults.map(({ message, pointer }) => `${pointer}: ${message}`),
    onSuccess: () => []
  })

it.each<[JsonObject, string, string]>([
  [{ title: { en: "A" } }, "/title", "the form does not say its languages"],
  [{ languages: ["en"], title: { en: "A", de: "A" } }, "/title/de", "The form has no language `de`"],
  [{ languages: ["en", "de"], title: { de: "A" } }, "/title", "needs a text in `en`, the form's first language"],
  [{ languages: ["en", "de"], title: { en: "A", de: "" } }, "/title/de", "is empty"],
  [{ languages: ["en", "de"], title: { en: "A", de: 3 } }, "/title/de", "has to be a text"],
  [{ languages: [] }, "/languages", "`languages` is empty"],
  [{ languages: ["en", "en"] }, "/languages/1", "is there twice"],
  [{ languages: ["english"] }, "/languages/0", "the tag of a language"],
  [{ languages: ["en", "pt-br"] }, "/languages/1", "This language is written `pt-BR`."],
  [{ languages: ["EN"] }, "/languages/0", "This language is written `en`."],
  [{ languages: ["zh-HANT-tw"] }, "/languages/0", "This language is written `zh-Hant-TW`."],
  [{ languages: "en" }, "/languages", "has to be a list"],
  [
    { languages: ["en", "de"], checks: [{ id: "c", check: "true", message: { en: "Yes", de: "{b}" } }] },
    "/checks/0/message/de",
    "There is no field `b` to show"
  ]
])("%j is a fault at %s", (definition, pointer, message) => {
  const faults = faultsOf(definition)
  expect(faults[0]).toContain(`${pointer}: `)
  expect(faults[0]).toContain(message)
})

it("faults do not depend on the language that is read", () => {
  const form = { title: { en: "A", de: 3 }, code: "A", languages: ["en", "de"], fields: [] }
  expect(check(form, {}, { accepts: ["de"] })).toEqual(check(form))
})

it("a dearer message in another language counts", () => {
  const options = Array.from({ length: 50 }, (_, index) => ({ value: `v${index}` }))
  const steps = (message: JsonObject | string) =>
    checkedIn({
      title: "A",
      code: "A",
      languages: ["en", "de"],
      fields: [{ slug: "a", type: "choice", options }],
      checks: [{ id: "c", check: "a == null", message }]
    }).steps
  expect(steps({ en: "No", de: "{a}" })).toBe(steps("{a}"))
  expect(steps({ en: "No", de: "Nein" })).toBe(steps("No"))
})
