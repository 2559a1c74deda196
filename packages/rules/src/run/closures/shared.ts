/** The nodes that values of every kind have, as closures. */
import type { SharedNode } from "../../tree/Tree.ts"
import type { Value } from "../../values/Value.ts"
import type { Compiler } from "./Compiler.ts"
import { choose, firstOf, missing, read, type Run } from "./Frame.ts"
import { ofRow } from "./rows.ts"

/** @param run makes a tree of the kind ready. */
export const sharedRun = <Tree, A extends Value>(
  compiler: Compiler,
  tree: SharedNode<Tree>,
  run: (tree: Tree) => Run<A>
): Run<A> => {
  switch (tree.node) {
    case "missing":
      return missing
    case "field":
      return read(tree.place)
    case "if":
      return choose(compiler.boolean(tree.condition), run(tree.whenTrue), run(tree.whenFalse))
    case "coalesce":
      return firstOf(tree.operands.map(run))
    case "ofRow":
      return ofRow(compiler, tree.each, run)
  }
}
