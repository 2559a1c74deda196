/** The sentences of a language, which come in a file of their own: nobody fetches a language that they do not read. */
import type { Language } from "./language.ts"
import type { Messages } from "./Messages.ts"

const files: { readonly [L in Language]: () => Promise<Messages> } = {
  en: async () => (await import("./en/en.ts")).en,
  de: async () => (await import("./de/de.ts")).de
}

export const wordsIn = (language: Language): Promise<Messages> => files[language]()
