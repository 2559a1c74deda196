/** The words of a language. English and German are there at once; the others are loaded for the first page that is in them. */
import { de } from "./de.ts"
import { en } from "./en.ts"
import type { Words } from "./Words.ts"

const known = new Map<string, Words>([
  ["en", en],
  ["de", de]
])

const others = new Map<string, () => Promise<Words>>([
  ["fr", async () => (await import("./fr.ts")).fr],
  ["es", async () => (await import("./es.ts")).es],
  ["pt", async () => (await import("./pt.ts")).pt]
])

const languageOf = (tag: string): string => tag.toLowerCase().split("-")[0] ?? ""

/** Begun once for each language. */
const loading = new Map<string, Promise<void>>()

const load = async (language: string, words: () => Promise<Words>): Promise<void> => {
  try {
    known.set(language, await words())
  } catch {
    // Its file cannot be had: the element stays in English, and the form says its problems itself.
  }
  others.delete(language)
}

/** @returns undefined where `wordsFor` has the words, or they cannot be had; else what resolves when that is so, and never fails. */
export const wordsToCome = (tag: string): Promise<void> | undefined => {
  const language = languageOf(tag)
  const words = others.get(language)
  if (words === undefined) return undefined
  const begun = loading.get(language) ?? load(language, words)
  loading.set(language, begun)
  return begun
}

/** The words of a language, with the tag's own numbers and dates (`de-CH`). English for any other language. */
export const wordsFor = (tag: string): Words => {
  const words = known.get(languageOf(tag))
  if (words === undefined) return en
  try {
    return { ...words, language: Intl.getCanonicalLocales(tag)[0] ?? words.language }
  } catch {
    return words
  }
}

/** Whether the form says its problems itself: it has sentences in the page's language, and the element's words in it could not be loaded. */
export const isSaidByForm = (
  { language }: { readonly language: string | undefined },
  words: Words,
  ofPage: string
): boolean => {
  const isOf = (tag: string): boolean => languageOf(tag) === language
  return isOf(ofPage) && !isOf(words.language)
}
