/** Functions of times and date-times: `secondsBetween minutesBetween hoursBetween hour minute`. */
import { addKindFault, type Inference, type Typed, typed } from "../Inference.ts"
import { secondsBetween } from "../times.ts"
import type { CallSyntax } from "../../../language/Syntax.ts"
import type { Entries } from "./FunctionEntry.ts"

const elapsed = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const tree = secondsBetween(inference, call)
  return tree && typed(tree)
}

const part =
  (of: "hour" | "minute") =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [only] = call.args
    const found = only && inference.infer(only)
    if (only === undefined || found === undefined) return undefined
    const { tree } = found
    if (tree.kind === "time" || tree.kind === "datetime")
      return typed({ kind: "number", scale: 0, node: "partOfTime", part: of, of: tree })
    return addKindFault(
      inference,
      only,
      found,
      `\`${call.name}\` is taken of a time or of a date with a time`,
      "a time"
    )
  }

/** Minutes and hours may have endless decimals: `ratio.ts` checks them before these entries are used. */
const ofRatios = (): undefined => undefined

export const timeFunctions: Entries = [
  ["secondsBetween(from, to)", elapsed],
  ["minutesBetween(from, to)", ofRatios],
  ["hoursBetween(from, to)", ofRatios],
  ["hour(time)", part("hour")],
  ["minute(time)", part("minute")]
]
