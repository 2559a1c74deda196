/** The problems of what stands in a payload where groups of fields do (values/groups.ts). */
import type { Problem } from "../../Evaluation.ts"
import { groupOf } from "../../values/groups.ts"
import { shortened } from "../../values/text.ts"
import { say, unplaced, type UnplacedProblem } from "../../words/UnplacedProblem.ts"
import type { Words } from "../../words/Words.ts"
import { problem, topLocation } from "./Location.ts"
import { type Names, newSuggestionBudget } from "./unknownNames.ts"

const found = (groups: ReadonlySet<string>, known: Names, name: string): UnplacedProblem => {
  if (groups.has(name)) return unplaced("type/group", { name })
  const group = known.has(name) ? groupOf(name) : undefined
  return group === undefined
    ? unplaced("unknown_field", { name: shortened(name, 40) })
    : unplaced("unknown_field/group", { name, group, part: name.slice(group.length + 1) })
}

/**
 * All problems of a payload. Those of what is astray come last, in the order of the payload, as many as of unknown names. In a group that is no
 * object nothing is missing besides.
 * @param astray what `flattened` left out.
 */
export const withAstray = (
  problems: ReadonlyArray<Problem>,
  groups: ReadonlySet<string>,
  astray: ReadonlyArray<string>,
  known: Names,
  words: Words
): ReadonlyArray<Problem> => {
  const wrong = new Set(astray.filter((name) => groups.has(name)))
  return [
    ...problems.filter(({ code, field }) => code !== "required" || !wrong.has(groupOf(field) ?? "")),
    ...astray
      .slice(0, newSuggestionBudget().names)
      .map((name) => problem(topLocation(name), say(words, found(groups, known, name))))
  ]
}
