import { de } from "./de.ts"
import { en } from "./en.ts"
import type { Words } from "./Words.ts"

const known: ReadonlyMap<string, Words> = new Map([
  ["en", en],
  ["de", de]
])

/** The words of a language, with the tag's own numbers and dates (`de-CH`). English for any other language. */
export const wordsFor = (tag: string): Words => {
  const [language = ""] = tag.toLowerCase().split("-")
  const words = known.get(language)
  if (words === undefined) return en
  try {
    return { ...words, language: Intl.getCanonicalLocales(tag)[0] ?? words.language }
  } catch {
    return words
  }
}

/** Whether the form says its problems itself. In French, for example: the element has no words of its own in it, and the form has. */
export const isSaidByForm = (
  { language }: { readonly language: string | undefined },
  words: Words,
  ofPage: string
): boolean => {
  const isOf = (tag: string): boolean => tag.toLowerCase().split("-")[0] === language
  return isOf(ofPage) && !isOf(words.language)
}
