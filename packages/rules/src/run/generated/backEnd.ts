/** The generated back end put together: every kind of tree. */
import { booleanCode, isFalseCode, isTrueCode, railsOf } from "./conditions.ts"
import { isCounted } from "../../tree/Tree.ts"
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
  value: (site, tree) => {
    if (isCounted(tree)) return emitter.days(site, tree)
    switch (tree.kind) {
      case "number":
        return emitter.number(site, tree)
      case "text":
        return emitter.text(site, tree)
      case "boolean":
        return emitter.boolean(site, tree)
      case "datetime":
        return emitter.moment(site, tree)
      case "choices":
        return emitter.choices(site, tree)
    }
  },
  boolean: (site, tree) => booleanCode(emitter, site, tree),
  isTrue: (site, tree) => isTrueCode(emitter, site, tree),
  isFalse: (site, tree) => isFalseCode(emitter, site, tree),
  rails: (site, tree) => railsOf(emitter, site, tree)
}
