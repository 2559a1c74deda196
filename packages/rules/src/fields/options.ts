/** What the types share that choose among options. */
import { type Change, changed } from "../Comparison.ts"
import type { ChoiceField, Field, Option, OptionsFrom } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import { addMissingFault, fault, type ReadContext, unique } from "../reading/Reader.ts"
import { keepLengths, labelsOf, valuesOf } from "../values/choices.ts"
import { below } from "../values/pointer.ts"
import { compareItems } from "./bounds.ts"
import { MAX_OPTIONS } from "./members.ts"

interface Given {
  readonly options?: ReadonlyArray<Option | undefined> | undefined
  readonly optionsFrom?: OptionsFrom | undefined
}

/**
 * The options of a choice, as far as they could be read. Faults those that are there twice, none at all, and a choice with options and a table. Those of
 * a table are filled in once the tables are read.
 */
export const readOptions = (
  reading: ReadContext,
  slug: string,
  given: Given,
  at: string
): Pick<ChoiceField, "options" | "optionsFrom"> => {
  const { optionsFrom } = given
  if (optionsFrom !== undefined) {
    if (given.options !== undefined)
      fault(
        reading,
        below(at, "options"),
        `\`${slug}\` has options of its own and those of a table. Take out \`options\` or \`optionsFrom\`.`
      )
    return { options: [], optionsFrom }
  }
  if (!Object.hasOwn(given, "options") && !Object.hasOwn(given, "optionsFrom"))
    addMissingFault(reading, at, "a field", "options")
  return { options: ownOptions(reading, slug, given.options, at) }
}

const ownOptions = (reading: ReadContext, slug: string, given: Given["options"], at: string): ReadonlyArray<Option> => {
  const options = given ?? []
  if (given?.length === 0)
    fault(reading, below(at, "options"), `\`${slug}\` has no options to choose from.`, "at least one option")
  unique(
    reading,
    options.map((option, index) => ({ id: option?.value, at: `${below(below(at, "options"), index)}/value` })),
    "The option"
  )
  const whole = options.filter((option): option is Option => option !== undefined)
  if (reading.translations !== undefined && whole.length === options.length)
    keepLengths(
      whole,
      whole.map(({ label }, index) => longestAt(reading, `${below(below(at, "options"), index)}/label`, label))
    )
  return whole
}

/** Characters of a text in the language in which it is longest. */
const longestAt = ({ translations }: ReadContext, at: string, read: string): number =>
  Math.max(...[...(translations?.get(at)?.values() ?? [read])].map(({ length }) => length))

const longest = new WeakMap<ReadonlyArray<Option>, number>()

/** Characters of the longest value among options. */
export const longestOf = (options: ReadonlyArray<Option>): number => {
  const known = longest.get(options) ?? options.reduce((most, { value }) => Math.max(most, value.length), 0)
  longest.set(options, known)
  return known
}

/** The label of a chosen option. */
export const labelled = ({ options }: ChoiceField, chosen: string): string => labelsOf(options).get(chosen) ?? chosen

const columnsOf = ({ label, table, value }: OptionsFrom): string =>
  `${table}.${value}${label === undefined ? "" : `, ${label}`}`

/** Many options of a table are not listed. */
export const optionSchema = ({ options, optionsFrom }: ChoiceField): JsonObject => {
  if (optionsFrom === undefined || options.length <= MAX_OPTIONS) return listSchema(options)
  return {
    type: "string",
    minLength: 1,
    maxLength: longestOf(options),
    $comment: `One of ${options.length} options, ${columnsOf(optionsFrom)}.`
  }
}

const listSchema = (options: ReadonlyArray<Option>): JsonObject =>
  options.some(({ label, value }) => label !== value)
    ? { type: "string", oneOf: options.map(({ label, value }) => ({ const: value, title: label })) }
    : { type: "string", enum: options.map(({ value }) => value) }

const isChoice = (field: Field): field is ChoiceField => "options" in field

/** Options that a comparison and its sentences name. */
const MOST_NAMED = 20

const quoted = (values: ReadonlyArray<string>): string => {
  const named = values.slice(0, MOST_NAMED).map((value) => `“${value}”`)
  const more = values.length - named.length
  return `${named.join(", ")}${more === 0 ? "" : ` and ${more} more`}`
}

/** All options where they are few; of many those that came and went. */
const written = (options: ReadonlyArray<Option>, changed: ReadonlySet<string>): ReadonlyArray<Option> =>
  options.length <= MAX_OPTIONS ? options : options.filter(({ value }) => changed.has(value)).slice(0, MAX_OPTIONS)

/** Changes of the options, and of how many may be chosen. */
export const compareOptions = (name: string, before: Field, after: ChoiceField): ReadonlyArray<Change> => {
  if (!isChoice(before)) return []
  const [had, has] = [valuesOf(before.options), valuesOf(after.options)]
  const [gone, come] = [[...had].filter((value) => !has.has(value)), [...has].filter((value) => !had.has(value))]
  const why =
    gone.length > 0
      ? `\`${name}\` has no option ${quoted(gone)} any longer.`
      : come.length > 0 && after.formula !== undefined
        ? `Who reads \`${name}\` may get ${quoted(come)}, which there was not before.`
        : undefined
  const moved = new Set([...gone, ...come])
  const [labels, other] = [labelsOf(before.options), labelsOf(after.options)]
  const relabelled =
    moved.size > 0 ? [] : [...labels].flatMap(([value, label]) => (other.get(value) === label ? [] : [value]))
  const pairOf = <A extends Json>(values: ReadonlySet<string>, as: (option: Option) => A) => ({
    before: written(before.options, values).map(as),
    after: written(after.options, values).map(as)
  })
  return [
    ...(moved.size > 0
      ? [
          changed(
            "field",
            name,
            "options",
            pairOf(moved, ({ value }) => value),
            why
          )
        ]
      : []),
    ...(relabelled.length > 0
      ? [
          changed(
            "field",
            name,
            "options",
            pairOf(new Set(relabelled), ({ label, value }) => ({ value, label }))
          )
        ]
      : []),
    ...compareItems(name, before, after, ({ maxItems, options }) => maxItems ?? options.length)
  ]
}
