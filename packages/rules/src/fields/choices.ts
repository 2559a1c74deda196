/** `choices`: any number of several options, each once. Chosen options have no order. */
import type { ChoiceField, FieldOf } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { inOrder } from "../values/choices.ts"
import { isStorable, shortened } from "../values/text.ts"
import { given, none } from "./decoding.ts"
import { authored, type Decoded, type Constraint, type RowKind, type UnplacedProblem } from "./FieldKind.ts"
import { itemMembers, MAX_OPTIONS, optionMember, ordered } from "./members.ts"
import { compareOptions, optionSchema, readOptions } from "./options.ts"
import { STEPS_A_PROBLEM } from "./steps.ts"

const decoder =
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

const constraint = (field: ChoiceField): Constraint<ReadonlyArray<string>> => {
  const { label, maxItems = field.options.length, minItems = 0, options } = field
  const known = new Set(options.map(({ value }) => value))
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
  ...authored(
    () => ({ options: optionMember, ...itemMembers(MAX_OPTIONS) }),
    ({ at, base, given: own, reading }) => {
      const options = readOptions(reading, base.slug, own.options, at)
      ordered(reading, own.minItems, own.maxItems, "Items", at)
      return {
        ...base,
        type: "choices",
        options,
        unique: true,
        ...(own.minItems === undefined ? {} : { minItems: own.minItems }),
        ...(own.maxItems === undefined ? {} : { maxItems: own.maxItems })
      }
    }
  ),
  kind: "choices",
  unique: "parts",
  takes: [],
  mayBreakConstraints: () => true,
  compare: compareOptions,
  read: (_, place) => ({ tree: { kind: "choices", node: "field", place } }),
  decoder,
  constraint,
  constraintSteps: ({ options }) => STEPS_A_PROBLEM + options.length,
  encode: (_, value) => value,
  identity: ({ options }, value) => JSON.stringify(inOrder(options, value)),
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
