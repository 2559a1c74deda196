/** What the types share that choose among options. */
import { type Change, changed, same } from "../Comparison.ts"
import type { ChoiceField, Field, Option } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import { fault, type ReadContext, unique } from "../reading/Reader.ts"
import { below } from "../values/pointer.ts"
import { compareItems } from "./bounds.ts"

/** Faults an empty list of options and options that are there twice; gives those that could be read. */
export const readOptions = (
  reading: ReadContext,
  slug: string,
  given: ReadonlyArray<Option | undefined> | undefined,
  at: string
): ReadonlyArray<Option> => {
  const options = given ?? []
  if (given?.length === 0)
    fault(reading, below(at, "options"), `\`${slug}\` has no options to choose from.`, "at least one option")
  unique(
    reading,
    options.map((option, index) => ({ id: option?.value, at: `${below(below(at, "options"), index)}/value` })),
    "The option"
  )
  return options.filter((option): option is Option => option !== undefined)
}

/** The label of a chosen option. */
export const labelled = ({ options }: ChoiceField, chosen: string): string =>
  options.find(({ value }) => value === chosen)?.label ?? chosen

export const optionSchema = ({ options }: ChoiceField): JsonObject =>
  options.some(({ label, value }) => label !== value)
    ? { type: "string", oneOf: options.map(({ label, value }) => ({ const: value, title: label })) }
    : { type: "string", enum: options.map(({ value }) => value) }

const isChoice = (field: Field): field is ChoiceField => "options" in field

/** Changes of the options, and of how many may be chosen. */
export const compareOptions = (name: string, before: Field, after: ChoiceField): ReadonlyArray<Change> => {
  if (!isChoice(before)) return []
  const values = (field: ChoiceField): ReadonlyArray<string> => field.options.map(({ value }) => value)
  const gone = values(before).filter((value) => !values(after).includes(value))
  const come = values(after).filter((value) => !values(before).includes(value))
  const labels = (field: ChoiceField): ReadonlyArray<string> =>
    field.options.map(({ label, value }) => `${value} ${label}`).toSorted()
  const isRelabelled = gone.length + come.length === 0 && !same(labels(before), labels(after))
  const why =
    gone.length > 0
      ? `\`${name}\` has no option ${gone.map((value) => `“${value}”`).join(", ")} any longer.`
      : come.length > 0 && after.formula !== undefined
        ? `Who reads \`${name}\` may get ${come.map((value) => `“${value}”`).join(", ")}, which there was not before.`
        : undefined
  const pair = { before: values(before), after: values(after) }
  const written = ({ options }: ChoiceField): Json => options.map(({ label, value }) => ({ value, label }))
  return [
    ...(gone.length + come.length > 0 ? [changed("field", name, "options", pair, why)] : []),
    ...(isRelabelled ? [changed("field", name, "options", { before: written(before), after: written(after) })] : []),
    ...compareItems(name, before, after, ({ maxItems, options }) => maxItems ?? options.length)
  ]
}
