/** The engine's own sentences: each is in every language, shows the same, and is said of the same problem. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { problemCodes } from "../../src/Evaluation.ts"
import { resultWithout } from "../../src/Internal.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { fileValues } from "../../src/values/files.ts"
import { currentWords, spoken, useWords } from "../../src/words/currentWords.ts"
import { en } from "../../src/words/en.ts"
import { type FileFault, fileProblem } from "../../src/words/fileProblem.ts"
import type { ProblemName } from "../../src/words/ProblemWords.ts"
import { say, unplaced } from "../../src/words/UnplacedProblem.ts"
import type { Words } from "../../src/words/Words.ts"
import { wordsOf } from "../../src/words/wordsOf.ts"
import { checkedIn, options, tags, wordsIn } from "./tags.ts"

const tag = fc.constantFrom(...tags)

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the record
const names = Object.keys(en.problems) as ReadonlyArray<ProblemName>

const textsOf = ({ problems }: Words, name: ProblemName): ReadonlyArray<string> => {
  const text = problems[name]
  return typeof text === "string" ? [text] : [text.one, text.other]
}

const placeholdersOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\{(.*?)\}/g)].map(([, name = ""]) => name).toSorted()

describe("sentences", () => {
  it.each(["en", ...tags])(
    "each sentence in %s shows what the English one shows, once, and ends as a sentence",
    (language) => {
      const words = wordsIn(language)
      expect(Object.keys(words.problems)).toEqual(names)
      for (const name of names)
        for (const text of textsOf(words, name)) {
          expect([name, placeholdersOf(text)]).toEqual([name, placeholdersOf(textsOf(en, name)[0] ?? "")])
          expect(text).toMatch(/^(?:\p{Lu}|[„«¿{]).*[.?]$/u)
          expect(text.replace(/\{\w+\}/g, "x")).not.toMatch(/[{}]| {2}/)
        }
    }
  )

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
    { slug: "place.street", type: "text" },
    { slug: "deed", type: "file", maxBytes: 4_200_000, mediaTypes: ["application/pdf", "image/*"] },
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
    deed: "deed.pdf",
    kind: "c",
    parts: ["a"],
    one: [],
    several: [{ part: "x" }, 4],
    place: 5,
    "place.street": "x"
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

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** Which sentences a message may be. */
const namesOf = (words: Words, message: string): ReadonlySet<string> =>
  new Set(
    names.filter((name) =>
      textsOf(words, name).some((text) =>
        new RegExp(
          `^${text
            .split(/\{\w+\}/)
            .map(escaped)
            .join("(.*)")}$`,
          "su"
        ).test(message)
      )
    )
  )

/** What filing may find of an upload. */
const faults: ReadonlyArray<FileFault> = [
  { is: "unknown" },
  { is: "taken" },
  { is: "tooLarge", bytes: 6_150_001 },
  { is: "refusedType", mediaType: "text/html" },
  { is: "empty" },
  { is: "otherBytes", said: "application/pdf", found: "image/png" },
  { is: "otherBytes", said: "application/pdf", found: undefined }
]

it("every sentence is said, in every language of the same problem", () => {
  const said = (language: string | undefined) => {
    const form = compileGenerated(checkedIn(everything, language === undefined ? undefined : [language]))
    const evaluated = payloads.map((data) => resultWithout(form.evaluate(data, options), form.internal).problems)
    const uploads = fileValues(form.files, { deed: "00000000-0000-4000-8000-000000000000" })
    const filed = uploads.flatMap((upload) =>
      faults.map((fault) => fileProblem(form.definition.language, upload, fault))
    )
    return [...evaluated, filed]
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
