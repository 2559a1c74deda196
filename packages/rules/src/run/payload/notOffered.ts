/** The problem of a chosen option that is not offered with the other answers. */
import type { RowField } from "../../Definition.ts"
import { hasOption, labelsOf } from "../../values/choices.ts"
import { shortened } from "../../values/text.ts"
import { unplaced, type UnplacedProblem } from "../../words/UnplacedProblem.ts"

/** @param value of a choice: an option, or several. */
const isChosen = (option: string, value: unknown): boolean =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- several options are a list of texts
  Array.isArray(value) ? hasOption(value as ReadonlyArray<string>, option) : value === option

/** Whether a value is, or has, one of the options that are not offered. */
export const hasAny = (hidden: ReadonlyArray<string>, value: unknown): boolean =>
  hidden.some((option) => isChosen(option, value))

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
  const refused = hidden.find((option) => isChosen(option, value))
  if (refused === undefined) return undefined
  const label = labelsOf(field.options).get(refused) ?? refused
  return unplaced("choice/notOffered", { label: field.label, option: shortened(label, 40) })
}
