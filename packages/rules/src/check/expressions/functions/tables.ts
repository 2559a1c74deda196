/** Functions of tables: `lookup`. */
import type { KeyTree, Lookup, LookupKey } from "../../../tree/Tree.ts"
import type { Table } from "../../../tables/Table.ts"
import type { TableKey, TableValue } from "../../../TableDefinition.ts"
import { cellKind } from "../../../tables/columnTypes.ts"
import { didYouMean } from "../../../values/nearest.ts"
import { align } from "../build.ts"
import { addFault, expectKind, type Inference, quoted, type Typed, typed } from "../Inference.ts"
import type { CallSyntax, Syntax } from "../../../language/Syntax.ts"
import type { Entries } from "./FunctionEntry.ts"

/** The table that a call names; `"broken"` for one that has a fault of its own. */
const tableOf = (inference: Inference, syntax: Syntax): Table | "broken" | undefined => {
  const { tables } = inference.scope
  if (syntax.syntax === "name" && tables.has(syntax.name)) return tables.get(syntax.name) ?? "broken"
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
      : `\`lookup\` begins with the name of a table; ${quoted(inference, syntax)} is none.${hint}`,
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

const typedLookup = (value: TableValue, looked: Lookup): Typed => {
  switch (cellKind(value)) {
    case "number":
      return typed({ kind: "number", scale: value.decimals, ...looked })
    case "text":
      return typed({ kind: "text", most: looked.table.longest(looked.column), ...looked })
    case "date":
      return typed({ kind: "date", ...looked })
    case "boolean":
      return typed({ kind: "boolean", ...looked })
  }
}

const lookup = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second, ...args] = call.args
  const table = first && tableOf(inference, first)
  if (second === undefined || table === undefined || table === "broken") return undefined
  const { keys: columns, name } = table.definition
  const column = columnOf(inference, table, second)
  if (args.length !== columns.length) {
    const listed = columns.map((key) => `\`${key.name}\``).join(", ")
    const written = `lookup(${name}, 'column', ${columns.map((key) => key.name).join(", ")})`
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
    : typedLookup(value, { node: "lookup", table, column, keys })
}

export const tableFunctions: Entries = [
  ["lookup", { signature: "lookup(table, 'column', key, …)", takes: [3, 18], infer: lookup }]
]
