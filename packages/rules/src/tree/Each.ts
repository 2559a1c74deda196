/** What is evaluated for each row of a list, or for the one that is picked. */
import type { BooleanTree, OrderedTree, RowsTree } from "./Tree.ts"

/** A tree that is evaluated for each row. */
export interface Each<Tree> {
  readonly rows: RowsTree
  readonly of: Tree
}

type PickBy<Which, Tree> = Which extends string ? { readonly which: Which; readonly by: Tree } : never

/** How one row is picked of several. */
export type RowPick =
  /** For which `by` is true. */
  | PickBy<"first" | "last", BooleanTree>
  /** The first whose `by` no other row's is below or above. Rows without it are left out. */
  | PickBy<"least" | "greatest", OrderedTree>
  /** Before the row that the rule belongs to, in its list. */
  | { readonly which: "previous" }

/** A tree that is evaluated for the row that is picked alone. */
export type Picked<Tree> = Each<Tree> & RowPick

/** What one row gives; missing where none is picked. */
export interface OfRow<Tree> {
  readonly node: "ofRow"
  readonly each: Picked<Tree>
}

/** The rows before any filter. */
export const baseOf = (rows: RowsTree): Exclude<RowsTree, { readonly node: "filter" }> =>
  rows.node === "filter" ? baseOf(rows.each.rows) : rows
