/** The laws of what the engine says itself: the same in every language, of the same problems, at the same places. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import { problemCodes, toJson } from "../../src/Evaluation.ts"
import { resultWithout } from "../../src/Internal.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { toFixed } from "../../src/values/decimal.ts"
import { currentWords, spoken, useWords } from "../../src/words/currentWords.ts"
import { en } from "../../src/words/en.ts"
import type { ProblemName } from "../../src/words/ProblemWords.ts"
import { writtenIn } from "../../src/words/Signs.ts"
import { say, unplaced } from "../../src/words/UnplacedProblem.ts"
import type { Words } from "../../src/words/Words.ts"
import { wordsOf } from "../../src/words/wordsOf.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { inItsWay } from "../oracle/inItsWay.ts"

const tags = ["de", "de-CH", "es", "es-MX", "fr", "fr-CA", "fr-CH", "pt", "pt-BR", "pt-PT"]
const tag = fc.constantFrom(...tags)
const wordsIn = (language: string): Words => wordsOf(language) ?? en

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the record
const names = Object.keys(en.problems) as ReadonlyArray<ProblemName>

const textsOf = ({ problems }: Words, name: ProblemName): ReadonlyArray<string> => {
  const text = problems[name]
  return typeof text === "string" ? [text] : [text.one, text.other]
}

const placeholdersOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\{(.*?)\}/g)].map(([, name = ""]) => name).toSorted()

describe("sentences", () => {
  it.each(["en", ...tags])("each sentence in %s shows what the English one shows, once, and ends as a sentence", (language) => {
    const words = wordsIn(language)
    expect(Object.keys(words.problems)).toEqual(names)
    for (const name of names)
      for (const text of textsOf(words, name)) {
        expect([name, placeholdersOf(text)]).toEqual([name, placeholdersOf(textsOf(en, name)[0] ?? "")])
        expect(text).toMatch(/^(?:\p{Lu}|[„«¿{]).*[.?]$/u)
        expect(text.replace(/\{\w+\}/g, "x")).not.toMatch(/[{}]| {2}/)
      }
  })

  it("no sentence in one language is left as it is in English, and no two languages share one", () => {
    for (const name of names) {
      const said = ["en", ...spoken].flatMap((language) => [...new Set(textsOf(wordsIn(language), name))])
      expect([name, new Set(said).size]).toEqual([name, said.length])
    }
  })

  it("a problem of each code has a sentence, and each sentence is of a code", () => {
    const codes = new Set(names.map((name) => name.split("/")[0]))
    expect([...codes].toSorted()).toEqual([...problemCodes].toSorted())
  })

  it("the languages that are loaded when they are needed are those that have words", () => {
    useWords(wordsOf)
    expect(spoken.map((language) => wordsOf(language)?.language)).toEqual(spoken)
    for (const language of ["en", "en-GB", "it", "nl", "zh-Hant", "dev", "est"])
      expect([wordsOf(language), currentWords(language)]).toEqual([undefined, en])
    for (const language of [...tags, "de-AT", "es-AR", "fr-BE", "pt-AO", "de-Latn-CH"])
      expect(currentWords(language).language).toBe(language.slice(0, 2))
  })

  it("what is shown may look like a placeholder, or like a pattern", () => {
    fc.assert(
      fc.property(tag, fc.constantFrom("{limit}", "{label}", "$&", "$1", "{{", "\\"), (language, label) => {
        const { message } = say(wordsIn(language), unplaced("min", { label, limit: "7" }))
        expect(message.split(label).length).toBe(2)
        expect(message).toContain("7")
      })
    )
  })

  it("Swiss German has no ß and no German quotation marks", () => {
    const text = JSON.stringify(wordsIn("de-CH").problems)
    expect(text).not.toMatch(/[ß„“]/)
    expect(say(wordsIn("de-CH"), unplaced("max", { label: "Prämie", limit: "12345.5" })).message).toBe(
      "Der Wert von «Prämie» ist grösser als 12’345.5."
    )
  })
})

const everything: JsonObject = {
  title: "Everything",
  code: "ALL",
  fields: [
    { slug: "name", type: "text", required: true, minLength: 2, maxLength: 1000, pattern: "[A-Z].*" },
    { slug: "letter", type: "text", minLength: 1, maxLength: 1 },
    { slug: "mail", type: "email" },
    { slug: "site", type: "url" },
    { slug: "phone", type: "phone" },
    { slug: "count", type: "integer", min: 1, max: 12345 },
    { slug: "size", type: "number", decimals: 2, min: "1234.5", max: 99999 },
    { slug: "price", type: "money", currency: "EUR", min: "-1234.5" },
    { slug: "square", type: "number", formula: "round(size * size * size * size, 6)", decimals: 6 },
    { slug: "agreed", type: "boolean" },
    { slug: "from", type: "date", min: "2026-01-31", max: "2026-12-31" },
    { slug: "at", type: "time", min: "09:30", max: "17:00:30" },
    { slug: "moment", type: "datetime", min: "2026-01-31T09:30:00Z", max: "2026-12-31T09:30:15.5+01:00" },
    { slug: "kind", type: "choice", options: [{ value: "a" }, { value: "b", when: "agreed" }] },
    {
      slug: "parts",
      type: "choices",
      minItems: 2,
      maxItems: 2,
      options: [{ value: "a" }, { value: "b" }, { value: "c" }]
    },
    {
      slug: "one",
      type: "list",
      label: "One of them",
      minItems: 1,
      maxItems: 2,
      unique: true,
      fields: [{ slug: "part", type: "text", unique: true }]
    },
    { slug: "several", type: "list", minItems: 2, maxItems: 100, fields: [{ slug: "part", type: "text" }] },
    { slug: "score", type: "integer", internal: true, formula: "count + 1", max: 5 }
  ]
}

const payloads: ReadonlyArray<{ readonly [name: string]: Json }> = [
  {},
  {
    name: "a",
    letter: "ab",
    mail: "x",
    site: "x",
    phone: "x",
    count: 0,
    size: 1,
    price: "-1234.51",
    agreed: "yes",
    from: "2026-01-30",
    at: "09:29",
    moment: "2026-01-31T09:29:59Z",
    kind: "c",
    parts: ["a"],
    one: [],
    several: [{ part: "x" }, 4]
  },
  {
    name: "x".repeat(1001),
    count: 12346,
    size: 99999.5,
    from: "2027-01-01",
    at: "17:00:31",
    moment: "2027-01-01T00:00:00Z",
    kind: "b",
    parts: ["a", "a", "b"],
    one: [{ part: "x" }, { part: "x" }],
    nmae: "A",
    zzzzzzzzzz: 1
  },
  {
    name: 3,
    mail: "a\u0000",
    count: 1.5,
    size: 1234.567,
    price: `1${"0".repeat(50)}`,
    from: "x",
    at: "x",
    moment: "x",
    kind: 4,
    parts: 4,
    one: [{ part: "x" }, { part: "y" }, { part: "z" }],
    several: 4
  },
  { count: "x", size: "x", price: "x", parts: ["d"], several: [{ part: "x" }] },
  { count: 9, size: 99999, parts: ["a", "b", "c"] }
]

const options = { today: "2026-11-27", draft: false }

const checkedIn = (definition: JsonObject, languages?: ReadonlyArray<string>, accepts: ReadonlyArray<string> = []) =>
  Result.getOrThrow(check(languages === undefined ? definition : { ...definition, languages }, {}, { accepts }))

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** Which sentences a message may be. */
const namesOf = (words: Words, message: string): ReadonlySet<string> =>
  new Set(
    names.filter((name) =>
      textsOf(words, name).some((text) =>
        new RegExp(`^${text.split(/\{\w+\}/).map(escaped).join("(.*)")}$`, "su").test(message)
      )
    )
  )

