/** Functions of tables: `lookup` and `lookupInterpolated`. */
import type { Inference, Typed } from "../Inference.ts"
import { INTERPOLATED, lookedUp } from "../lookups.ts"
import { typedLookup } from "../typedLookup.ts"
import type { CallSyntax } from "../../../language/Syntax.ts"
import type { Entries } from "./FunctionEntry.ts"

const lookup = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const looked = lookedUp(inference, call)
  return looked && typedLookup(looked.value, looked.lookup)
}

/** `lookupInterpolated` is a division: `ratio.ts` checks it before this entry is used. */
export const tableFunctions: Entries = [
  ["lookup(table, 'column', key, …)", lookup, 3, 18],
  [INTERPOLATED, lookup, 3, 18]
]
