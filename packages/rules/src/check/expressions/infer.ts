/** The checker of one expression: from its syntax to its checked tree, with every fault in it. */
import type { Limits } from "../../Limits.ts"
import { inferComparison, inferIn } from "./checkComparison.ts"
import { insteadOfFunction } from "../../language/foreign.ts"
import { functions } from "./functions.ts"
import { type Inference, addArityFault, addFault, type SeePart, type Typed, typed } from "./Inference.ts"
import { inferMember, inferName } from "./names.ts"
import { inferArithmetic, inferConditional, inferLogic, inferNumber, inferText, inferUnary } from "./operators.ts"
import { inferAlone, isRatio } from "./ratio.ts"
import type { Scope } from "./Scope.ts"
import type { BinarySyntax, CallSyntax, Syntax } from "../../language/Syntax.ts"
import { beginExpression } from "../../values/CheckBudget.ts"
import { didYouMean } from "../../values/nearest.ts"

const inferBinary = (inference: Inference, syntax: BinarySyntax): Typed | undefined => {
  const { operator } = syntax
  switch (operator) {
    case "+":
    case "-":
    case "*":
      return inferArithmetic(inference, syntax, operator)
    case "&&":
    case "||":
      return inferLogic(inference, syntax, operator)
    case "in":
      return inferIn(inference, syntax)
    case "/":
      return inferAlone(inference, syntax)
    default:
      return inferComparison(inference, syntax, operator)
  }
}

const inferCall = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const known = functions.get(call.name)
  if (known === undefined) {
    const what =
      call.name === "today"
        ? "the date"
        : inference.scope.fields.has(call.name)
          ? "a field"
          : inference.scope.constants.has(call.name)
            ? "a constant"
            : undefined
    const field = what === undefined ? "" : ` \`${call.name}\` is ${what}; it takes no parentheses.`
    const instead = field || insteadOfFunction(call.name)
    return addFault(
      inference,
      call.nameRange,
      `There is no function \`${call.name}\`.${instead || didYouMean(call.name, functions.keys())}`,
      instead === "" ? "the name of a function" : undefined
    )
  }
  const syntax: Syntax = call
  if (isRatio(syntax)) return inferAlone(inference, syntax)
  const [fewest, most] = known.takes
  if (call.args.length < fewest || call.args.length > most) {
    return addArityFault(inference, call, known.signature)
  }
  return known.infer(inference, call)
}

const infer = (inference: Inference, syntax: Syntax): Typed | undefined => {
  switch (syntax.syntax) {
    case "number":
      return inferNumber(inference, syntax)
    case "text":
      return inferText(syntax)
    case "boolean":
      return typed({ kind: "boolean", node: "literal", value: syntax.value })
    case "name":
      return inferName(inference, syntax)
    case "member":
      return inferMember(inference, syntax)
    case "call":
      return inferCall(inference, syntax)
    case "unary":
      return inferUnary(inference, syntax)
    case "conditional":
      return inferConditional(inference, syntax)
    case "binary":
      return inferBinary(inference, syntax)
    case "null":
      return addFault(
        inference,
        syntax.range,
        "`null` stands for “no value”, and nothing can be worked out with it. Ask for it with `x == null` or `x != null`, or give it: `condition ? x : null`.",
        "a value"
      )
    case "list":
      return addFault(
        inference,
        syntax.range,
        "A list written out stands only after `in`: `cover in ['comp', 'tpo']`. What is to be counted or added up are the rows of a list field, such as `size(drivers)`.",
        "one value"
      )
  }
}

/** A new context for checking one expression. */
export const start = (source: string, scope: Scope, limits: Limits, see?: SeePart): Inference => {
  beginExpression()
  const inference: Inference = {
    source,
    scope,
    limits,
    reads: new Set(),
    faults: [],
    bound: undefined,
    see,
    infer: (syntax) => {
      const found = infer(inference, syntax)
      see?.(syntax, found, inference.bound)
      return found
    }
  }
  return inference
}
