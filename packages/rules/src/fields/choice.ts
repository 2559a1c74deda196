/** `choice`: one of several options. Rules see a text. */
import type { ChoiceField, FieldOf, Option } from "../Definition.ts"
import { boolean, optional } from "../reading/Reader.ts"
import { authored, type RowKind } from "./FieldKind.ts"
import { optionMember } from "./members.ts"
import { compareOptions, labelled, optionSchema, readOptions } from "./options.ts"
import { choice as running } from "./running/options.ts"
import { STEPS_A_PROBLEM } from "./steps.ts"

const longest = new WeakMap<ReadonlyArray<Option>, number>()

/** Characters of the longest value among a field's options. */
const longestOf = (options: ReadonlyArray<Option>): number => {
  const known = longest.get(options) ?? options.reduce((most, { value }) => Math.max(most, value.length), 0)
  longest.set(options, known)
  return known
}

export const choice: RowKind<FieldOf<"choice"> & ChoiceField, "text"> = {
  ...running,
  ...authored(
    () => ({ options: optionMember, unique: optional(boolean) }),
    ({ at, base, given, reading }) => ({
      ...base,
      type: "choice",
      options: readOptions(reading, base.slug, given.options, at),
      unique: given.unique ?? false
    })
  ),
  kind: "text",
  word: "a choice",
  formulaWord: "a choice",
  takes: [],
  mayBreakConstraints: () => true,
  compare: compareOptions,
  read: ({ options }, place) => ({ tree: { kind: "text", most: longestOf(options), node: "field", place } }),
  constraintSteps: () => STEPS_A_PROBLEM,
  show: labelled,
  schema: (field) => ({ keywords: optionSchema(field), besides: {} }),
  candidates: ({ options }) => options.map(({ value }) => value)
}
