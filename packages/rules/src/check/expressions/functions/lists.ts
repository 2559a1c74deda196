/** Functions of lists: `any all count filter map sum product avg size countDistinct join`. `min` and `max` are with the numbers. */
import { addKindFault, addArityFault, addFault, expectKind, type Inference, type Typed, typed } from "../Inference.ts"
import { longestOf } from "../../../fields/options.ts"
import type { RowsTree, ValueTree } from "../../../tree/Tree.ts"
import { asValue, expectValue } from "../operators.ts"
import { conditionOverRows, filteredRows, mostRows, overRows, valueOverRows, valuesOf } from "../rows.ts"
import type { CallSyntax, Syntax } from "../../../language/Syntax.ts"
import type { Entries } from "./FunctionEntry.ts"

const quantified =
  (node: "any" | "all") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const each = conditionOverRows(inference, call)
    return each && typed({ kind: "boolean", node, each })
  }

const count = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const each = conditionOverRows(inference, call)
  return each && typed({ kind: "number", scale: 0, node: "count", each })
}

const map = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const found = valueOverRows(inference, call)
  return found && { ...typed({ kind: "values", each: found.each }), ...found.money }
}

const sum = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const found = valuesOf(inference, call)
  if (found === undefined) return undefined
  const { of, rows } = found.each
  if (of.kind === "number")
    return { ...typed({ kind: "number", scale: of.scale, node: "sum", each: { rows, of } }), ...found.money }
  return addFault(
    inference,
    call.args[2]?.range ?? call.range,
    "`sum` adds numbers up; what it takes of each row is none.",
    "a number"
  )
}

const size = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [only] = call.args
  const found = only && inference.infer(only)
  if (only === undefined || found === undefined) return undefined
  const { tree } = found
  const whole = { kind: "number", scale: 0 } as const
  if (tree.kind === "rows") return typed({ ...whole, node: "rows", rows: tree })
  if (tree.kind === "values") return typed({ ...whole, node: "rows", rows: tree.each.rows })
  if (tree.kind === "choices") return typed({ ...whole, node: "items", of: tree })
  if (tree.kind === "text") return typed({ ...whole, node: "length", of: tree })
  return addKindFault(
    inference,
    only,
    found,
    "`size` counts the rows of a list, the chosen options or the characters of a text",
    "a list"
  )
}

/** Characters of chosen options that nothing is known of: their sum, sorted, with what is written around each. */
const MOST_OPTIONS = 400_000

/** Characters that comparing a value scans. Chosen options are sorted for it. */
const scannedOf = ({ choice, tree }: Pick<Typed<ValueTree>, "choice" | "tree">): number => {
  if (tree.kind === "text") return tree.most
  if (tree.kind !== "choices") return 0
  return choice === undefined ? MOST_OPTIONS : 2 * choice.options.length * (longestOf(choice.options) + 8)
}

const distinctOf = (rows: RowsTree, found: Pick<Typed<ValueTree>, "choice" | "tree">): Typed =>
  typed({ kind: "number", scale: 0, node: "distinct", each: { rows, of: found.tree }, most: scannedOf(found) })

/** What `countDistinct` compares of each row: a file by its id. */
const comparable = (inference: Inference, syntax: Syntax): Pick<Typed<ValueTree>, "choice" | "tree"> | undefined => {
  if (syntax.syntax === "null") return expectValue(inference, syntax, "`countDistinct` compares")
  const found = inference.infer(syntax)
  if (found === undefined) return undefined
  return found.tree.kind === "file"
    ? { tree: found.tree.id }
    : asValue(inference, syntax, found, "`countDistinct` compares")
}

const countDistinct = (inference: Inference, call: CallSyntax): Typed | undefined => {
  if (call.args.length === 1) {
    const values = valuesOf(inference, call)
    return values && distinctOf(values.each.rows, { tree: values.each.of })
  }
  const found = overRows(inference, call, (syntax) => comparable(inference, syntax))
  return found && distinctOf(found.rows, found.of)
}

/** `join` as an author writes it. */
const JOIN = "join(list, row, text, separator)"

const join = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [, , , last] = call.args
  const found = overRows(
    inference,
    call,
    (syntax) => expectKind(inference, syntax, "text", "Of each row `join` takes"),
    4
  )
  if (last === undefined) return addArityFault(inference, call, JOIN)
  const separator = expectKind(inference, last, "text", "What stands between the texts is")
  if (found === undefined || separator === undefined) return undefined
  const { of, rows } = found
  const most = mostRows(inference, rows) * (of.most + separator.most)
  return typed({ kind: "text", most, node: "joinRows", each: { rows, of }, separator })
}

/** `avg` and `product` may have endless decimals: `ratio.ts` checks them before these entries are used. */
const ofRatios = (): undefined => undefined

export const listFunctions: Entries = [
  ["any(list, row, condition)", quantified("any")],
  ["all(list, row, condition)", quantified("all")],
  ["count(list, row, condition)", count],
  ["filter(list, row, condition)", filteredRows],
  ["map(list, row, value)", map],
  ["sum(list, row, number)", sum, 1],
  ["avg(list, row, number)", ofRatios, 1],
  ["product(list, row, number)", ofRatios, 1],
  ["countDistinct(list, row, value)", countDistinct, 1],
  [JOIN, join, 3],
  ["size(list)", size]
]
