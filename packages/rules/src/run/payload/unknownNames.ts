/** Names in a payload that no field has. */
import type { Field } from "../../Definition.ts"
import type { Problem } from "../../Evaluation.ts"
import { nearest } from "../../values/nearest.ts"
import { shortened } from "../../values/text.ts"
import { say, unplaced } from "../../words/UnplacedProblem.ts"
import type { Words } from "../../words/Words.ts"
import { problem, type Location } from "./Location.ts"

export type Names = ReadonlyMap<string, unknown>

/** The names that a payload may have. Those of internal fields are unknown to it, as any other: an answer does not tell that they exist. */
export const knownNames = (fields: ReadonlyArray<Field>): Names =>
  new Map(fields.flatMap((field) => (field.internal === true ? [] : [[field.slug, field] as const])))

/** How many unknown names one evaluation may still report, and for how many it may suggest a near name, which takes time. */
export interface SuggestionBudget {
  suggestions: number
  names: number
}

export const newSuggestionBudget = (): SuggestionBudget => ({ suggestions: 10, names: 1000 })

/** Adds a problem for each of an object's own `names` that is not `known`, in their order, until the budget is spent. */
export const unknownNames = (
  names: ReadonlyArray<string>,
  known: Names,
  words: Words,
  location: (name: string) => Location,
  problems: Array<Problem>,
  budget: SuggestionBudget
): void => {
  for (const name of names) {
    if (budget.names === 0) return
    if (known.has(name)) continue
    budget.names -= 1
    const near = budget.suggestions === 0 ? undefined : nearest(name, known.keys())
    if (budget.suggestions > 0) budget.suggestions -= 1
    const short = shortened(name, 40)
    const found =
      near === undefined
        ? unplaced("unknown_field", { name: short })
        : unplaced("unknown_field/near", { name: short, near })
    problems.push(problem(location(name), say(words, found)))
  }
}