it("every sentence is said, in every language of the same problem", () => {
  const said = (language: string | undefined) => {
    const form = compileGenerated(checkedIn(everything, language === undefined ? undefined : [language]))
    return payloads.map((data) => resultWithout(form.evaluate(data, options), form.internal).problems)
  }
  const english = said(undefined)
  const reached = new Set(english.flat().flatMap(({ message }) => [...namesOf(en, message)]))
  expect(names.filter((name) => !reached.has(name))).toEqual([])
  for (const language of tags) {
    const words = wordsIn(language)
    const own = said(language).flat()
    english.flat().forEach((problem, index) => {
      const { message, ...same } = own[index] ?? { message: "" }
      expect(same).toEqual({ code: problem.code, field: problem.field, pointer: problem.pointer })
      const common = [...namesOf(words, message)].filter((name) => namesOf(en, problem.message).has(name))
      expect([message, common.length > 0]).toEqual([message, true])
    })
  }
})

describe("random forms", () => {
  const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

  it("the same payload has the same values, codes and pointers in every language, in both back ends, in a page and explained", () => {
    let translated = 0
    fc.assert(
      fc.property(seed, tag, (number, language) => {
        const { definition } = formAt(number, 0)
        const [own, first] = [checkedIn(definition), checkedIn(definition, [language])]
        const read = checkedIn(definition, ["en", language], [language])
        expect([first.steps, read.steps]).toEqual([own.steps, own.steps])
        const english = compileGenerated(own)
        const [closures, generated] = [compileClosures(first), compileGenerated(first)]
        const page = runPortable(toPortable(first, { internal: true }))
        for (const pair of [0, 1, 2]) {
          const { data, options: run } = inputAt(number, pair, definition)
          const [one, two] = [english.evaluate(data, run), generated.evaluate(data, run)]
          const bytes = JSON.stringify(two)
          expect(JSON.stringify(closures.evaluate(data, run))).toBe(bytes)
          expect(JSON.stringify(compileGenerated(read).evaluate(data, run))).toBe(bytes)
          expect(toJson(page.evaluate(data, run))).toBe(toJson(two))
          const { trace: _, ...explained } = generated.explain(data, run)
          expect(JSON.stringify(explained)).toBe(bytes)
          const same = ({ outcomes, problems, ...rest }: typeof one) => ({
            ...rest,
            outcomes: outcomes.map(({ id, severity }) => [id, severity]),
            problems: problems.map(({ code, field, pointer }) => [code, field, pointer])
          })
          expect(same(two)).toEqual(same(one))
          translated += one.problems.filter(({ message }, index) => message !== two.problems[index]?.message).length
        }
      }),
      { numRuns: 60 }
    )
    expect(translated).toBeGreaterThan(100)
  })

  it("a form in English, and one in a language that the engine has no words in, answers with the bytes of a form without languages", () => {
    fc.assert(
      fc.property(seed, fc.constantFrom("en", "en-GB", "it", "zh-Hant"), (number, language) => {
        const { definition } = formAt(number, 0)
        const [plain, form] = [checkedIn(definition), checkedIn(definition, [language])]
        const { data, options: run } = inputAt(number, 0, definition)
        for (const make of [compileClosures, compileGenerated])
          expect(JSON.stringify(make(form).evaluate(data, run))).toBe(JSON.stringify(make(plain).evaluate(data, run)))
        expect(toPortable(form, { internal: true })).toBe(toPortable(plain, { internal: true }))
      }),
      { numRuns: 40 }
    )
  })
})

describe("numbers and dates", () => {
  const signs = fc.record({ language: tag, units: fc.bigInt(-(10n ** 30n), 10n ** 30n), scale: fc.integer({ min: 0, max: 18 }) })

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
  checks: [{ id: "no", check: "price < least", message: "{price} {year} {from} {word} {agreed} {line} {least} {note}" }],
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
    expect(form.evaluate({ price: "12345.6" }, options).problems.map(({ message }) => message)).toEqual(["— / 1.000,00"])
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
