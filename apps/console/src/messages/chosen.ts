/** The language that was chosen, and the sentences that are shown. A screen keeps all that it has while they change. */
import { makeValue } from "../api/value.ts"
import { type Choice, directionOf, isChoicesPlace, keepChoice, keptChoice, languageOf } from "./language.ts"
import type { Messages } from "./Messages.ts"
import { wordsIn } from "./wordsIn.ts"

export const choice = makeValue<Choice>(keptChoice())

/** Undefined until the first ones have come. */
export const shown = makeValue<Messages | undefined>(undefined)

/** The page's own language and direction follow: by them assistive technology speaks, words are hyphenated, and the layout is turned. */
export const show = (words: Messages): void => {
  document.documentElement.lang = new Intl.Locale(words.common.language).language
  document.documentElement.dir = directionOf(words.common.language)
  shown.set(words)
}

let latest = 0

/** The choice counts once its sentences are there: without an answer of the server everything stays as it is. */
export const choose = async (next: Choice): Promise<void> => {
  latest += 1
  const own = latest
  const words = await wordsIn(languageOf(next, navigator.languages))
  if (own !== latest) return
  keepChoice(next)
  choice.set(next)
  show(words)
}

/** A language that is chosen in one tab is shown in the others, with all that they have. */
export const followChoice = (): void =>
  addEventListener("storage", ({ key }) => {
    // Without an answer of the server this tab stays as it is.
    if (isChoicesPlace(key)) void choose(keptChoice()).catch(() => undefined)
  })
