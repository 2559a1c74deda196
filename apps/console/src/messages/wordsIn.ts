/** The sentences of a language. Each language is a file of its own, so that only those who read it fetch it. */
import type { Language } from "./language.ts"
import type { Messages } from "./Messages.ts"

const files: { readonly [L in Language]: () => Promise<Messages> } = {
  en: async () => (await import("./en/en.ts")).en,
  de: async () => (await import("./de/de.ts")).de
}

export const wordsIn = (language: Language): Promise<Messages> => files[language]()
