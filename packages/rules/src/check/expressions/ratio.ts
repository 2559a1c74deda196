/** Divisions: `/`, `avg`, `lookupInterpolated`, `pow`, `product`, `minutesBetween` and `hoursBetween` are exact only where they are rounded or compared at once, so they are checked only there. */
import type { NumberTree, Ratio } from "../../tree/Tree.ts"
import { MAX_DECIMALS } from "../../values/decimal.ts"
import { MAX_EXPONENT } from "../../values/powers.ts"
import { mostRows, valuesOf } from "./rows.ts"
import { ofDivision } from "./currencies.ts"
import {
  expectWhole,
  addArityFault,
  addFault,
  expectKind,
  expectTyped,
  type Inference,
  type Operand,
  type Typed,
  typed,
  type TypedRatio
} from "./Inference.ts"
import { interpolated } from "./lookups.ts"
import { unitsBetween } from "./times.ts"
import type { BinarySyntax, CallSyntax, Syntax } from "../../language/Syntax.ts"

/** `pow` as an author writes it. */
export const POWER = "pow(number, exponent)"

export type RatioSyntax = BinarySyntax | CallSyntax

/** Functions that may give endless or very many decimals, and what a fault calls what they give. */
const dividing: ReadonlyMap<string, string> = new Map([
  ["avg", "An average may have endless decimals"],
  ["lookupInterpolated", "A value between two rows may have endless decimals"],
  ["pow", "A power may have very many decimals"],
  ["minutesBetween", "Minutes between two times may have endless decimals"],
  ["hoursBetween", "Hours between two times may have endless decimals"],
  ["product", "A product of rows may have very many decimals"]
])

export const isRatio = (syntax: Syntax): syntax is RatioSyntax =>
  syntax.syntax === "binary" ? syntax.operator === "/" : syntax.syntax === "call" && dividing.has(syntax.name)

/** Checks a division where one may stand. */
const inferRatio = (inference: Inference, syntax: RatioSyntax): TypedRatio | undefined => {
  const found = ratioOf(inference, syntax)
  inference.see?.(syntax, found, inference.bound)
  return found
}

const ratioOf = (inference: Inference, syntax: RatioSyntax): TypedRatio | undefined => {
  if (syntax.syntax === "call") return ofCall(inference, syntax)
  const dividend = expectTyped(inference, syntax.left, "number", "`/` divides")
  const divisor = expectTyped(inference, syntax.right, "number", "`/` divides by")
  if (dividend === undefined || divisor === undefined) return undefined
  const ratio: Ratio = { kind: "quotient", dividend: dividend.tree, divisor: divisor.tree }
  return { ratio, ...ofDivision(dividend, divisor) }
}

const ofCall = (inference: Inference, call: CallSyntax): TypedRatio | undefined => {
  if (call.name === "pow") return power(inference, call)
  if (call.name === "avg" || call.name === "product") return overValues(inference, call)
  const ratio = (call.name === "lookupInterpolated" ? interpolated : unitsBetween)(inference, call)
  return ratio && { ratio }
}

/** `avg` and `product`. A product of amounts of money is none. */
const overValues = (inference: Inference, call: CallSyntax): TypedRatio | undefined => {
  const found = valuesOf(inference, call)
  if (found === undefined) return undefined
  const { of, rows } = found.each
  if (of.kind !== "number") return addFault(inference, call.range, `\`${call.name}\` works on numbers.`, "numbers")
  if (call.name === "avg") return { ratio: { kind: "average", each: { rows, of } }, ...found.money }
  return { ratio: { kind: "product", each: { rows, of }, most: mostRows(inference, rows) } }
}

const power = (inference: Inference, call: CallSyntax): TypedRatio | undefined => {
  const [first, second] = call.args
  if (first === undefined || second === undefined || call.args.length > 2) return addArityFault(inference, call, POWER)
  const base = expectKind(inference, first, "number", "`pow` multiplies by itself")
  const instead = second.syntax === "number" ? "A square root is `sqrt(x, decimals)`." : undefined
  const exponent = expectWhole(inference, second, "How often `pow` multiplies is", instead)
  if (base === undefined || exponent === undefined) return undefined
  if (exponent.node !== "literal") return { ratio: { kind: "power", base, exponent, most: MAX_EXPONENT } }
  const most = Number(exponent.value < 0n ? -exponent.value : exponent.value)
  if (most <= MAX_EXPONENT) return { ratio: { kind: "power", base, exponent, most } }
  return addFault(
    inference,
    second.range,
    `An exponent is at most ${MAX_EXPONENT}, and at least -${MAX_EXPONENT}.`,
    "a smaller exponent"
  )
}

/** A power that has few enough decimals to be a number as any other: of a literal exponent. */
const exactPower = (ratio: Ratio): NumberTree | undefined => {
  if (ratio.kind !== "power" || ratio.exponent.node !== "literal" || ratio.exponent.value < 0n) return undefined
  const digits = ratio.base.scale * ratio.most
  return digits > MAX_DECIMALS
    ? undefined
    : { kind: "number", scale: digits, node: "round", of: ratio, digits, rounding: "away" }
}

/** Checks what may have endless decimals where it is neither rounded nor compared: a power may still be a number as any other. */
export const inferAlone = (inference: Inference, syntax: RatioSyntax): Typed | undefined => {
  if (syntax.syntax === "call" && syntax.name === "pow") {
    const found = ratioOf(inference, syntax)
    const exact = found && exactPower(found.ratio)
    if (found === undefined || exact !== undefined) return exact && typed(exact)
  }
  return addRatioFault(inference, syntax)
}

/** Whether an operator of numbers stands beside a part, or beside the parentheses around it. */
const isCalculatedWith = ({ source }: Inference, { range }: Syntax): boolean =>
  /[-+*/]\s*\(*\s*$/.test(source.slice(0, range.start)) || /^\s*\)*\s*[-+*/]/.test(source.slice(range.end))

/** Faults a division that is neither rounded nor compared at once, and says how to write it. */
const addRatioFault = (inference: Inference, syntax: RatioSyntax): undefined => {
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
      `${dividing.get(syntax.name) ?? ""}, so ${syntax.name.endsWith("Between") ? "they are" : "it is"} rounded at once: \`round(${short}, ${syntax.name === "pow" ? 12 : 2})\`.`,
      expected
    )
  }
  const last = isCalculatedWith(inference, syntax)
    ? " Where more is calculated with it, divide last: `round(a * c / b, 2)`."
    : ""
  return addFault(
    inference,
    syntax.operatorRange,
    `A division may have endless decimals, so it is rounded at once: \`round(${short}, 2)\`.${last}`,
    expected
  )
}

/** Checks an operand that may be a division. */
export const inferOperand = (inference: Inference, syntax: Syntax): Operand | undefined => {
  if (!isRatio(syntax)) return inference.infer(syntax)
  const ratio = ratioOf(inference, syntax)
  const exact = ratio && exactPower(ratio.ratio)
  const found = exact === undefined ? ratio : typed(exact)
  inference.see?.(syntax, found, inference.bound)
  return found
}
