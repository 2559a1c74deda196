/** `choice`: one of several options. Rules see a text. */
import type { ChoiceField, FieldOf } from "../Definition.ts"
import { boolean, optional } from "../reading/Reader.ts"
import { authored, type RowKind } from "./FieldKind.ts"
import { MAX_OPTIONS, optionMembers } from "./members.ts"
import { compareOptions, labelled, longestOf, optionSchema } from "./options.ts"
import { readOptions } from "./readOptions.ts"
import { choice as running } from "./running/options.ts"
import { STEPS_A_PROBLEM } from "./steps.ts"

export const choice: RowKind<FieldOf<"choice"> & ChoiceField, "text"> = {
  ...running,
  ...authored(
    () => ({ ...optionMembers, unique: optional(boolean) }),
    ({ at, base, given, reading }) => ({
      ...base,
      type: "choice",
      ...readOptions(reading, base.slug, given, at),
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
  candidates: ({ options }) => options.slice(0, MAX_OPTIONS).map(({ value }) => value)
}
