/** Texts in several languages in the inspector: a line for each, and a plain text again once only the form's own is left. */
import { expect, it } from "vitest"
import {
  languagesOf,
  missingTexts,
  ownText,
  textIn,
  withTextIn
} from "../../../src/screens/author/document/translations.ts"
import { entriesOf } from "../../../src/screens/author/document/nodes.ts"
import { namesIn } from "../../../src/screens/author/engine/namesIn.ts"
import { shownLanguages, writtenLanguages } from "../../../src/screens/author/structure/inspector/LanguagesControl.tsx"
import { labelWith } from "../../../src/screens/author/structure/inspector/options/labelLanguage.ts"
import { cellsOfOption, columnsOf } from "../../../src/screens/author/structure/inspector/options/optionColumns.ts"
import { pasted } from "../../../src/screens/author/structure/inspector/options/pasted.ts"
import { treeOf } from "../document/support.ts"

const languages = ["en", "de"]

const written = (before: string | undefined, language: string, json: string | undefined): string | undefined =>
  withTextIn(before ?? "", before === undefined ? undefined : treeOf(before), languages, language, json)

it("a text gets a translation, and is a plain text again without it", () => {
  const both = written('"Weeks"', "de", '"Wochen"')
  expect(both).toBe('{ "en": "Weeks", "de": "Wochen" }')
  expect(written(both, "en", '"How many"')).toBe('{ "en": "How many", "de": "Wochen" }')
  expect(written(both, "de", undefined)).toBe('"Weeks"')
  expect(written('"Weeks"', "de", undefined)).toBe('"Weeks"')
  expect(written('"Weeks"', "en", undefined)).toBe(undefined)
  expect(written(undefined, "en", '"Weeks"')).toBe('"Weeks"')
  expect(written(undefined, "de", '"Wochen"')).toBe('{ "de": "Wochen" }')
  expect(written('{ "de": "Wochen" }', "en", '"Weeks"')).toBe('{ "en": "Weeks", "de": "Wochen" }')
  // A language that the form does not name stays, with its fault.
  expect(written('{ "en": "Weeks", "fr": "Semaines" }', "de", '"Wochen"')).toBe(
    '{ "en": "Weeks", "de": "Wochen", "fr": "Semaines" }'
  )
})

it("labels of options are read, written and pasted in the chosen language alone", () => {
  const into = { languages, language: "de" }
  const options = '[{"value":"a","label":{"en":"A","de":"B"}},{"value":"c","label":"C"}]'
  const columns = columnsOf([])
  const shown = (language: string | undefined) =>
    entriesOf(treeOf(options)).map((option) => cellsOfOption(option, columns, { languages, language })[1])
  expect([shown("en"), shown("de"), shown(undefined)]).toEqual([
    ["A", "C"],
    ["B", ""],
    ["A", "C"]
  ])
  expect(JSON.parse(pasted(options, treeOf(options), 0, columns, 1, [["X"], ["Y"], ["Z"]], into))).toEqual([
    { value: "a", label: { en: "A", de: "X" } },
    { value: "c", label: { en: "C", de: "Y" } },
    { value: "Z", label: { de: "Z" } }
  ])
  const plain = { languages: [], language: undefined }
  expect(labelWith("", undefined, plain, "X")).toBe('"X"')
  expect(labelWith("", undefined, plain, undefined)).toBe(undefined)
})

it("a plain text is that of the form's own language", () => {
  const plain = treeOf('"Weeks"')
  expect(textIn(plain, "en", "en")).toBe(plain)
  expect(textIn(plain, "de", "en")).toBe(undefined)
  expect(textIn(treeOf('{"en":"A","de":"B"}'), "de", "en")?.value).toBe("B")
})

it("texts that lack a language are counted, and those in one language are not", () => {
  const tree = treeOf(
    '{"languages":["en","de","fr"],"title":{"en":"A","fr":"C"},"fields":[{"label":{"en":"A"},"options":[{"label":{"en":"A","de":"B","fr":"C"}}]},{"label":"A","x-own":{"en":"A"}}],"effects":[{"blocks":[{"text":{"en":"A","de":"B"}}]},{"body":{"en":"A"}}]}'
  )
  expect(languagesOf(tree)).toEqual(["en", "de", "fr"])
  expect([...missingTexts(tree)]).toEqual([
    ["de", 2],
    ["fr", 2]
  ])
})

it.each(["", "en", "en, ", "en, de", "en, de-CH"])("languages typed as “%s” are shown as they were typed", (typed) => {
  const json = writtenLanguages(typed)
  expect(json === undefined ? "" : shownLanguages(treeOf(json))).toBe(typed)
})

it("elsewhere a text in several languages is shown as it was written first", () => {
  expect(ownText(treeOf('{"de":"B","en":"A"}'))).toBe("B")
  expect(namesIn({ fields: [{ slug: "a", label: { en: "Age", de: "Alter" } }] })).toEqual([
    { name: "a", pointer: "/fields/0", label: "Age" }
  ])
})
