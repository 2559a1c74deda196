/** What the types share that choose among options: their schema, their labels, and what changed in them. */
import { type Change, changed, type Pair, same } from "../Comparison.ts"
import type { ChoiceField, Field, Option, OptionsFrom } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import { columnType } from "../tables/columnTypes.ts"
import { labelsOf } from "../values/choices.ts"
import { compareItems } from "./bounds.ts"
import { MAX_OPTIONS } from "./members.ts"

const longest = new WeakMap<ReadonlyArray<Option>, number>()

/** Characters of the longest value among options. */
export const longestOf = (options: ReadonlyArray<Option>): number => {
  const known = longest.get(options) ?? options.reduce((most, { value }) => Math.max(most, value.length), 0)
  longest.set(options, known)
  return known
}

/** The options that a definition writes: they may have a condition, attributes and `x-` members. Those of a table, which may be very many, have none. */
export const writtenOptions = ({ options, optionsFrom }: ChoiceField): ReadonlyArray<Option> =>
  optionsFrom === undefined ? options : []

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

const columnsOfAttributes = ({ attributes }: ChoiceField): Json | undefined =>
  attributes?.map(({ decimals, name, type }) => ({
    name,
    type,
    ...(columnType[type].decimals === undefined ? {} : { decimals })
  }))

/** What the options have, as their author writes it. */
const writtenAttributes = ({ attributes = [] }: ChoiceField, { attributes: cells = [], value }: Option): Json => ({
  value,
  ...Object.fromEntries(
    attributes.flatMap((attribute, index) => {
      const cell = cells[index] ?? null
      return cell === null ? [] : [[attribute.name, columnType[attribute.type].written(cell, attribute.decimals)]]
    })
  )
})

/** Attributes that changed. What a change breaks is said at the rules that read them. */
const compareAttributes = (name: string, before: ChoiceField, after: ChoiceField): ReadonlyArray<Change> => {
  const columns = { before: columnsOfAttributes(before), after: columnsOfAttributes(after) }
  if (!same(columns.before, columns.after)) return [changed("field", name, "attributes", columns)]
  if (after.attributes === undefined) return []
  const earlier = new Map(before.options.map((option) => [option.value, writtenAttributes(before, option)]))
  const other = after.options.flatMap((option): ReadonlyArray<Pair<Json>> => {
    const [was, is] = [earlier.get(option.value), writtenAttributes(after, option)]
    return was === undefined || same(was, is) ? [] : [{ before: was, after: is }]
  })
  return other.length === 0
    ? []
    : [
        changed("field", name, "options", {
          before: other.map((pair) => pair.before),
          after: other.map((pair) => pair.after)
        })
      ]
}

interface Differences {
  readonly gone: ReadonlyArray<string>
  readonly come: ReadonlyArray<string>
  /** Those with another label, where none has gone or come. */
  readonly relabelled: ReadonlyArray<string>
}

const differencesOf = (before: ReadonlyArray<Option>, after: ReadonlyArray<Option>): Differences => {
  // Of the same version of a table they are the same.
  if (before === after) return { gone: [], come: [], relabelled: [] }
  const [had, has] = [labelsOf(before), labelsOf(after)]
  const gone = [...had.keys()].filter((value) => !has.has(value))
  const come = [...has.keys()].filter((value) => !had.has(value))
  const isOther = ([value, label]: readonly [string, string]) => has.get(value) !== label
  const relabelled = gone.length + come.length > 0 ? [] : [...had].filter(isOther).map(([value]) => value)
  return { gone, come, relabelled }
}

const found = new WeakMap<ReadonlyArray<Option>, WeakMap<ReadonlyArray<Option>, Differences>>()

/** Found once for all fields that take their options from the same columns: a table can have 100,000. */
const differencesIn = (before: ReadonlyArray<Option>, after: ReadonlyArray<Option>): Differences => {
  const ofBefore = found.get(before) ?? new WeakMap<ReadonlyArray<Option>, Differences>()
  found.set(before, ofBefore)
  const known = ofBefore.get(after) ?? differencesOf(before, after)
  ofBefore.set(after, known)
  return known
}

/** Changes of the options, and of how many may be chosen. */
export const compareOptions = (name: string, before: Field, after: ChoiceField): ReadonlyArray<Change> => {
  if (!isChoice(before)) return []
  const { come, gone, relabelled } = differencesIn(before.options, after.options)
  const why =
    gone.length > 0
      ? `\`${name}\` has no option ${quoted(gone)} any longer.`
      : come.length > 0 && after.formula !== undefined
        ? `Who reads \`${name}\` may get ${quoted(come)}, which there was not before.`
        : undefined
  const moved = new Set([...gone, ...come])
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
    ...compareAttributes(name, before, after),
    ...compareItems(name, before, after, ({ maxItems, options }) => maxItems ?? options.length)
  ]
}
