/** Problems in words: each code has a sentence in each language, and a rule keeps its author's. */
import { type ProblemCode, problemCodes } from "@formwork/rules/Evaluation"
import { expect, it } from "vitest"
import type { FieldView } from "../../src/FieldView.ts"
import { de } from "../../src/element/words/de.ts"
import { en } from "../../src/element/words/en.ts"
import { problemWords } from "../../src/element/words/problemWords.ts"
import { wordsFor } from "../../src/element/words/wordsFor.ts"

const view = (members: Partial<FieldView>): FieldView => ({
  pointer: "/fee",
  type: "money",
  label: "Fee",
  description: undefined,
  hint: undefined,
  placeholder: undefined,
  unit: undefined,
  readOnly: false,
  outcomes: [],
  extensions: {},
  limits: {
    min: "10.00",
    max: "1234.50",
    currency: "EUR",
    decimals: 2,
    minLength: 3,
    maxLength: 5,
    minItems: 1,
    maxItems: 2
  },
  options: [],
  notOffered: [],
  ownWords: [],
  computed: false,
  shown: true,
  required: false,
  value: undefined,
  problem: undefined,
  problems: [],
  rows: [],
  fields: [],
  why: () => [],
  ...members
})

const said = (words: typeof en, code: ProblemCode, members: Partial<FieldView> = {}): string =>
  problemWords({ code, field: "fee", message: "As the author says.", pointer: "/data/fee" }, view(members), {
    words,
    isSaidByForm: false,
    timeZone: "UTC"
  })

it("each code has a sentence in each language", () => {
  expect(problemCodes.map((code) => `${code}: ${said(en, code)}`)).toMatchInlineSnapshot(`
    [
      "required: Fee is required.",
      "type: Fee has to be an amount, such as 12.50.",
      "unknown_field: There is no field Fee.",
      "min: Fee is less than €10.00.",
      "max: Fee is more than €1,234.50.",
      "min_length: Fee has fewer than 3 characters.",
      "max_length: Fee has more than 5 characters.",
      "pattern: Fee has to be an amount, such as 12.50.",
      "choice: Fee has none of its options.",
      "decimals: Fee has more than 2 decimals.",
      "min_items: Fee needs at least 1 option.",
      "max_items: Fee takes at most 2 options.",
      "unique: Fee is there twice.",
      "storable: Fee has a character that cannot be stored.",
      "too_large: Fee is too large.",
      "rule: As the author says.",
    ]
  `)
  expect(problemCodes.map((code) => `${code}: ${said(de, code)}`)).toMatchInlineSnapshot(`
    [
      "required: Fee: Angabe fehlt.",
      "type: Fee: nötig ist ein Betrag wie 12,50.",
      "unknown_field: Fee: ein solches Feld gibt es nicht.",
      "min: Fee: mindestens 10,00 €.",
      "max: Fee: höchstens 1.234,50 €.",
      "min_length: Fee: mindestens 3 Zeichen.",
      "max_length: Fee: höchstens 5 Zeichen.",
      "pattern: Fee: nötig ist ein Betrag wie 12,50.",
      "choice: Fee: keine der Auswahlen.",
      "decimals: Fee: höchstens 2 Nachkommastellen.",
      "min_items: Fee: mindestens 1 Auswahl.",
      "max_items: Fee: höchstens 2 Auswahlen.",
      "unique: Fee: ist doppelt.",
      "storable: Fee: ein Zeichen kann nicht gespeichert werden.",
      "too_large: Fee: ist zu groß.",
      "rule: As the author says.",
    ]
  `)
})

it("an option that other answers rule out is named", () => {
  const refused = { options: [], notOffered: [{ value: "j", label: "Junior" }] }
  expect(said(en, "choice", refused)).toBe("Fee: “Junior” is not offered with the other answers.")
  expect(said(de, "choice", refused)).toBe("Fee: „Junior“ steht bei den übrigen Angaben nicht zur Wahl.")
})

it("a limit is written as people read it", () => {
  expect(said(en, "min", { type: "date", limits: { min: "2026-03-02" } })).toBe("Fee is before Mar 2, 2026.")
  expect(said(de, "max", { type: "date", limits: { max: "2026-03-02" } })).toBe("Fee: spätestens 02.03.2026.")
  expect(said(en, "min_items", { type: "choices" })).toBe("Fee needs at least 1 option.")
  expect(said(en, "max_items", { type: "list" })).toBe("Fee takes at most 2 rows.")
  expect(said(en, "pattern", { type: "email" })).toBe("Fee has to be an e-mail address, such as name@example.com.")
})

it("a language that the element does not speak is English, and a region keeps its own numbers", () => {
  expect(wordsFor("pt").language).toBe("en")
  expect(wordsFor("de-CH")).toMatchObject({ language: "de-CH", yes: "Ja" })
  expect(wordsFor("en-GB")).toMatchObject({ language: "en-GB", yes: "Yes" })
  expect(wordsFor("de_").language).toBe("en")
})
