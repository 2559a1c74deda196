/** Running `choice` and `choices`. */
import type { ChoiceField } from "../../Definition.ts"
import type { Json } from "../../Json.ts"
import { inOrder, valuesOf } from "../../values/choices.ts"
import { isStorable, shortened } from "../../values/text.ts"
import { decodeText, none } from "./decoding.ts"
import type { Constraint, Decoded, RunningKind, UnplacedProblem } from "./RunningKind.ts"

export const choice: RunningKind<ChoiceField, "text"> = {
  unique: "rows",
  decoder: ({ label }) => decodeText(label, "one of its options", (text) => text),
  constraint: ({ label, options }) => {
    const known = valuesOf(options)
    return (value) =>
      known.has(value) ? none : [{ code: "choice", message: `${label} has no option “${shortened(value, 40)}”.` }]
  },
  encode: (_, value) => value,
  identity: (_, value) => value
}

const choicesDecoder =
  ({ label }: ChoiceField) =>
  (value: Exclude<Json, null>): Decoded<ReadonlyArray<string>> => {
    const notAList: UnplacedProblem = { code: "type", message: `${label} has to be a list of options.` }
    if (!Array.isArray(value)) return notAList
    const options: Array<string> = []
    const entries: ReadonlyArray<Json> = value
    for (const option of entries) {
      if (typeof option !== "string") return notAList
      if (!isStorable(option)) return { code: "storable", message: `${label} has a character that cannot be stored.` }
      options.push(option)
    }
    return { value: options }
  }

const choicesConstraint = (field: ChoiceField): Constraint<ReadonlyArray<string>> => {
  const { label, maxItems = field.options.length, minItems = 0, options } = field
  const known = valuesOf(options)
  return (value) => {
    const unknown = value.find((option) => !known.has(option))
    if (unknown !== undefined)
      return [{ code: "choice", message: `${label} has no option “${shortened(unknown, 40)}”.` }]
    const problems: Array<UnplacedProblem> = []
    if (new Set(value).size < value.length) problems.push({ code: "unique", message: `${label} has an option twice.` })
    if (value.length > maxItems)
      problems.push({ code: "max_items", message: `${label} has more than ${maxItems} options chosen.` })
    if (value.length < minItems)
      problems.push({ code: "min_items", message: `${label} has fewer than ${minItems} options chosen.` })
    return problems.length === 0 ? none : problems
  }
}

export const choices: RunningKind<ChoiceField, "choices"> = {
  unique: "parts",
  decoder: choicesDecoder,
  constraint: choicesConstraint,
  encode: (_, value) => value,
  identity: ({ options }, value) => JSON.stringify(inOrder(options, value))
}
