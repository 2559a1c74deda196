/** Reading the options of a choice, and what rules read of them: their attributes. */
import type { ChoiceField, Option, OptionsFrom } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { readValueCell } from "../reading/readColumn.ts"
import {
  addMissingFault,
  array,
  expression,
  fault,
  type Members,
  optional,
  type Read,
  type ReadContext,
  required,
  text,
  unique
} from "../reading/Reader.ts"
import { extensible, extensionsOf } from "../reading/extensions.ts"
import { ownTranslation, translated } from "../reading/translated.ts"
import type { Cell, TableValue } from "../TableDefinition.ts"
import { keepLengths } from "../values/choices.ts"
import { didYouMean } from "../values/nearest.ts"
import { below } from "../values/pointer.ts"
import { MAX_OPTIONS } from "./members.ts"

interface Given {
  readonly options?: Json | undefined
  readonly optionsFrom?: OptionsFrom | undefined
  readonly attributes?: ReadonlyArray<TableValue | undefined> | undefined
}

type ReadOptions = Pick<ChoiceField, "attributes" | "options" | "optionsFrom" | "ownOptions">

const ownMembers = {
  value: required(text(1, 200)),
  label: optional(translated(text(1, 500))),
  when: optional(expression)
}

/** Attributes as far as they could be read. One called as a member of every option is left out. */
const attributesOf = (
  reading: ReadContext,
  attributes: Given["attributes"],
  at: string
): ReadonlyArray<TableValue> | undefined => {
  if (attributes === undefined) return undefined
  const nameAt = (index: number): string => below(below(at, index), "name")
  if (attributes.length === 0) fault(reading, at, "Here are no attributes. Name one, or take `attributes` out.")
  unique(
    reading,
    attributes.map((attribute, index) => ({ id: attribute?.name, at: nameAt(index) })),
    "The attribute"
  )
  return attributes.filter((attribute, index): attribute is TableValue => {
    if (attribute === undefined) return false
    if (!Object.hasOwn(ownMembers, attribute.name)) return true
    const why =
      attribute.name === "label"
        ? "Rules read it as `label(…)`."
        : attribute.name === "value"
          ? "It is what rules see of the field itself."
          : "It is the condition on which it is offered."
    fault(reading, nameAt(index), `Every option has a \`${attribute.name}\`. ${why} Take another name.`, "another name")
    return false
  })
}

/** What a condition is called elsewhere. */
const conditions: ReadonlySet<string> = new Set([
  "visibleWhen",
  "visibleIf",
  "enableIf",
  "showIf",
  "relevant",
  "condition",
  "filter"
])

/** A member of an option that is neither its own nor an attribute. */
const strange =
  (members: Members) =>
  (name: string): string | undefined =>
    conditions.has(name)
      ? `An option has nothing called \`${name}\`. The condition on which it is offered is its \`when\`.`
      : didYouMean(name, Object.keys(members)) === ""
        ? `An option has nothing called \`${name.slice(0, 40)}\`. If rules shall read it, name it in the field's \`attributes\`: \`"attributes": [{ "name": "${name.slice(0, 40)}", "type": "number" }]\`. Else take it out.`
        : undefined

const readAttribute =
  (attribute: TableValue): Read<Cell> =>
  (reading, value, at) =>
    value === null
      ? fault(reading, at, "`null` stands for nothing here. Leave the attribute out of an option that has none.")
      : readValueCell(reading, attribute, value, at, "attribute")

const readOption = (attributes: ReadonlyArray<TableValue> | undefined): Read<Option> => {
  const members: Members & typeof ownMembers = {
    ...ownMembers,
    ...Object.fromEntries((attributes ?? []).map((one) => [one.name, optional(readAttribute(one))]))
  }
  const read = extensible(members, "an option", strange(members))
  return (reading, given, at) => {
    const option = read(reading, given, at)
    if (option?.value === undefined) return undefined
    const { label, value, when } = option
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `members` reads attributes as cells
    const cells = option as { readonly [name: string]: Cell | undefined }
    return {
      value,
      label: label ?? value,
      ...(when === undefined ? {} : { when }),
      ...(attributes === undefined
        ? {}
        : { attributes: attributes.map(({ name }) => (Object.hasOwn(cells, name) ? (cells[name] ?? null) : null)) }),
      ...extensionsOf(option)
    }
  }
}

/** Characters of a label in the language in which it is longest. */
const longestAt = ({ translations }: ReadContext, at: string, read: string): number =>
  Math.max(...[...(translations?.get(at)?.values() ?? [read])].map(({ length }) => length))

/** The options of a form in several languages as rules see them: their labels do not change with the reader. */
const inOwnLanguage = (
  reading: ReadContext,
  whole: ReadonlyArray<Option>,
  at: string
): Pick<ChoiceField, "ownOptions"> => {
  if (reading.translations === undefined) return {}
  const labelAt = (index: number): string => below(below(at, index), "label")
  keepLengths(
    whole,
    whole.map(({ label }, index) => longestAt(reading, labelAt(index), label))
  )
  const ownOptions = whole.map((option, index) => ({
    ...option,
    label: ownTranslation(reading, labelAt(index), option.label)
  }))
  return ownOptions.every(({ label }, index) => label === whole[index]?.label) ? {} : { ownOptions }
}

const optionsIn = (
  reading: ReadContext,
  slug: string,
  given: Json | undefined,
  attributes: ReadonlyArray<TableValue> | undefined,
  at: string
): Pick<ChoiceField, "options" | "ownOptions"> => {
  const options = given === undefined ? [] : array(readOption(attributes), MAX_OPTIONS, "options")(reading, given, at)
  if (given !== undefined && options?.length === 0)
    fault(reading, at, `\`${slug}\` has no options to choose from.`, "at least one option")
  unique(
    reading,
    (options ?? []).map((option, index) => ({ id: option?.value, at: below(below(at, index), "value") })),
    "The option"
  )
  const whole = (options ?? []).filter((option) => option !== undefined)
  return { options: whole, ...(whole.length === options?.length ? inOwnLanguage(reading, whole, at) : {}) }
}

/**
 * The options of a choice, as far as they could be read. Faults those that are there twice, none at all, and a choice with options and a table. Those of
 * a table are filled in once the tables are read.
 */
export const readOptions = (reading: ReadContext, slug: string, given: Given, at: string): ReadOptions => {
  const { optionsFrom } = given
  const optionsAt = below(at, "options")
  if (optionsFrom !== undefined) {
    if (given.options !== undefined)
      fault(
        reading,
        optionsAt,
        `\`${slug}\` has options of its own and those of a table. Take out \`options\` or \`optionsFrom\`.`
      )
    if (given.attributes !== undefined)
      fault(
        reading,
        below(at, "attributes"),
        "Options of a table have its columns as attributes. Take `attributes` out, and write the column's name in a rule."
      )
    return { options: [], optionsFrom }
  }
  if (!Object.hasOwn(given, "options") && !Object.hasOwn(given, "optionsFrom"))
    addMissingFault(reading, at, "a field", "options")
  const attributes = attributesOf(reading, given.attributes, below(at, "attributes"))
  return {
    ...optionsIn(reading, slug, given.options, attributes, optionsAt),
    ...(attributes === undefined ? {} : { attributes })
  }
}
