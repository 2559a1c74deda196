/** Functions of a text and a pattern: `matches extract`. */
import * as Result from "effect/Result"
import type { CallSyntax, Syntax } from "../../../language/Syntax.ts"
import type { Pattern } from "../../../patterns/knownPatterns.ts"
import { EXAMPLE, read } from "../../../patterns/pattern.ts"
import { patternSize } from "../../../patterns/patternSize.ts"
import { addFault, expectKind, type Inference, quoted, type Typed, typed } from "../Inference.ts"
import type { Entries } from "./FunctionEntry.ts"

const GROUP_EXAMPLE = "a pattern such as `^([A-Z]{2})`: the two capital letters that the text begins with"

/** A pattern that is written in the rule. */
const patternIn = (inference: Inference, name: string, syntax: Syntax, example: string): Pattern | undefined => {
  if (syntax.syntax !== "text") {
    inference.infer(syntax)
    return addFault(
      inference,
      syntax.range,
      `The pattern of \`${name}\` is written in the rule as a text; ${quoted(inference, syntax)} is not.`,
      example
    )
  }
  const pattern = read(syntax.value)
  return Result.isSuccess(pattern)
    ? pattern.success
    : addFault(inference, syntax.range, `This pattern cannot be used: ${pattern.failure}.`, EXAMPLE)
}

const matches = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second] = call.args
  const of = first && expectKind(inference, first, "text", "`matches` looks at")
  const pattern = second && patternIn(inference, call.name, second, "a pattern such as `'[A-Z]{2}[0-9]+'`")
  return of && pattern && typed({ kind: "boolean", node: "matches", of, pattern })
}

const extract = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second] = call.args
  const of = first && expectKind(inference, first, "text", "`extract` looks into")
  const pattern = second && patternIn(inference, call.name, second, "a pattern such as `'^([A-Z]{2})'`")
  if (second === undefined || pattern === undefined) return undefined
  const { groups } = patternSize(pattern.source)
  if (groups !== 1)
    return addFault(
      inference,
      second.range,
      groups === 0
        ? "This pattern has no group. Put parentheses around the part that `extract` gives."
        : `This pattern has ${groups} groups, and \`extract\` gives the part of one. Keep the parentheses of that one, and write the others \`(?:…)\`.`,
      GROUP_EXAMPLE
    )
  return of && typed({ kind: "text", most: Math.min(of.most, pattern.longest), node: "extract", of, pattern })
}

export const patternFunctions: Entries = [
  ["matches(text, 'pattern')", matches],
  ["extract(text, 'pattern')", extract]
]
