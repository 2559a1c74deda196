/** Functions of texts: `length contains startsWith endsWith lower upper trim matches label text number`. */
import * as Result from "effect/Result"
import type { TextTree } from "../../../tree/Tree.ts"
import { EXAMPLE, read } from "../../../patterns/pattern.ts"
import { inferLabel } from "../attributes.ts"
import { checkOption } from "../checkComparison.ts"
import { type Inference, quoted, addFault, type Typed, typed, expectKind } from "../Inference.ts"
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
  return addFault(
    inference,
    first.range,
    `\`contains\` looks into a text or a set of chosen options; ${quoted(inference, first)} is ${of.word}.${rows}`,
    "a text"
  )
}

const edge =
  (node: "startsWith" | "endsWith") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second] = call.args
    const of = first && expectKind(inference, first, "text", `\`${call.name}\` looks at`)
    const part = second && expectKind(inference, second, "text", `\`${call.name}\` looks for`)
    return of && part && typed({ kind: "boolean", node, of, part })
  }

const matches = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second] = call.args
  const of = first && expectKind(inference, first, "text", "`matches` looks at")
  if (second === undefined) return undefined
  if (second.syntax !== "text") {
    inference.infer(second)
    return addFault(
      inference,
      second.range,
      `The pattern of \`matches\` is written in the rule as a text; ${quoted(inference, second)} is not.`,
      "a pattern such as `'[A-Z]{2}[0-9]+'`"
    )
  }
  const pattern = read(second.value)
  if (Result.isFailure(pattern))
    return addFault(inference, second.range, `This pattern cannot be used: ${pattern.failure}.`, EXAMPLE)
  return of && typed({ kind: "boolean", node: "matches", of, pattern: pattern.success })
}

const text = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [only] = call.args
  const found = only && expectValue(inference, only, "`text` takes")
  if (only === undefined || found === undefined) return undefined
  const { tree } = found
  if (tree.kind === "text") return found
  if (tree.kind === "choices")
    return addFault(
      inference,
      only.range,
      `\`text\` takes one value; ${quoted(inference, only)} is ${found.word}.`,
      "one value"
    )
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
  return addFault(
    inference,
    only.range,
    `\`number\` reads a text; ${quoted(inference, only)} is ${found.word}.${already}`,
    "a text"
  )
}

export const textFunctions: Entries = [
  ["length", { signature: "length(text)", takes: [1, 1], infer: length }],
  ["contains", { signature: "contains(text, part)", takes: [2, 2], infer: contains }],
  ["startsWith", { signature: "startsWith(text, start)", takes: [2, 2], infer: edge("startsWith") }],
  ["endsWith", { signature: "endsWith(text, end)", takes: [2, 2], infer: edge("endsWith") }],
  ["lower", { signature: "lower(text)", takes: [1, 1], infer: changed("lower") }],
  ["upper", { signature: "upper(text)", takes: [1, 1], infer: changed("upper") }],
  ["trim", { signature: "trim(text)", takes: [1, 1], infer: changed("trim") }],
  ["matches", { signature: "matches(text, 'pattern')", takes: [2, 2], infer: matches }],
  ["label", { signature: "label(choice)", takes: [1, 1], infer: inferLabel }],
  ["text", { signature: "text(value)", takes: [1, 1], infer: text }],
  ["number", { signature: "number(text)", takes: [1, 1], infer: number }]
]
