/** What rules read of an option: `cover.score`, and `label(cover)`. */
import type { ChoiceField, Option } from "../../Definition.ts"
import { optionTable, LABEL } from "../../tables/optionTable.ts"
import { Table } from "../../tables/Table.ts"
import type { TextTree } from "../../tree/Tree.ts"
import { didYouMean } from "../../values/nearest.ts"
import type { CallSyntax, MemberSyntax, Syntax } from "../../language/Syntax.ts"
import {
  described,
  addKindFault,
  addFault,
  hintAtFile,
  type Inference,
  quoted,
  type Typed,
  typed,
  written
} from "./Inference.ts"
import { typedLookup } from "./typedLookup.ts"

/** A table in which one option finds one row, and the names of what it has there. */
interface Attributes {
  readonly table: Table
  readonly names: ReadonlyArray<string>
}

/** Undefined for options of a table in which an option's column is not the only key: one option can have several rows. */
const attributesOf = ({ scope }: Inference, choice: ChoiceField): Attributes | "broken" | undefined => {
  const { attributes = [], optionsFrom } = choice
  if (optionsFrom === undefined)
    return { table: Table.of(optionTable(choice)), names: attributes.map(({ name }) => name) }
  const table = (scope.labels ?? scope.tables).get(optionsFrom.table)
  if (table === undefined) return "broken"
  const { keys, values } = table.definition
  const [key] = keys
  return keys.length === 1 && key?.name === optionsFrom.value && key.match === "exact"
    ? { table, names: values.map(({ name }) => name) }
    : undefined
}

/** What the column has in an option's row. */
const ofOption = (inference: Inference, { table }: Attributes, column: string, of: TextTree, syntax: Syntax): Typed => {
  const place = table.column(column)
  const value = table.value(place)
  if (value === undefined) throw new RangeError(`the table ${table.definition.name} has no column ${column}`)
  const ofOption = written(inference, syntax)
  return typedLookup(value, { node: "lookup", table, column: place, keys: [{ of, more: 0 }], ofOption })
}

const listed = (names: ReadonlyArray<string>): string =>
  names
    .slice(0, 12)
    .map((name) => `\`${name}\``)
    .join(", ")

const addNoAttribute = (
  inference: Inference,
  { member, memberRange, of }: MemberSyntax,
  { attributes = [], optionsFrom, slug }: ChoiceField,
  names: ReadonlyArray<string>
): undefined => {
  if (member === LABEL && optionsFrom?.label !== LABEL)
    return addFault(
      inference,
      memberRange,
      `The label of an option is written \`label(${written(inference, of)})\`.`,
      `\`label(${written(inference, of)})\``
    )
  const hint =
    optionsFrom !== undefined
      ? ` They have the columns of the table \`${optionsFrom.table}\`.`
      : attributes.length === 0
        ? ` Name it in the field's \`attributes\`, and give it to each option.`
        : ""
  return addFault(
    inference,
    memberRange,
    `The options of \`${slug}\` have no attribute \`${member}\`.${didYouMean(member, names) || hint}`,
    names.length === 0 ? undefined : `one of ${listed(names)}`
  )
}

/** An attribute of an option. @param subject starts the sentence of a fault, where what stands before the point may be anything. */
export const inferAttribute = (inference: Inference, syntax: MemberSyntax, subject: string): Typed | undefined => {
  const { member, memberRange, of, range } = syntax
  const found = inference.infer(of)
  if (found === undefined) return undefined
  const { choice, tree } = found
  if (choice === undefined)
    return addFault(
      inference,
      range,
      `${subject}; ${quoted(inference, of)} is ${found.word}.${hintAtFile(inference, of, found)}`,
      tree.kind === "file" ? `\`${written(inference, of)} != null\`` : "`row.field`"
    )
  if (tree.kind !== "text")
    return addFault(
      inference,
      range,
      `\`${choice.slug}\` can have many options, so this could be of any of them. Ask with a list function, such as \`sum(${choice.slug}, option, option.${member})\`.`,
      "one option"
    )
  if (inference.scope.labels !== undefined)
    return addFault(
      inference,
      memberRange,
      "Attributes of options are for those alone who may read how the form is written. What people read is `label(…)`."
    )
  const attributes = attributesOf(inference, choice)
  if (attributes === "broken") return undefined
  if (attributes === undefined)
    return addFault(
      inference,
      range,
      `An option of \`${choice.slug}\` can stand in several rows of the table \`${choice.optionsFrom?.table}\`, which has other keys than \`${choice.optionsFrom?.value}\`. Say them all: \`lookup(${choice.optionsFrom?.table}, '${member}', …)\`.`,
      "`lookup(…)`"
    )
  return attributes.names.includes(member)
    ? ofOption(inference, attributes, member, tree, syntax)
    : addNoAttribute(inference, syntax, choice, attributes.names)
}

/** The column of a table that has the label of every option; undefined where another one would have to be made. */
const labelColumn = ({ optionsFrom, options }: ChoiceField, { names, table }: Attributes): string | undefined => {
  const column = optionsFrom?.ownLabel ?? optionsFrom?.label
  if (column === undefined || !names.includes(column)) return undefined
  // An option without a text in the column is shown by its value.
  return options.length === table.definition.rows.length && table.values(table.column(column)).isFull
    ? column
    : undefined
}

const isShownByValue = ({ label, value }: Option): boolean => label === value

/** `label(cover)`. */
export const inferLabel = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [only] = call.args
  const found = only && inference.infer(only)
  if (only === undefined || found === undefined) return undefined
  const { choice, tree } = found
  if (tree.kind === "choices")
    return addFault(
      inference,
      only.range,
      `\`label\` takes one option; ${described(inference, only, found)}. A message shows the labels of all: \`{${choice?.slug ?? "field"}}\`.`,
      "a choice"
    )
  if (choice === undefined || tree.kind !== "text")
    return addKindFault(inference, only, found, "`label` takes a field of type `choice`", "a choice")
  const { optionsFrom, options: shown, ownOptions = shown } = choice
  const isValue = optionsFrom === undefined ? ownOptions.every(isShownByValue) : optionsFrom.label === undefined
  if (isValue) return typed(tree)
  const attributes = attributesOf(inference, choice)
  if (attributes === "broken") return undefined
  const column = attributes && labelColumn(choice, attributes)
  if (attributes !== undefined && column !== undefined) return ofOption(inference, attributes, column, tree, call)
  return ofOption(inference, { table: Table.of(optionTable(choice)), names: [] }, LABEL, tree, call)
}
