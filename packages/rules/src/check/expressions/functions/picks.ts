/** Functions that give what one row has, and of rows among others: `first last minBy maxBy previous rowNumber`. */
import type { OrderedTree, RowPick } from "../../../tree/Tree.ts"
import { ofRow } from "../build.ts"
import { addArityFault, addFault, expectCondition, type Inference, quoted, type Typed, typed } from "../Inference.ts"
import { typedField } from "../names.ts"
import { isInside, overRows, scalarOf } from "../rows.ts"
import { leaking, vertex } from "../Scope.ts"
import type { CallSyntax, Syntax } from "../../../language/Syntax.ts"
import type { Entries, FunctionEntry } from "./FunctionEntry.ts"

const unordered: ReadonlySet<string> = new Set(["text", "boolean", "choices", "rows", "values"])

const isOrdered = (found: Typed): found is Typed<OrderedTree> => !unordered.has(found.tree.kind)

const keyOf = (inference: Inference, call: CallSyntax, syntax: Syntax): OrderedTree | undefined => {
  const found = inference.infer(syntax)
  if (found === undefined || isOrdered(found)) return found?.tree
  return addFault(
    inference,
    syntax.range,
    `\`${call.name}\` compares numbers, dates or times; ${quoted(inference, syntax)} is ${found.word}.`,
    "a number, a date or a time"
  )
}

/** `f(list, row, condition, value)` or `f(list, row, key, value)`. @param pick checks the third part. */
const picking = (
  signature: string,
  pick: (inference: Inference, call: CallSyntax, syntax: Syntax) => RowPick | undefined
): FunctionEntry => ({
  signature,
  takes: [3, 4],
  infer: (inference, call) => {
    const found = overRows(
      inference,
      call,
      (third, fourth) => {
        const by = pick(inference, call, third)
        const value =
          fourth === undefined ? addArityFault(inference, call, signature) : scalarOf(inference, call, fourth)
        return by && value && { by, value }
      },
      4
    )
    if (found === undefined) return undefined
    const { by, value } = found.of
    return { ...value, tree: ofRow(found.rows, value.tree, by) }
  }
})

const where = (which: "first" | "last") =>
  picking(`${which}(list, row, condition, value)`, (inference, call, syntax) => {
    const by = expectCondition(inference, syntax, `\`${call.name}\` asks of each row`)
    return by && { which, by }
  })

const by = (name: string, which: "least" | "greatest") =>
  picking(`${name}(list, row, key, value)`, (inference, call, syntax) => {
    const key = keyOf(inference, call, syntax)
    return key && { which, by: key }
  })

const previous = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const { reads, scope } = inference
  const [only] = call.args
  if (only === undefined || isInside(inference, call)) return undefined
  const { own } = scope
  const name = only.syntax === "name" ? own?.rows.get(only.name) : undefined
  if (own === undefined || name === undefined)
    return addFault(
      inference,
      only.range,
      `\`previous\` takes the name of a field of the row, in a rule of the row; ${quoted(inference, only)} is none.`,
      "a field of the row"
    )
  const leak = leaking(scope, name)
  if (leak !== undefined) return addFault(inference, only.range, leak)
  const read = vertex(name, own)
  // Rows are worked out one after the other: a field may wait for itself in the row before.
  if (read !== scope.waiting) reads.add(read)
  const found = typedField(name, { at: "each", slot: name.slot })
  const value = found && scalarOf(inference, call, only, found)
  return (
    value && {
      ...value,
      tree: ofRow({ kind: "rows", node: "list", slot: own.slot }, value.tree, { which: "previous" })
    }
  )
}

const rowNumber = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const { bound, scope } = inference
  const [only] = call.args
  const isRow =
    only === undefined
      ? scope.own !== undefined
      : only.syntax === "name" && only.name === bound?.name && bound.chosen === undefined
  if (isRow) return typed({ kind: "number", scale: 0, node: "rowNumber", at: only === undefined ? "row" : "each" })
  return addFault(
    inference,
    call.range,
    "`rowNumber()` stands in a rule of a row; inside a list function it takes the name of the row: `any(list, row, rowNumber(row) == 1 …)`."
  )
}

export const pickFunctions: Entries = [
  ["first", where("first")],
  ["last", where("last")],
  ["minBy", by("minBy", "least")],
  ["maxBy", by("maxBy", "greatest")],
  ["previous", { signature: "previous(field)", takes: [1, 1], infer: previous }],
  ["rowNumber", { signature: "rowNumber()", takes: [0, 1], infer: rowNumber }]
]
