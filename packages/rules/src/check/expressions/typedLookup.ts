/** A lookup as a tree of its column's kind. */
import type { Lookup } from "../../tree/Tree.ts"
import type { TableValue } from "../../TableDefinition.ts"
import { cellKind } from "../../tables/columnTypes.ts"
import { type Typed, typed } from "./Inference.ts"

export const typedLookup = (value: TableValue, looked: Lookup): Typed => {
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
