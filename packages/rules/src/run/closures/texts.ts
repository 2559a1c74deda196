/** Texts as closures. */
import { extracted } from "../../patterns/extract.ts"
import { isCounted, type TextTree } from "../../tree/Tree.ts"
import { counted } from "../../values/counted.ts"
import { toFixed, toText } from "../../values/decimal.ts"
import { middleOf, padded, replaced, rightOf } from "../../values/text.ts"
import { type Compiler, eachRow } from "./Compiler.ts"
import { lookupRun, textIn } from "./lookups.ts"
import { sharedRun } from "./shared.ts"
import { lift, lift2, type Run } from "./Frame.ts"

const textOfRun = (compiler: Compiler, { of }: Extract<TextTree, { readonly node: "textOf" }>): Run<string> => {
  if (isCounted(of)) return lift(compiler.days(of), counted[of.kind].format)
  switch (of.kind) {
    case "boolean":
      return lift(compiler.boolean(of), String)
    case "datetime":
      return lift(compiler.datetime(of), ({ written }) => written)
  }
}

const partRun = (
  { number, text }: Compiler,
  { count, of, start }: Extract<TextTree, { readonly node: "part" }>
): Run<string> => {
  const [whole, many] = [text(of), number(count)]
  if (start === undefined) return lift2(whole, many, (value, last) => rightOf(value, Number(last)))
  const first = number(start)
  return (frame) => {
    const at = first(frame)
    return at === null
      ? null
      : lift2(whole, many, (value, wanted) => middleOf(value, Number(at), Number(wanted)))(frame)
  }
}

const textOfNumberRun = (
  compiler: Compiler,
  { decimals, of }: Extract<TextTree, { readonly node: "textOfNumber" }>
): Run<string> => {
  const { scale } = of
  return lift(
    compiler.number(of),
    decimals === scale ? (value) => toFixed(value, scale) : (value) => toText(value, scale)
  )
}

const joinRowsRun = (
  compiler: Compiler,
  { each, separator }: Extract<TextTree, { readonly node: "joinRows" }>
): Run<string> => {
  const over = eachRow(compiler, each, compiler.text)
  const between = compiler.text(separator)
  return (frame) => {
    const known = between(frame)
    let all: string | null = null
    over(frame, (text) => {
      if (text !== null) all = all === null ? text : all + known + text
    })
    return known === null ? null : (all ?? "")
  }
}

export const textRun = (compiler: Compiler, tree: TextTree): Run<string> => {
  const { text } = compiler
  switch (tree.node) {
    case "lookup":
      return lookupRun(compiler, tree, textIn)
    case "joinRows":
      return joinRowsRun(compiler, tree)
    case "eachOption":
      return ({ each: [option] }) => (typeof option === "string" ? option : null)
    case "literal":
      return () => tree.value
    case "join":
      return lift2(text(tree.left), text(tree.right), (a, b) => a + b)
    case "lower":
      return lift(text(tree.of), (value) => value.toLowerCase())
    case "upper":
      return lift(text(tree.of), (value) => value.toUpperCase())
    case "trim":
      return lift(text(tree.of), (value) => value.trim())
    case "part":
      return partRun(compiler, tree)
    case "replace":
      return lift2(text(tree.of), text(tree.by), (of, by) => replaced(of, tree.part, by))
    case "extract": {
      const program = tree.pattern.program()
      return lift(text(tree.of), (of) => extracted(program, of) ?? null)
    }
    case "pad":
      return lift(text(tree.of), (of) => padded(of, tree.side, tree.length, tree.fill))
    case "textOfNumber":
      return textOfNumberRun(compiler, tree)
    case "textOf":
      return textOfRun(compiler, tree)
    default:
      return sharedRun(compiler, tree, text)
  }
}
