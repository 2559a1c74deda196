/** The problem of a chosen option that is not offered with the other answers. */
import type { RowField } from "../../Definition.ts"
import type { UnplacedProblem } from "../../fields/running/RunningKind.ts"
import { labelsOf } from "../../values/choices.ts"
import { shortened } from "../../values/text.ts"

/**
 * @param hidden values of the options that are not offered.
 * @param value of the field: an option, or several.
 * @returns undefined where all that is chosen is offered.
 */
export const notOffered = (
  field: RowField,
  hidden: ReadonlyArray<string>,
  value: unknown
): UnplacedProblem | undefined => {
  if (hidden.length === 0 || !("options" in field)) return undefined
  const chosen: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  const refused = hidden.find((option) => chosen.includes(option))
  if (refused === undefined) return undefined
  const label = labelsOf(field.options).get(refused) ?? refused
  return {
    code: "choice",
    message: `${field.label} does not offer “${shortened(label, 40)}” with the other answers as they are.`
  }
}
