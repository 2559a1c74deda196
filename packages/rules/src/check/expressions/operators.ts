/** Checking `+ - *`, `&& || !`, `? :` and literals. */
import type { BooleanTree, NumberTree, TextTree, ValueTree } from "../../tree/Tree.ts"
import { decimalsOf, MAX_DECIMALS, parse } from "../../values/decimal.ts"
import { alignPair, conditional, missingLike } from "./build.ts"
import {
  described,
  addKindFault,
  hintAtFile,
  type Inference,
  type Options,
  addFault,
  type Typed,
  typed,
  expectTyped,
  expectCondition
} from "./Inference.ts"
import { moneyOf, ofProduct, together } from "./currencies.ts"
import type {
  BinarySyntax,
  ConditionalSyntax,
  NumberSyntax,
  Syntax,
  TextSyntax,
  UnarySyntax
} from "../../language/Syntax.ts"

/** Digits before the point of a number in a rule. */
const MAX_DIGITS = 15

export const inferNumber = (inference: Inference, { range, text }: NumberSyntax): Typed | undefined => {
  const literal = text.replace(/^0+(?=\d)/, "")
  const scale = decimalsOf(literal)
  const value = parse(literal, scale)
  if (scale > MAX_DECIMALS || typeof value !== "bigint" || value >= 10n ** BigInt(MAX_DIGITS + scale)) {
    return addFault(
      inference,
      range,
      `A number has at most ${MAX_DIGITS} digits before the point and ${MAX_DECIMALS} after it.`
    )
  }
  return typed({ kind: "number", scale, node: "literal", value })
}

export const inferText = ({ value }: TextSyntax): Typed => ({
  ...typed({ kind: "text", most: value.length, node: "literal", value }),
  options: { values: new Set([value]), of: undefined }
})

const subject = {
  "+": "adds two numbers or joins two texts",
  "-": "takes one number from another",
  "*": "multiplies two numbers"
} as const

const does = { "+": "`+` adds", "-": "`-` subtracts" } as const

const join = (left: TextTree, right: TextTree): Typed =>
  typed({ kind: "text", most: left.most + right.most, node: "join", left, right })

/** The product of two numbers, with the decimals of both. */
export const multiply = (
  inference: Inference,
  { range }: Syntax,
  left: NumberTree,
  right: NumberTree
): Typed | undefined => {
  const scale = left.scale + right.scale
  if (scale <= MAX_DECIMALS) return typed({ kind: "number", scale, node: "multiply", left, right })
  return addFault(
    inference,
    range,
    `This product would need ${scale} decimals (${left.scale} and ${right.scale}), and ${MAX_DECIMALS} is the most. Round one of the two first: \`round(…, 6)\`.`,
    "numbers with fewer decimals"
  )
}

export const inferArithmetic = (
  inference: Inference,
  syntax: BinarySyntax,
  operator: "+" | "-" | "*"
): Typed | undefined => {
  const left = inference.infer(syntax.left)
  const right = inference.infer(syntax.right)
  if (left === undefined || right === undefined) return undefined
  const [a, b] = [left.tree, right.tree]
  if (a.kind === "number" && b.kind === "number") {
    if (operator === "*") {
      const product = multiply(inference, syntax, a, b)
      return product && { ...product, ...ofProduct(left, right) }
    }
    const money = together(inference, does[operator], [
      { syntax: syntax.left, money: left },
      { syntax: syntax.right, money: right }
    ])
    if (money === undefined) return undefined
    const [x, y] = alignPair(a, b)
    const node = operator === "+" ? "add" : "subtract"
    return { ...typed({ kind: "number", scale: x.scale, node, left: x, right: y }), ...money }
  }
  if (operator === "+" && a.kind === "text" && b.kind === "text") return join(a, b)
  const dates = operator !== "*" && (a.kind === "date" || b.kind === "date")
  const texts = operator === "+" && (a.kind === "text" || b.kind === "text")
  const file = hintAtFile(inference, syntax.left, left) || hintAtFile(inference, syntax.right, right)
  const hint =
    file ||
    (dates
      ? operator === "-" && a.kind === b.kind
        ? " The days from one date to another are `daysBetween(from, to)`."
        : " To move a date, write `addDays(date, days)`, `addMonths` or `addYears`."
      : texts
        ? " To join them, turn the other one into a text with `text(…)`; to add them, turn the text into a number with `number(…)`."
        : "")
  return addFault(
    inference,
    syntax.operatorRange,
    `\`${operator}\` ${subject[operator]}; ${described(inference, syntax.left, left)} and ${described(inference, syntax.right, right)}.${hint}`,
    operator === "+" ? "two numbers or two texts" : "two numbers"
  )
}

/** `a && b && c` as one node with three operands. */
const flatten = (node: "and" | "or", tree: BooleanTree): ReadonlyArray<BooleanTree> =>
  tree.node === node ? tree.operands : [tree]

