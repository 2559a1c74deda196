/** Functions that give what one row has, and of rows among others: `first last minBy maxBy previous rowNumber`. */
import { isCounted, type OrderedTree, type RowPick } from "../../../tree/Tree.ts"
import { ofRow } from "../build.ts"
import {
  addKindFault,
  addArityFault,
  addFault,
  expectCondition,
  type Inference,
  quoted,
  type Typed,
  typed
} from "../Inference.ts"
import { readField } from "../names.ts"
import { isInside, overRows, scalarOf } from "../rows.ts"
import { ROW_BEFORE, vertex } from "../Scope.ts"
import type { CallSyntax, Syntax } from "../../../language/Syntax.ts"
import type { Entries, Entry } from "./FunctionEntry.ts"

const keyOf = (inference: Inference, call: CallSyntax, syntax: Syntax): OrderedTree | undefined => {
  const found = inference.infer(syntax)
  if (found === undefined) return undefined
  const { tree } = found
  if (isCounted(tree) || tree.kind === "number" || tree.kind === "datetime") return tree
  return addKindFault(
    inference,
    syntax,
    found,
    `\`${call.name}\` compares numbers, dates or times`,
    "a number, a date or a time"
  )
}

/** `f(list, row, condition, value)` or `f(list, row, key, value)`. @param pick checks the third part. */
const picking = (
  signature: string,
  pick: (inference: Inference, call: CallSyntax, syntax: Syntax) => RowPick | undefined
): Entry => [
  signature,
  (inference, call) => {
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
  },
  3
]

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
  const { own, waiting } = scope
  const [only] = call.args
  if (only === undefined || isInside(inference, call)) return undefined
  const name = only.syntax === "name" ? own?.rows.get(only.name) : undefined
  if (own === undefined || name === undefined) {
    const isWhole = only.syntax === "member" && only.of.syntax === "name" && only.of.name === own?.slug
    const hint = isWhole && own.rows.has(only.member) ? ` Write \`previous(${only.member})\`.` : ""
    return addFault(
      inference,
      only.range,
      `\`previous\` takes a field of the row to which the rule belongs; ${quoted(inference, only)} is none.${hint}`,
      "a field of the row"
    )
  }
  const read = vertex(name, own)
  reads.add(ROW_BEFORE)
  // Also the value of the field itself: the row before is worked out already.
  const found = readField(
    inference,
    only.range,
    name,
    { at: "each", slot: name.slot },
    read === waiting ? undefined : read
  )
  const value = found && scalarOf(inference, call, only, found)
  const rows = { kind: "rows", node: "list", slot: own.slot } as const
  return value && { ...value, tree: ofRow(rows, value.tree, { which: "previous" }) }
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
    "`rowNumber()` stands in a rule of a list's rows, `rowNumber(row)` in a list function that calls its row so."
  )
}

export const pickFunctions: Entries = [
  where("first"),
  where("last"),
  by("minBy", "least"),
  by("maxBy", "greatest"),
  ["previous(field)", previous],
  ["rowNumber()", rowNumber, 0]
]
