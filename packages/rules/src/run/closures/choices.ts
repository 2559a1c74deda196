/** Chosen options as closures. */
import type { ChoicesTree } from "../../tree/Tree.ts"
import type { Compiler } from "./Compiler.ts"
import { choose, firstOf, missing, read, type Run } from "./Frame.ts"

export const choicesRun = (compiler: Compiler, tree: ChoicesTree): Run<ReadonlyArray<string>> => {
  switch (tree.node) {
    case "missing":
      return missing
    case "field":
      return read(tree.place)
    case "if":
      return choose(compiler.boolean(tree.condition), compiler.choices(tree.whenTrue), compiler.choices(tree.whenFalse))
    case "coalesce":
      return firstOf(tree.operands.map(compiler.choices))
  }
}
