/** `choices`: any number of several options, each once. Chosen options have no order. */
import type { ChoiceField, FieldOf } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { authored, type RowKind } from "./FieldKind.ts"
import { given } from "./given.ts"
import { itemMembers, MAX_OPTIONS, optionMembers, ordered } from "./members.ts"
import { compareOptions, optionSchema } from "./options.ts"
import { readOptions } from "./readOptions.ts"
import { choices as running } from "./running/options.ts"
import { STEPS_A_PROBLEM } from "./steps.ts"

/** Options that are chosen one by one in examples. */
const MAX_TRIED = 80

const candidates = ({ maxItems, minItems = 0, options }: ChoiceField): ReadonlyArray<Json> => {
  const values = options.slice(0, MAX_TRIED).map(({ value }) => value)
  const all = options.map(({ value }) => value)
  return [
    all.slice(0, Math.max(1, minItems)),
    ...values.map((value) => [value]),
    all.slice(0, maxItems ?? all.length),
    ...values.slice(0, 5).flatMap((one, at) => values.slice(at + 1, 6).map((other) => [one, other])),
    all.slice(-Math.max(1, minItems)),
    []
  ]
}

export const choices: RowKind<FieldOf<"choices"> & ChoiceField, "choices"> = {
  ...running,
  ...authored(
    () => ({ ...optionMembers, ...itemMembers(MAX_OPTIONS) }),
    ({ at, base, given: own, reading }) => {
      const options = readOptions(reading, base.slug, own, at)
      ordered(reading, own.minItems, own.maxItems, "Items", at)
      return {
        ...base,
        type: "choices",
        ...options,
        unique: true,
        ...(own.minItems === undefined ? {} : { minItems: own.minItems }),
        ...(own.maxItems === undefined ? {} : { maxItems: own.maxItems })
      }
    }
  ),
  kind: "choices",
  takes: [],
  mayBreakConstraints: () => true,
  compare: compareOptions,
  read: (_, place) => ({ tree: { kind: "choices", node: "field", place } }),
  constraintSteps: ({ options }) => STEPS_A_PROBLEM + options.length,
  show: ({ options }, value) => {
    const labels = new Map(options.map((option) => [option.value, option.label]))
    return value.map((option) => labels.get(option) ?? option).join(", ")
  },
  schema: (field, direction) => ({
    keywords: given({
      type: "array",
      items: optionSchema(field),
      // A computed value with too few options, or with one twice, is a problem, and rules still see the value.
      uniqueItems: direction === "sent" ? true : undefined,
      minItems: direction === "sent" && field.minItems !== 0 ? field.minItems : undefined,
      maxItems: field.maxItems
    }),
    besides: {}
  }),
  candidates
}
