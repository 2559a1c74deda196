/** Functions that bring a number or a division to so many decimals, roots, powers and the remainder: `round floor ceil trunc sqrt pow mod`. */
import { MAX_DECIMALS, type Rounding } from "../../../values/decimal.ts"
import { alignPair } from "../build.ts"
import { moneyOf, together } from "../currencies.ts"
import { addKindFault, type Inference, quoted, addFault, type Typed, typed, expectTyped } from "../Inference.ts"
import { inferOperand, POWER } from "../ratio.ts"
import type { CallSyntax, Syntax } from "../../../language/Syntax.ts"
import type { Entries } from "./FunctionEntry.ts"

/** Digits before the point that a number can be rounded to. */
const MAX_PLACES = 15

const wholeNumber = (syntax: Syntax): number | undefined => {
  if (syntax.syntax === "unary" && syntax.operator === "-") {
    const digits = wholeNumber(syntax.operand)
    return digits === undefined ? undefined : 0 - digits
  }
  return syntax.syntax === "number" && /^\d{1,2}$/.test(syntax.text) ? Number(syntax.text) : undefined
}

const digitsOf = (inference: Inference, syntax: Syntax | undefined): number | undefined => {
  if (syntax === undefined) return 0
  const digits = wholeNumber(syntax)
  if (digits !== undefined && digits >= -MAX_PLACES && digits <= MAX_DECIMALS) return digits
  return addFault(
    inference,
    syntax.range,
    `How many decimals to round to is written as a whole number from -${MAX_PLACES} to ${MAX_DECIMALS}; ${quoted(inference, syntax)} is not.`,
    "a whole number, such as `2`"
  )
}

/** What the third part of `round` says of a half. */
const halves: ReadonlyMap<string, Rounding> = new Map([
  ["even", "even"],
  ["zero", "zero"]
])

const halfOf = (inference: Inference, syntax: Syntax | undefined): Rounding | undefined => {
  if (syntax === undefined) return "away"
  const known = syntax.syntax === "text" ? halves.get(syntax.value) : undefined
  if (known !== undefined) return known
  return addFault(
    inference,
    syntax.range,
    `The third part of \`round\` says where a half goes: \`'even'\`, to the even neighbour, or \`'zero'\`, toward zero; ${quoted(inference, syntax)} is not known. Always down is \`floor(x, decimals)\`, always up \`ceil(x, decimals)\`, always toward zero \`trunc(x, decimals)\`.`,
    "`'even'` or `'zero'`, or nothing for a half away from zero"
  )
}

/** A call whose first part is a number or a division, rounded to the decimals that its second part says. */
const rounded = (inference: Inference, call: CallSyntax, rounding: Rounding | undefined): Typed | undefined => {
  const [first, second] = call.args
  const operand = first && inferOperand(inference, first)
  const digits = digitsOf(inference, second)
  if (first === undefined || operand === undefined || digits === undefined || rounding === undefined) return undefined
  const scale = Math.max(0, digits)
  if ("ratio" in operand)
    return {
      ...typed({ kind: "number", scale, node: "round", of: operand.ratio, digits, rounding }),
      ...moneyOf(operand)
    }
  const { tree } = operand
  if (tree.kind !== "number") {
    return addKindFault(inference, first, operand, `\`${call.name}\` works on a number`, "a number")
  }
  return {
    ...typed(digits >= tree.scale ? tree : { kind: "number", scale, node: "round", of: tree, digits, rounding }),
    ...moneyOf(operand)
  }
}

const round = (inference: Inference, call: CallSyntax): Typed | undefined =>
  rounded(inference, call, halfOf(inference, call.args[2]))

const toward =
  (rounding: Rounding) =>
  (inference: Inference, call: CallSyntax): Typed | undefined =>
    rounded(inference, call, rounding)

const mod = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second] = call.args
  const dividend = first && expectTyped(inference, first, "number", "`mod` divides")
  const divisor = second && expectTyped(inference, second, "number", "`mod` divides by")
  if (first === undefined || second === undefined || dividend === undefined || divisor === undefined) return undefined
  const money = together(inference, "`mod` divides", [
    { syntax: first, money: dividend },
    { syntax: second, money: divisor }
  ])
  if (money === undefined) return undefined
  const [left, right] = alignPair(dividend.tree, divisor.tree)
  return { ...typed({ kind: "number", scale: left.scale, node: "modulo", left, right }), ...money }
}

/** Decimals of a root, which has endless ones. */
const sqrt = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second] = call.args
  const of = first && expectTyped(inference, first, "number", "`sqrt` works on")?.tree
  const digits = digitsOf(inference, second)
  if (second === undefined || of === undefined || digits === undefined) return undefined
  if (digits >= 0) return typed({ kind: "number", scale: digits, node: "root", of, digits })
  return addFault(
    inference,
    second.range,
    `How many decimals a root has is written as a whole number from 0 to ${MAX_DECIMALS}.`,
    "a whole number, such as `2`"
  )
}

/** `pow` may have very many decimals: `ratio.ts` checks it before this entry is used. */
const pow = (): undefined => undefined

export const roundingFunctions: Entries = [
  ["round(number, decimals, 'even')", round, 1],
  ["floor(number, decimals)", toward("floor"), 1],
  ["ceil(number, decimals)", toward("ceiling"), 1],
  ["trunc(number, decimals)", toward("truncate"), 1],
  ["sqrt(number, decimals)", sqrt],
  [POWER, pow],
  ["mod(number, divisor)", mod]
]
