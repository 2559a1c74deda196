/** Chosen options as closures. */
import type { ChoicesTree } from "../../tree/Tree.ts"
import type { Compiler } from "./Compiler.ts"
import type { Run } from "./Frame.ts"
import { sharedRun } from "./shared.ts"

export const choicesRun = (compiler: Compiler, tree: ChoicesTree): Run<ReadonlyArray<string>> =>
  sharedRun(compiler, tree, compiler.choices)
