/** Divisions: `/`, `avg` and `lookupInterpolated` are exact only where they are rounded or compared at once, so they are checked only there. */
import type { Ratio } from "../../tree/Tree.ts"
import { valuesOf } from "./rows.ts"
import { ofDivision } from "./currencies.ts"
import { type Inference, addFault, type Operand, type TypedRatio, expectTyped } from "./Inference.ts"
import { interpolated } from "./lookups.ts"
import type { BinarySyntax, CallSyntax, Syntax } from "../../language/Syntax.ts"

export type RatioSyntax = BinarySyntax | CallSyntax

const dividing: ReadonlySet<string> = new Set(["avg", "lookupInterpolated"])

export const isRatio = (syntax: Syntax): syntax is RatioSyntax =>
  syntax.syntax === "binary" ? syntax.operator === "/" : syntax.syntax === "call" && dividing.has(syntax.name)

/** Checks a division where one may stand. */
const inferRatio = (inference: Inference, syntax: RatioSyntax): TypedRatio | undefined => {
  const found = ratioOf(inference, syntax)
  inference.see?.(syntax, found, inference.bound)
  return found
}

const ratioOf = (inference: Inference, syntax: RatioSyntax): TypedRatio | undefined => {
  if (syntax.syntax === "call" && syntax.name === "lookupInterpolated") {
    const ratio = interpolated(inference, syntax)
    return ratio && { ratio }
  }
  if (syntax.syntax === "call") {
    const found = valuesOf(inference, syntax)
    if (found === undefined) return undefined
    const { of, rows } = found.each
    if (of.kind === "number") return { ratio: { kind: "average", each: { rows, of } }, ...found.money }
    return addFault(inference, syntax.range, "`avg` works on numbers.", "numbers")
  }
  const dividend = expectTyped(inference, syntax.left, "number", "`/` divides")
  const divisor = expectTyped(inference, syntax.right, "number", "`/` divides by")
  if (dividend === undefined || divisor === undefined) return undefined
  const ratio: Ratio = { kind: "quotient", dividend: dividend.tree, divisor: divisor.tree }
  return { ratio, ...ofDivision(dividend, divisor) }
}

/** Faults a division that is neither rounded nor compared at once, and says how to write it. */
export const addRatioFault = (inference: Inference, syntax: RatioSyntax): undefined => {
  const reported = inference.faults.length
  inferRatio(inference, syntax) // adds the faults inside it
  if (inference.faults.length > reported) return undefined
  const written = inference.source.slice(syntax.range.start, syntax.range.end).replace(/^\((.*)\)$/s, "$1")
  const short = written.length <= 40 ? written : syntax.syntax === "call" ? `${syntax.name}(…)` : "… / …"
  const expected = "`round(…, decimals)` around it (or `floor`, `ceil`, `trunc`), or a comparison with it"
  if (syntax.syntax === "call") {
    return addFault(
      inference,
      syntax.range,
      `${syntax.name === "avg" ? "An average" : "A value between two rows"} may have endless decimals, so it is rounded at once: \`round(${short}, 2)\`.`,
      expected
    )
  }
  return addFault(
    inference,
    syntax.operatorRange,
    `A division may have endless decimals, so it is rounded at once: \`round(${short}, 2)\`. Where more is calculated with it, divide last: \`round(a * c / b, 2)\`.`,
    expected
  )
}

/** Checks an operand that may be a division. */
export const inferOperand = (inference: Inference, syntax: Syntax): Operand | undefined =>
  isRatio(syntax) ? inferRatio(inference, syntax) : inference.infer(syntax)