export const inferLogic = (inference: Inference, syntax: BinarySyntax, operator: "&&" | "||"): Typed | undefined => {
  const left = expectCondition(inference, syntax.left, `On both sides of \`${operator}\` stands`)
  const right = expectCondition(inference, syntax.right, `On both sides of \`${operator}\` stands`)
  if (left === undefined || right === undefined) return undefined
  const node = operator === "&&" ? "and" : "or"
  return typed({ kind: "boolean", node, operands: [...flatten(node, left), ...flatten(node, right)] })
}

export const inferUnary = (inference: Inference, syntax: UnarySyntax): Typed | undefined => {
  if (syntax.operator === "!") {
    const of = expectCondition(inference, syntax.operand, "`!` turns round")
    return of && typed({ kind: "boolean", node: "not", of })
  }
  const found = expectTyped(inference, syntax.operand, "number", "`-` changes the sign of")
  if (found === undefined) return undefined
  const { tree: of } = found
  const negative: NumberTree =
    of.node === "literal" ? { ...of, value: -of.value } : { kind: "number", scale: of.scale, node: "negate", of }
  return { ...typed(negative), ...moneyOf(found) }
}

/** Texts that are put together. Those of large tables are not: each rule would copy them. */
const MOST_TOGETHER = 2_000

/** Texts that either of two expressions can give, where both are known. */
export const eitherOption = (one: Typed, other: Typed): { readonly options?: Options } =>
  one.options === undefined ||
  other.options === undefined ||
  one.options.values.size + other.options.values.size > MOST_TOGETHER
    ? {}
    : {
        options: {
          values: new Set([...one.options.values.keys(), ...other.options.values.keys()]),
          of: one.options.of ?? other.options.of
        }
      }

/** Checks that an expression gives one value and not rows: a branch, an operand of `coalesce`, a formula. */
export const expectValue = (inference: Inference, syntax: Syntax, subject: string): Typed<ValueTree> | undefined => {
  if (syntax.syntax === "null") {
    return addFault(
      inference,
      syntax.range,
      `${subject} a value, and \`null\` is none. Ask for it with \`x == null\`, or give it: \`condition ? x : null\`.`
    )
  }
  const found = inference.infer(syntax)
  return found && asValue(inference, syntax, found, subject)
}

/** The same of a part that is checked already. */
export const asValue = (
  inference: Inference,
  syntax: Syntax,
  found: Typed,
  subject: string
): Typed<ValueTree> | undefined => {
  const { tree } = found
  if (tree.kind !== "rows" && tree.kind !== "values" && tree.kind !== "file") return { ...found, tree }
  const wanted = tree.kind === "file" ? "a value that rules can read" : "one value"
  return addKindFault(inference, syntax, found, `${subject} ${wanted}`, wanted)
}

export const inferConditional = (inference: Inference, syntax: ConditionalSyntax): Typed | undefined => {
  const condition = expectCondition(inference, syntax.condition, "Before `?` stands")
  const { whenFalse, whenTrue } = syntax
  if (whenTrue.syntax === "null" && whenFalse.syntax === "null") {
    return addFault(
      inference,
      syntax.range,
      "`null` stands on both sides of `:`, so this is never anything.",
      "a value on one side of `:`"
    )
  }
  const a = whenTrue.syntax === "null" ? "null" : expectValue(inference, whenTrue, "Between `?` and `:` stands")
  const b = whenFalse.syntax === "null" ? "null" : expectValue(inference, whenFalse, "After `:` stands")
  if (condition === undefined || a === undefined || b === undefined) return undefined
  if (a === "null") return b === "null" ? undefined : withMissing(condition, b, true)
  if (b === "null") return withMissing(condition, a, false)
  const tree = conditional(condition, a.tree, b.tree)
  if (tree === undefined) {
    return addFault(
      inference,
      { start: whenTrue.range.start, end: whenFalse.range.end },
      `What stands on the two sides of \`:\` has to be of one kind; ${described(inference, whenTrue, a)} and ${described(inference, whenFalse, b)}.`,
      `two values of one kind`
    )
  }
  const money = together(inference, "`? :` chooses between", [
    { syntax: whenTrue, money: a },
    { syntax: whenFalse, money: b }
  ])
  if (money === undefined) return undefined
  return { ...typed(tree), ...eitherOption(a, b), ...(a.word === b.word ? { word: a.word } : {}), ...money }
}

const withMissing = (condition: BooleanTree, value: Typed<ValueTree>, missingFirst: boolean): Typed | undefined => {
  const nothing = missingLike(value.tree)
  const tree = missingFirst ? conditional(condition, nothing, value.tree) : conditional(condition, value.tree, nothing)
  return (
    tree && {
      ...typed(tree),
      word: value.word,
      ...moneyOf(value),
      ...(value.options === undefined ? {} : { options: value.options })
    }
  )
}
