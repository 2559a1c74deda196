/** The sentences of a trace: in every language, of the same rules, with the same values. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { toPortable } from "../../src/toPortable.ts"
import { spoken } from "../../src/words/currentWords.ts"
import { en } from "../../src/words/en.ts"
import type { TraceWords } from "../../src/words/TraceWords.ts"
import { checkedIn, options, tags, wordsIn } from "./tags.ts"

/** Each template by its name, `shown/null`. */
const templatesOf = (trace: TraceWords): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(trace).flatMap(([name, text]: readonly [string, string | object]) =>
      typeof text === "string"
        ? [[name, text] as const]
        : Object.entries(text).map(([gave, fact]) => [`${name}/${gave}`, String(fact)] as const)
    )
  )

const placeholdersOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\{(.*?)\}/g)].map(([, name = ""]) => name).toSorted()

/** What is punctuation, and may be the same in several languages. */
const punctuation = new Set(["from", "separator"])

describe("the templates of a trace", () => {
  it.each(tags)("each in %s shows what the English one shows, once", (language) => {
    const english = templatesOf(en.trace)
    const own = templatesOf(wordsIn(language).trace)
    expect([...own.keys()]).toEqual([...english.keys()])
    for (const [name, text] of own) {
      expect([name, placeholdersOf(text)]).toEqual([name, placeholdersOf(english.get(name) ?? "")])
      expect(text.replace(/\{\w+\}/g, "x")).not.toMatch(/[{}]| {2}/)
    }
  })

  it("none is left as it is in English, and true, false and not known are three sentences", () => {
    for (const [name, text] of templatesOf(en.trace)) {
      if (punctuation.has(name)) continue
      for (const language of spoken) expect(templatesOf(wordsIn(language).trace).get(name)).not.toBe(text)
    }
    for (const language of ["en", ...tags])
      for (const facts of Object.values(wordsIn(language).trace).filter((one) => typeof one === "object"))
        expect(new Set(Object.values(facts)).size).toBe(3)
  })

  it("Swiss German has no ß and no German quotation marks, and no page that runs a form has any of them", () => {
    expect(JSON.stringify(wordsIn("de-CH").trace)).not.toMatch(/[ß„“]/)
    for (const language of ["en", ...spoken]) {
      const portable = toPortable(checkedIn(everything, [language]))
      for (const text of [wordsIn(language).trace.shown.null, wordsIn(language).trace.check.null])
        expect(portable).not.toContain(JSON.stringify(text).slice(1, -1))
    }
  })
})

const everything: JsonObject = {
  title: "Everything",
  code: "ALL",
  tables: {
    areas: {
      keys: [{ name: "area", type: "text" }],
      values: [{ name: "rate", type: "number", decimals: 2 }],
      rows: [["north", "1.25"]]
    }
  },
  fields: [
    { slug: "area", type: "text" },
    { slug: "value", type: "money", currency: "EUR", visibleWhen: "area != ''", requiredWhen: "area == 'north'" },
    { slug: "rate", type: "number", decimals: 2, formula: "lookup(areas, 'rate', area)" },
    { slug: "fee", type: "money", currency: "EUR", formula: "round(value * rate, 2)" },
    { slug: "extras", type: "choices", options: [{ value: "a" }, { value: "b", when: "value > 10" }] },
    { slug: "several", type: "boolean", formula: "size(extras) > 1" },
    {
      slug: "rows",
      type: "list",
      maxItems: 60,
      fields: [
        { slug: "n", type: "integer" },
        { slug: "m", type: "integer", formula: "n + rowNumber()", visibleWhen: "n > 0" }
      ]
    },
    { slug: "total", type: "integer", formula: "sum(rows, r, r.n)" },
    ...["c", "d", "e", "f", "g", "h"].map((slug) => ({ slug, type: "integer" })),
    {
      slug: "all",
      type: "integer",
      formula: "c + d + e + f + g + h + total + size(rows) + sum(rows, r, coalesce(r.m, 0))"
    }
  ],
  sections: [{ id: "money", title: "Money", fields: ["fee"], visibleWhen: "value > 0" }],
  checks: [{ id: "enough", field: "value", check: "value >= 5", message: "Too small" }],
  outcomes: [{ id: "dear", severity: "info", when: "fee > 100", message: "Dear" }],
  effects: [{ id: "tell", kind: "delivery", url: "https://x.example/e", secret: "s", when: "fee > 100" }]
}

