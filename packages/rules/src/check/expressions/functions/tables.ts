/** Functions of tables: `lookup` and `lookupInterpolated`. */
import type { Lookup } from "../../../tree/Tree.ts"
import type { TableValue } from "../../../TableDefinition.ts"
import { cellKind } from "../../../tables/columnTypes.ts"
import { type Inference, type Typed, typed } from "../Inference.ts"
import { INTERPOLATED, lookedUp } from "../lookups.ts"
import type { CallSyntax } from "../../../language/Syntax.ts"
import type { Entries } from "./FunctionEntry.ts"

const typedLookup = (value: TableValue, looked: Lookup): Typed => {
  switch (cellKind(value)) {
    case "number":
      return typed({ kind: "number", scale: value.decimals, ...looked })
    case "text":
      return typed({ kind: "text", most: looked.table.values(looked.column).longest, ...looked })
    case "date":
      return typed({ kind: "date", ...looked })
    case "boolean":
      return typed({ kind: "boolean", ...looked })
  }
}

const lookup = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const looked = lookedUp(inference, call)
  return looked && typedLookup(looked.value, looked.lookup)
}

/** `lookupInterpolated` is a division: `ratio.ts` checks it before this entry is used. */
export const tableFunctions: Entries = [
  ["lookup", { signature: "lookup(table, 'column', key, …)", takes: [3, 18], infer: lookup }],
  ["lookupInterpolated", { signature: INTERPOLATED, takes: [3, 18], infer: lookup }]
]
