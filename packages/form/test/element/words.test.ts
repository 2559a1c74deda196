/** Problems in words: each code has a sentence in each language, and a rule keeps its author's. */
import { type ProblemCode, problemCodes } from "@formwork/rules/Evaluation"
import { expect, it } from "vitest"
import type { FieldView } from "../../src/FieldView.ts"
import { de } from "../../src/element/words/de.ts"
import { en } from "../../src/element/words/en.ts"
import { es } from "../../src/element/words/es.ts"
import { fr } from "../../src/element/words/fr.ts"
import { problemWords } from "../../src/element/words/problemWords.ts"
import { pt } from "../../src/element/words/pt.ts"
import type { Words } from "../../src/element/words/Words.ts"
import { isSaidByForm, wordsFor, wordsToCome } from "../../src/element/words/wordsFor.ts"

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
  expect(problemCodes.map((code) => `${code}: ${said(fr, code)}`)).toMatchInlineSnapshot(`
    [
      "required: Le champ « Fee » est obligatoire.",
      "type: Le champ « Fee » doit contenir un montant, comme 12,50.",
      "unknown_field: Il n’y a pas de champ « Fee ».",
      "min: La valeur de « Fee » est inférieure à 10,00 €.",
      "max: La valeur de « Fee » est supérieure à 1 234,50 €.",
      "min_length: Le champ « Fee » contient moins de 3 caractères.",
      "max_length: Le champ « Fee » contient plus de 5 caractères.",
      "pattern: Le champ « Fee » doit contenir un montant, comme 12,50.",
      "choice: La valeur de « Fee » ne fait pas partie des options.",
      "decimals: Le champ « Fee » a plus de 2 décimales.",
      "min_items: Le champ « Fee » demande au moins 1 option.",
      "max_items: Le champ « Fee » accepte au plus 2 options.",
      "unique: La valeur de « Fee » figure deux fois.",
      "storable: Le champ « Fee » contient un caractère qui ne peut pas être enregistré.",
      "too_large: La valeur de « Fee » est trop grande.",
      "rule: As the author says.",
    ]
  `)
  expect(problemCodes.map((code) => `${code}: ${said(es, code)}`)).toMatchInlineSnapshot(`
    [
      "required: El campo «Fee» es obligatorio.",
      "type: El campo «Fee» debe contener un importe.",
      "unknown_field: No hay ningún campo «Fee».",
      "min: El valor de «Fee» es menor que 10,00 €.",
      "max: El valor de «Fee» es mayor que 1234,50 €.",
      "min_length: El campo «Fee» tiene menos de 3 caracteres.",
      "max_length: El campo «Fee» tiene más de 5 caracteres.",
      "pattern: El campo «Fee» debe contener un importe.",
      "choice: El valor de «Fee» no es ninguna de las opciones.",
      "decimals: El campo «Fee» tiene más de 2 decimales.",
      "min_items: El campo «Fee» requiere al menos 1 opción.",
      "max_items: El campo «Fee» admite como máximo 2 opciones.",
      "unique: El valor de «Fee» está repetido.",
      "storable: El campo «Fee» contiene un carácter que no se puede guardar.",
      "too_large: El valor de «Fee» es demasiado grande.",
      "rule: As the author says.",
    ]
  `)
  expect(problemCodes.map((code) => `${code}: ${said(pt, code)}`)).toMatchInlineSnapshot(`
    [
      "required: O campo “Fee” é obrigatório.",
      "type: O campo “Fee” deve conter um valor em dinheiro, como 12,50.",
      "unknown_field: Não há nenhum campo “Fee”.",
      "min: O valor de “Fee” é menor do que € 10,00.",
      "max: O valor de “Fee” é maior do que € 1.234,50.",
      "min_length: O campo “Fee” tem menos de 3 caracteres.",
      "max_length: O campo “Fee” tem mais de 5 caracteres.",
      "pattern: O campo “Fee” deve conter um valor em dinheiro, como 12,50.",
      "choice: O valor de “Fee” não é nenhuma das opções.",
      "decimals: O campo “Fee” tem mais de 2 casas decimais.",
      "min_items: O campo “Fee” precisa de pelo menos 1 opção.",
      "max_items: O campo “Fee” aceita no máximo 2 opções.",
      "unique: O valor de “Fee” está repetido.",
      "storable: O campo “Fee” contém um caractere que não pode ser armazenado.",
      "too_large: O valor de “Fee” é grande demais.",
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
  expect(wordsFor("it").language).toBe("en")
  expect(wordsFor("de-CH")).toMatchObject({ language: "de-CH", yes: "Ja" })
  expect(wordsFor("en-GB")).toMatchObject({ language: "en-GB", yes: "Yes" })
  expect(wordsFor("de_").language).toBe("en")
})

it("French, Spanish and Portuguese are loaded when a page is in them, and until then English stands in", async () => {
  for (const [tag, yes] of [
    ["fr-CH", "Oui"],
    ["es", "Sí"],
    ["pt-BR", "Sim"]
  ] as const) {
    expect(wordsFor(tag)).toBe(en)
    const form = { language: tag.slice(0, 2) }
    expect(isSaidByForm(form, wordsFor(tag), tag)).toBe(true)
    const [first, again] = [wordsToCome(tag), wordsToCome(tag)]
    expect(first).toBeDefined()
    expect(again).toBe(first)
    await first
    expect(wordsToCome(tag)).toBeUndefined()
    expect(wordsFor(tag)).toMatchObject({ language: tag, yes })
    expect(isSaidByForm(form, wordsFor(tag), tag)).toBe(false)
  }
  for (const tag of ["en", "de-AT", "it", ""]) expect(wordsToCome(tag)).toBeUndefined()
})

/** Everything that a language says, of one and of several, of each type. */
const everySentence = (words: Words): ReadonlyArray<string> => {
  const { add, fileType, isHidden, missing, notOffered, problems, row, rowsOf, search, sent, step, summary, timesIn } =
    words
  const { uploaded, uploading } = words
  const fixed = Object.values(words).filter((word) => typeof word === "string")
  const counted = [1, 2].flatMap((count) => [search(count), summary(count), missing(count), step(count, 2)])
  const types = [
    "text",
    "date",
    "time",
    "datetime",
    "integer",
    "number",
    "money",
    "choice",
    "list",
    "email",
    "file"
  ] as const
  const said = Object.values(problems).flatMap((say) =>
    types.flatMap((type) => ["0", "1", "2"].map((limit) => say({ label: "L", type, limit })))
  )
  return [
    ...fixed,
    ...counted,
    ...said,
    add("L"),
    fileType("L", "PDF"),
    isHidden("L"),
    notOffered("L", "O"),
    row("L", 1),
    rowsOf(1, 2, 3),
    sent(undefined),
    sent("R-1"),
    timesIn("UTC"),
    uploaded("f.pdf"),
    uploading("f.pdf")
  ]
}

it.each([
  ["fr", fr],
  ["es", es],
  ["pt", pt],
  ["de", de]
])("no sentence in %s is left in English, empty or with a hole", (_, words) => {
  const english = new Set(everySentence(en))
  // Words that both languages have, and what is made of names and numbers alone.
  const shared = new Set(["No", "Download", "L 1"])
  for (const sentence of everySentence(words)) {
    expect(sentence.trim()).not.toBe("")
    expect(sentence).not.toMatch(/undefined|\[object|\{|\}/)
    expect([sentence, english.has(sentence) && !shared.has(sentence)]).toEqual([sentence, false])
  }
})

it("French has its spaces, which do not break, inside quotation marks and before a colon", () => {
  for (const sentence of everySentence(fr)) {
    expect(sentence).not.toMatch(/«(?!\u00a0)|(?<!\u00a0)»|(?<![\u00a0\d]|https):|(?<!\u00a0)[;?!]/u)
  }
})
