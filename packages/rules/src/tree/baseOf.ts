/** The rows that others are filtered from. */
import type { RowsTree } from "./Tree.ts"

/** The rows before any filter. */
export const baseOf = (rows: RowsTree): Exclude<RowsTree, { readonly node: "filter" }> =>
  rows.node === "filter" ? baseOf(rows.each.rows) : rows
