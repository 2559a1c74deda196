/** The problems of what stands in a payload where groups of fields do (values/groups.ts). */
import type { Problem } from "../../Evaluation.ts"
import { shortened } from "../../values/text.ts"
import { say, unplaced } from "../../words/UnplacedProblem.ts"
import type { Words } from "../../words/Words.ts"
import { problem, topLocation } from "./Location.ts"
import { newSuggestionBudget } from "./unknownNames.ts"

/** @param astray what `flattened` left out. They come after all other problems, in the order of the payload, as many as unknown names. */
export const astrayProblems = (
  groups: ReadonlySet<string>,
  astray: ReadonlyArray<string>,
  words: Words
): ReadonlyArray<Problem> =>
  astray.slice(0, newSuggestionBudget().names).map((name) => {
    const found = groups.has(name)
      ? unplaced("type/group", { name })
      : unplaced("unknown_field", { name: shortened(name, 40) })
    return problem(topLocation(name), say(words, found))
  })
