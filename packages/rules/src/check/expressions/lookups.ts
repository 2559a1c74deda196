/** What a call looks up in which table: the arguments of `lookup` and `lookupInterpolated`. */
import type { KeyTree, Lookup, LookupKey, Ratio } from "../../tree/Tree.ts"
import type { Table } from "../../tables/Table.ts"
import type { TableKey, TableValue } from "../../TableDefinition.ts"
import { cellKind } from "../../tables/columnTypes.ts"
import { didYouMean } from "../../values/nearest.ts"
import { align } from "./build.ts"
import { addArityFault, addFault, expectKind, type Inference, quoted } from "./Inference.ts"
import type { CallSyntax, Syntax } from "../../language/Syntax.ts"

/** The table that a call names; `"broken"` for one that has a fault of its own. @param subject begins the sentence of what is no name. */
export const tableOf = (
  inference: Inference,
  { name }: CallSyntax,
  syntax: Syntax,
  subject = `\`${name}\` begins with the name of a table`
): Table | "broken" | undefined => {
  const { tables } = inference.scope
  if (syntax.syntax === "name" && tables.has(syntax.name)) return tables.get(syntax.name) ?? "broken"
  if (inference.scope.labels !== undefined)
    return addFault(inference, syntax.range, "Tables are for those alone who may read how the form is written.")
  const known = [...tables.keys()]
  const hint =
    known.length === 0
      ? " The form has none: tables stand in its `tables`."
      : syntax.syntax === "name"
        ? didYouMean(syntax.name, known)
        : ""
  return addFault(
    inference,
    syntax.range,
    syntax.syntax === "name"
      ? `There is no table \`${syntax.name}\`.${hint}`
      : `${subject}; ${quoted(inference, syntax)} is none.${hint}`,
    known.length === 0 ? "the name of a table" : `one of the tables: ${known.map((name) => `\`${name}\``).join(", ")}`
  )
}

/** The place of the column that a call names. */
const columnOf = (inference: Inference, table: Table, syntax: Syntax): number | undefined => {
  const { keys, name, values } = table.definition
  const listed = values.map((value) => `\`'${value.name}'\``).join(", ")
  if (syntax.syntax !== "text")
    return addFault(
      inference,
      syntax.range,
      `After the table stands the name of a column, written as a text; ${quoted(inference, syntax)} is none.`,
      `one of ${listed}`
    )
  const column = table.column(syntax.value)
  if (column >= 0) return column
  const isKey = keys.some((key) => key.name === syntax.value)
  return addFault(
    inference,
    syntax.range,
    isKey
      ? `\`${syntax.value}\` is a key of the table \`${name}\`: a row is found by it. Look up a value.`
      : `The table \`${name}\` has no value \`${syntax.value.slice(0, 64)}\`.${didYouMean(
          syntax.value,
          values.map((value) => value.name)
        )}`,
    `one of ${listed}`
  )
}

/** A key as its column has it: a number with at least as many decimals. */
const fitted = (key: TableKey, tree: KeyTree): LookupKey => {
  if (tree.kind !== "number") return { of: tree, more: 0 }
  const nothing = { kind: "number", scale: key.decimals, node: "missing" } as const
  const [wide = tree] = align([tree, nothing])
  return { of: wide, more: wide.scale - key.decimals }
}

const keysOf = (
  inference: Inference,
  table: Table,
  args: ReadonlyArray<Syntax>
): ReadonlyArray<LookupKey> | undefined => {
  const found = table.definition.keys.map((key, index) => {
    const syntax = args[index]
    const subject = `The key \`${key.name}\` of the table \`${table.definition.name}\` is`
    const tree = syntax && expectKind(inference, syntax, cellKind(key), subject)
    return tree && fitted(key, tree)
  })
  const sound = found.filter((key) => key !== undefined)
  return sound.length === found.length ? sound : undefined
}

/** What a call finds, with the column that it is of. */
export const lookedUp = (
  inference: Inference,
  call: CallSyntax
): { readonly lookup: Lookup; readonly value: TableValue } | undefined => {
  const [first, second, ...args] = call.args
  const table = first && tableOf(inference, call, first)
  if (second === undefined || table === undefined || table === "broken") return undefined
  const { keys: columns, name } = table.definition
  const column = columnOf(inference, table, second)
  if (args.length !== columns.length) {
    const listed = columns.map((key) => `\`${key.name}\``).join(", ")
    const written = `${call.name}(${name}, 'column', ${columns.map((key) => key.name).join(", ")})`
    return addFault(
      inference,
      call.range,
      `The table \`${name}\` is looked up by ${listed}: \`${written}\`; here ${args.length === 1 ? "one key stands" : `${args.length} keys stand`}.`,
      `\`${written}\``
    )
  }
  const keys = keysOf(inference, table, args)
  const value = column === undefined ? undefined : table.value(column)
  return column === undefined || keys === undefined || value === undefined
    ? undefined
    : { value, lookup: { node: "lookup", table, column, keys } }
}

export const INTERPOLATED = "lookupInterpolated(table, 'column', key, …)"

/** `lookupInterpolated` where it may stand: `ratio.ts` takes it as the division that it is. */
export const interpolated = (inference: Inference, call: CallSyntax): Ratio | undefined => {
  if (call.args.length < 3) return addArityFault(inference, call, INTERPOLATED)
  const looked = lookedUp(inference, call)
  if (looked === undefined) return undefined
  const { table } = looked.lookup
  const { name } = table.definition
  if (cellKind(looked.value) !== "number")
    return addFault(
      inference,
      (call.args[1] ?? call).range,
      `\`${call.name}\` works on numbers; \`${looked.value.name}\` of the table \`${name}\` is none. Use \`lookup\`.`,
      "a column of numbers"
    )
  const ranges = table.rangeKeys.length
  if (ranges !== 1)
    return addFault(
      inference,
      (call.args[0] ?? call).range,
      `\`${call.name}\` goes along the one key that begins ranges (\`"match": "from"\`); the table \`${name}\` has ${ranges === 0 ? "none" : ranges}.`,
      "a table with one key of ranges"
    )
  return { kind: "interpolated", lookup: looked.lookup }
}
