/** The generated back end put together: every kind of tree. */
import { booleanCode, isFalseCode, isTrueCode, railsOf } from "./conditions.ts"
import type { Emitter } from "./Emitter.ts"
import { numberCode } from "./numbers.ts"
import { choicesCode } from "./choices.ts"
import { daysCode, momentCode } from "./temporals.ts"
import { textCode } from "./texts.ts"

export const emitter: Emitter = {
  number: (site, tree) => numberCode(emitter, site, tree),
  text: (site, tree) => textCode(emitter, site, tree),
  days: (site, tree) => daysCode(emitter, site, tree),
  moment: (site, tree) => momentCode(emitter, site, tree),
  choices: (site, tree) => choicesCode(emitter, site, tree),
  boolean: (site, tree) => booleanCode(emitter, site, tree),
  isTrue: (site, tree) => isTrueCode(emitter, site, tree),
  isFalse: (site, tree) => isFalseCode(emitter, site, tree),
  rails: (site, tree) => railsOf(emitter, site, tree)
}
