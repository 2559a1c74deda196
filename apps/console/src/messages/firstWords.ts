/**
 * Asks for the first language while the rest of the console is still on its way: this file is loaded by itself, before it
 * (vite.config.ts). It must import nothing that is large.
 */
import { keptChoice, languageOf } from "./language.ts"
import { wordsIn } from "./wordsIn.ts"

/** Undefined where no language comes. */
export const firstWords = wordsIn(languageOf(keptChoice(), navigator.languages))
  .catch(() => wordsIn("en"))
  .catch(() => undefined)