const value = fc.option(fc.integer({ min: -5, max: 200 }), { nil: null })
const Payload: fc.Arbitrary<JsonObject> = fc.record(
  {
    area: fc.constantFrom("north", "south", "", null),
    value,
    extras: fc.constantFrom([], ["a"], ["a", "b"], null),
    rows: fc.array(fc.record({ n: value }), { maxLength: 50 }),
    c: value,
    d: value
  },
  { requiredKeys: [] }
)

const explaining = (language: string) => compileGenerated(checkedIn(everything, [language]))
const compiled = new Map(["en", ...tags].map((language) => [language, explaining(language)]))
const traceIn = (language: string, data: JsonObject) =>
  (compiled.get(language) ?? expect.fail(language)).explain(data, options).trace

describe("a trace in another language", () => {
  it("is the English one with other sentences, in both back ends", () => {
    fc.assert(
      fc.property(Payload, fc.constantFrom(...tags), (data, language) => {
        const bare = (one: string) => traceIn(one, data).map(({ words: _, ...rest }) => rest)
        expect(bare(language)).toEqual(bare("en"))
        const said = traceIn(language, data).map(({ words }) => words)
        expect(
          compileClosures(checkedIn(everything, [language]))
            .explain(data, options)
            .trace.map(({ words }) => words)
        ).toEqual(said)
        traceIn("en", data).forEach(({ words }, index) => {
          // The same values, by their digits: none is lost and none is added.
          const digits = (text: string) => (text.match(/\d+/g) ?? []).toSorted()
          expect(said[index]).not.toBe(words)
          expect(digits(said[index] ?? "")).toEqual(digits(words))
        })
      }),
      { numRuns: 60 }
    )
  })

  const data = { area: "north", value: "20.00", extras: [], rows: [{ n: 3 }, {}] }
  it.each([
    [
      "de",
      'value wird angezeigt: area ist "north".',
      'rate ist 1.25: area ist "north"; und die Nummer der Zeile von areas ist 1.',
      "several ist false: extras ist leer.",
      "total ist 3: die Zahl der Zeilen von rows ist 2; und rows.n ist 3, kein Wert.",
      "das Ergebnis dear tritt nicht ein: fee ist 25.00."
    ],
    [
      "fr",
      'value s’affiche\u00a0: area vaut "north".',
      'rate vaut 1.25\u00a0: area vaut "north"\u00a0; et le numéro de la ligne de «\u00a0areas\u00a0» vaut 1.',
      "several vaut false\u00a0: extras est vide.",
      "total vaut 3\u00a0: le nombre de lignes de «\u00a0rows\u00a0» vaut 2\u00a0; et rows.n vaut 3, sans valeur.",
      "le résultat dear ne se produit pas\u00a0: fee vaut 25.00."
    ],
    [
      "es",
      'value se muestra: area es "north".',
      'rate es 1.25: area es "north"; el número de la fila de areas es 1.',
      "several es false: extras está sin elementos.",
      "total es 3: el número de filas de rows es 2; rows.n es 3, sin valor.",
      "el resultado dear no se produce: fee es 25.00."
    ],
    [
      "pt",
      'value aparece: area é "north".',
      'rate é 1.25: area é "north"; e o número da linha de areas é 1.',
      "several é false: extras está sem itens.",
      "total é 3: o número de linhas de rows é 2; e rows.n é 3, sem valor.",
      "o resultado dear não ocorre: fee é 25.00."
    ],
    [
      "en",
      'value is shown: area is "north".',
      'rate is 1.25: area is "north"; and row of areas is 1.',
      "several is false: extras is nothing.",
      "total is 3: rows of rows is 2; and rows.n is 3, missing.",
      "the outcome dear is not raised: fee is 25.00."
    ]
  ])("in %s says what people of that language read", (language, ...sentences) => {
    expect(traceIn(language, data).map(({ words }) => words)).toEqual(expect.arrayContaining(sentences))
  })

  it("is in the language that a reader wants of a form in several", () => {
    const languages = ["en", "de"]
    const german = compileGenerated(checkedIn(everything, languages, ["de"])).explain(data, options).trace
    expect(german.map(({ words }) => words)).toEqual(traceIn("de", data).map(({ words }) => words))
  })
})
