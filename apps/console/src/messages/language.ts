/** Which language a person reads: what they chose in this browser, else the first of the browser's own that there is, else English. */

/** Each language, by its own name. */
export const languages = { en: "English", de: "Deutsch" } as const

export type Language = keyof typeof languages

/** What can be chosen: a language, or that of the browser. */
export type Choice = Language | "browser"

const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text)

/** @param preferred tags such as `de-AT`, the one that the person likes best first. */
export const languageOf = (choice: Choice, preferred: ReadonlyArray<string>): Language =>
  choice === "browser"
    ? (preferred.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isLanguage) ?? "en")
    : choice

const place = "formwork.language"

/** @param key of what another tab has changed in this browser's storage; null where it was emptied. */
export const isChoicesPlace = (key: string | null): boolean => key === place || key === null

export const keptChoice = (): Choice => {
  const kept = localStorage.getItem(place) ?? ""
  return isLanguage(kept) ? kept : "browser"
}

export const keepChoice = (choice: Choice): void => {
  if (choice === "browser") localStorage.removeItem(place)
  else localStorage.setItem(place, choice)
}

/** Of the world's languages that are written from the right to the left, those with the most readers. */
const fromTheRight: ReadonlySet<string> = new Set(["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"])

/** The direction in which a page of a language is laid out. @param language `en-GB` */
export const directionOf = (language: string): "ltr" | "rtl" =>
  fromTheRight.has(new Intl.Locale(language).language) ? "rtl" : "ltr"
