/** Functions of texts: `length contains startsWith endsWith lower upper trim label text number`. */
import type { TextTree } from "../../../tree/Tree.ts"
import { inferLabel } from "../attributes.ts"
import { checkOption } from "../checkComparison.ts"
import { addKindFault, type Inference, type Typed, typed, expectKind } from "../Inference.ts"
import { expectValue } from "../operators.ts"
import type { CallSyntax } from "../../../language/Syntax.ts"
import type { Entries } from "./FunctionEntry.ts"

/** Decimals of the result of `number(text)`. */
const NUMBER_DECIMALS = 6
/** Upper case can turn one character into three (`ﬃ` is `FFI`). */
const WIDEST_CASE = 3
/** Characters of a number, a date or a time as text, for costs. */
const MAX_VALUE = 40

const length = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [only] = call.args
  const of = only && expectKind(inference, only, "text", "`length` counts the characters of")
  return of && typed({ kind: "number", scale: 0, node: "length", of })
}

const changed =
  (node: "lower" | "upper" | "trim") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [only] = call.args
    const of = only && expectKind(inference, only, "text", `\`${call.name}\` works on`)
    return of && typed({ kind: "text", most: node === "trim" ? of.most : of.most * WIDEST_CASE, node, of })
  }

const contains = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second] = call.args
  const of = first && inference.infer(first)
  const part = second && expectKind(inference, second, "text", "`contains` looks for")
  if (first === undefined || second === undefined || of === undefined || part === undefined) return undefined
  if (of.tree.kind === "text") return typed({ kind: "boolean", node: "contains", of: of.tree, part })
  if (of.tree.kind === "choices") {
    checkOption(inference, second, of)
    return typed({ kind: "boolean", node: "chosen", choices: of.tree, option: part })
  }
  const rows = of.tree.kind === "rows" ? " To look through rows, use `any(list, row, …)`." : ""
  return addKindFault(inference, first, of, "`contains` looks into a text or a set of chosen options", "a text", rows)
}

const edge =
  (node: "startsWith" | "endsWith") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second] = call.args
    const of = first && expectKind(inference, first, "text", `\`${call.name}\` looks at`)
    const part = second && expectKind(inference, second, "text", `\`${call.name}\` looks for`)
    return of && part && typed({ kind: "boolean", node, of, part })
  }

const text = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [only] = call.args
  const found = only && expectValue(inference, only, "`text` takes")
  if (only === undefined || found === undefined) return undefined
  const { tree } = found
  if (tree.kind === "text") return found
  if (tree.kind === "choices") return addKindFault(inference, only, found, "`text` takes one value", "one value")
  if (tree.kind !== "number") return typed({ kind: "text", most: MAX_VALUE, node: "textOf", of: tree })
  const shown = found.decimals === undefined ? {} : { decimals: found.decimals }
  return typed({ kind: "text", most: MAX_VALUE, node: "textOfNumber", of: tree, ...shown })
}

const number = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [only] = call.args
  const found = only && inference.infer(only)
  if (only === undefined || found === undefined) return undefined
  if (found.tree.kind === "text")
    return typed({ kind: "number", scale: NUMBER_DECIMALS, node: "numberOfText", of: found.tree satisfies TextTree })
  const already = found.tree.kind === "number" ? " It needs no `number(…)`." : ""
  return addKindFault(inference, only, found, "`number` reads a text", "a text", already)
}

export const textFunctions: Entries = [
  ["length(text)", length],
  ["contains(text, part)", contains],
  ["startsWith(text, start)", edge("startsWith")],
  ["endsWith(text, end)", edge("endsWith")],
  ["lower(text)", changed("lower")],
  ["upper(text)", changed("upper")],
  ["trim(text)", changed("trim")],
  ["label(choice)", inferLabel],
  ["text(value)", text],
  ["number(text)", number]
]
