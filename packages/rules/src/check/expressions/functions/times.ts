/** Functions of times and date-times: `secondsBetween minutesBetween hoursBetween hour minute`. */
import { type Inference, quoted, addFault, type Typed, typed } from "../Inference.ts"
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
    return addFault(
      inference,
      only.range,
      `\`${call.name}\` is taken of a time or of a date with a time; ${quoted(inference, only)} is ${found.word}.`,
      "a time"
    )
  }

/** Minutes and hours may have endless decimals: `ratio.ts` checks them before these entries are used. */
const ofRatios = (): undefined => undefined

export const timeFunctions: Entries = [
  ["secondsBetween", { signature: "secondsBetween(from, to)", takes: [2, 2], infer: elapsed }],
  ["minutesBetween", { signature: "minutesBetween(from, to)", takes: [2, 2], infer: ofRatios }],
  ["hoursBetween", { signature: "hoursBetween(from, to)", takes: [2, 2], infer: ofRatios }],
  ["hour", { signature: "hour(time)", takes: [1, 1], infer: part("hour") }],
  ["minute", { signature: "minute(time)", takes: [1, 1], infer: part("minute") }]
]
