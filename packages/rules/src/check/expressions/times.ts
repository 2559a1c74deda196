/** What lies between two times or date-times, as a number of seconds, and as a division in minutes and hours. */
import type { NumberTree, Ratio } from "../../tree/Tree.ts"
import { described, addArityFault, addFault, type Inference, type Typed } from "./Inference.ts"
import type { CallSyntax } from "../../language/Syntax.ts"

/** Decimals of a second that a date-time has at most. */
const DECIMALS_OF_A_SECOND = 9

/** Seconds of a unit that is no number of seconds with few decimals. */
const seconds: ReadonlyMap<string, bigint> = new Map([
  ["minutesBetween", 60n],
  ["hoursBetween", 3600n]
])

const mismatch = (inference: Inference, call: CallSyntax, from: Typed, to: Typed): undefined => {
  const [first = call, second = call] = call.args
  const dates =
    from.tree.kind === "date" && to.tree.kind === "date"
      ? " The days from one date to another are `daysBetween(from, to)`."
      : ""
  return addFault(
    inference,
    call.range,
    `\`${call.name}\` goes from a time to a time, or from a date with a time to another; ${described(inference, first, from)} and ${described(inference, second, to)}.${dates}`,
    "two times, or two dates with a time"
  )
}

/** Seconds from one to the other, below zero where the other is earlier. */
export const secondsBetween = (inference: Inference, call: CallSyntax): NumberTree | undefined => {
  const [first, second] = call.args
  if (first === undefined || second === undefined || call.args.length > 2)
    return addArityFault(inference, call, `${call.name}(from, to)`)
  const [from, to] = [inference.infer(first), inference.infer(second)]
  if (from === undefined || to === undefined) return undefined
  const [a, b] = [from.tree, to.tree]
  if (a.kind === "time" && b.kind === "time") return { kind: "number", scale: 0, node: "elapsed", from: a, to: b }
  if (a.kind === "datetime" && b.kind === "datetime")
    return { kind: "number", scale: DECIMALS_OF_A_SECOND, node: "elapsed", from: a, to: b }
  return mismatch(inference, call, from, to)
}

/** `minutesBetween` and `hoursBetween`: seconds divided by those of the unit. */
export const unitsBetween = (inference: Inference, call: CallSyntax): Ratio | undefined => {
  const dividend = secondsBetween(inference, call)
  const value = seconds.get(call.name) ?? 1n
  return dividend && { kind: "quotient", dividend, divisor: { kind: "number", scale: 0, node: "literal", value } }
}
