/** Where the check finds the words of a language: `check` sets all of them; a page that never meets a form in one of these goes without. */
import { PartMissing } from "../values/PartMissing.ts"
import { en } from "./en.ts"
import type { Words } from "./Words.ts"

/** The languages beside English that the engine has words in. */
export const spoken: ReadonlyArray<string> = ["de", "es", "fr", "pt"]

type WordsOf = (tag: string) => Words | undefined

const current: { wordsOf: WordsOf | undefined } = { wordsOf: undefined }

/** Sets the words for the process. There is one implementation, so setting it again changes nothing. */
export const useWords = (wordsOf: WordsOf): void => {
  current.wordsOf = wordsOf
}

/** @param tag as a form names its language; English for one that the engine has no words in. */
export const currentWords = (tag: string | undefined): Words => {
  if (tag === undefined || !spoken.includes(tag.split("-")[0] ?? "")) return en
  if (current.wordsOf === undefined) throw new PartMissing("words")
  return current.wordsOf(tag) ?? en
}
