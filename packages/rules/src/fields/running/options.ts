/** Running `choice` and `choices`. */
import type { ChoiceField } from "../../Definition.ts"
import type { Json } from "../../Json.ts"
import { inOrder, valuesOf } from "../../values/choices.ts"
import { isStorable, shortened } from "../../values/text.ts"
import { decodeText, none } from "./decoding.ts"
import type { Constraint, Decoded, RunningKind } from "./RunningKind.ts"
import { unplaced, type UnplacedProblem } from "../../words/UnplacedProblem.ts"

const noOption = (label: string, value: string): UnplacedProblem =>
  unplaced("choice", { label, option: shortened(value, 40) })

export const choice: RunningKind<ChoiceField, "text"> = {
  unique: "rows",
  decoder: ({ label }) => decodeText(label, "type/choice", (text) => text),
  constraint: ({ label, options }) => {
    const known = valuesOf(options)
    return (value) => (known.has(value) ? none : [noOption(label, value)])
  },
  encode: (_, value) => value,
  identity: (_, value) => value
}

const choicesDecoder =
  ({ label }: ChoiceField) =>
  (value: Exclude<Json, null>): Decoded<ReadonlyArray<string>> => {
    const notAList = unplaced("type/choices", { label })
    if (!Array.isArray(value)) return notAList
    const options: Array<string> = []
    const entries: ReadonlyArray<Json> = value
    for (const option of entries) {
      if (typeof option !== "string") return notAList
      if (!isStorable(option)) return unplaced("storable", { label })
      options.push(option)
    }
    return { value: options }
  }

const choicesConstraint = (field: ChoiceField): Constraint<ReadonlyArray<string>> => {
  const { label, maxItems = field.options.length, minItems = 0, options } = field
  const known = valuesOf(options)
  return (value) => {
    const unknown = value.find((option) => !known.has(option))
    if (unknown !== undefined) return [noOption(label, unknown)]
    const problems: Array<UnplacedProblem> = []
    if (new Set(value).size < value.length) problems.push(unplaced("unique/option", { label }))
    if (value.length > maxItems) problems.push(unplaced("max_items/options", { label, limit: maxItems }))
    if (value.length < minItems) problems.push(unplaced("min_items/options", { label, limit: minItems }))
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
