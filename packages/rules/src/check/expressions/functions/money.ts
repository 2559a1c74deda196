/** The function of amounts of money: `convert`. */
import { A_CURRENCY, currencies, unknownCurrency } from "../../../fields/currencies.ts"
import { type Inference, quoted, addFault, type Typed, expectTyped } from "../Inference.ts"
import { multiply } from "../operators.ts"
import type { CallSyntax, Syntax } from "../../../language/Syntax.ts"
import type { NumberTree } from "../../../tree/Tree.ts"
import type { Entries } from "./FunctionEntry.ts"

const amountOf = (inference: Inference, syntax: Syntax): Typed<NumberTree> | undefined => {
  const found = expectTyped(inference, syntax, "number", "`convert` turns into another currency")
  if (found === undefined || found.currency !== undefined) return found
  return addFault(
    inference,
    syntax.range,
    `\`convert\` turns an amount of money into another currency; ${quoted(inference, syntax)} is a plain number, which goes with any amount as it is.`,
    "an amount of money"
  )
}

const currencyOf = (inference: Inference, syntax: Syntax): string | undefined => {
  if (syntax.syntax === "text" && currencies.has(syntax.value)) return syntax.value
  const message =
    syntax.syntax === "text"
      ? unknownCurrency(syntax.value.slice(0, 20))
      : `The second part of \`convert\` is a currency, written as a text such as \`'GBP'\`; ${quoted(inference, syntax)} is none.`
  return addFault(inference, syntax.range, message, A_CURRENCY)
}

const rateOf = (inference: Inference, syntax: Syntax): Typed<NumberTree> | undefined => {
  const found = expectTyped(inference, syntax, "number", "The rate of `convert` is")
  if (found === undefined || found.currency === undefined) return found
  return addFault(
    inference,
    syntax.range,
    `The rate of \`convert\` is a plain number: how much of the other currency one is worth. ${quoted(inference, syntax)} is an amount in ${found.currency}.`,
    "a number"
  )
}

const convert = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second, third] = call.args
  const amount = first && amountOf(inference, first)
  const currency = second && currencyOf(inference, second)
  const rate = third && rateOf(inference, third)
  if (first === undefined || amount === undefined || currency === undefined || rate === undefined) return undefined
  if (amount.currency === currency)
    return addFault(
      inference,
      call.range,
      `${quoted(inference, first)} is in ${currency} already.`,
      quoted(inference, first)
    )
  const product = multiply(inference, call, amount.tree, rate.tree)
  return product && { ...product, word: "an amount of money", currency }
}

export const moneyFunctions: Entries = [["convert(amount, 'GBP', rate)", convert]]
