/** In which of the form's languages an effect is written: an expression that gives its tag. */
import { fault, expression, type Read } from "../../../reading/Reader.ts"
import type { TextTree } from "../../../tree/Tree.ts"
import { currentWords } from "../../../words/currentWords.ts"
import { checkTag } from "../../expressions/checkTag.ts"
import { costOf } from "../../expressions/cost.ts"
import type { Name } from "../../expressions/Scope.ts"
import { addCost, addFaults, addSite, type EffectReader } from "./EffectCheckContext.ts"

/** As a choice of the form's languages: what an editor proposes. */
const choiceOf = (languages: ReadonlyArray<string>): Name => ({
  slug: "language",
  slot: -1,
  rows: new Map(),
  field: {
    type: "choice",
    slug: "language",
    label: "language",
    required: false,
    unique: false,
    options: languages.map((value) => ({ value, label: "a language of the form" }))
  }
})

const read: EffectReader<TextTree> =
  (context): Read<TextTree> =>
  (reading, value, at) => {
    const { languages, limits, scope } = context
    if (languages === undefined)
      return fault(
        reading,
        at,
        '`language` chooses among the languages of the form, and the form does not say them. Write `"languages": ["en", "de"]` into the form, its own first.'
      )
    const source = expression(reading, value, at)
    if (source === undefined) return undefined
    addSite(context, at, source, { text: "expression", gives: choiceOf(languages.all) })
    // It may be rendered in each of them: a page that checks it loads their words now, and renders without waiting.
    for (const language of languages.all) currentWords(language)
    const { faults, tree } = checkTag(source, scope, limits, languages.all)
    addFaults(context, at, faults)
    if (tree !== undefined) addCost(context, at, costOf(tree, context.formContext.rowsOf))
    return tree
  }

export const effectLanguage = {
  read,
  schema: {
    type: "string",
    description:
      "An expression of the rule language that gives one of the form's `languages`; where it gives none of them, the effect is in the first. Without it the effect is in the first, with numbers and dates as in JSON."
  }
}
