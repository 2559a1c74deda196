/** Conditions that many share: the fields of a section have one, which is compiled once for all of them. */
import type { BooleanTree } from "../../tree/Tree.ts"
import { compiler } from "./backEnd.ts"
import type { Frame } from "./Frame.ts"

const conditions = new WeakMap<BooleanTree, (frame: Frame) => boolean>()

/** Whether a condition is true; false where it is not known. */
export const isTrue = (tree: BooleanTree): ((frame: Frame) => boolean) => {
  const known = conditions.get(tree)
  if (known !== undefined) return known
  const made = tree.node === "and" ? allTrue(tree.operands.map(isTrue)) : ofRun(compiler.boolean(tree))
  conditions.set(tree, made)
  return made
}

const ofRun =
  (run: (frame: Frame) => boolean | null) =>
  (frame: Frame): boolean =>
    run(frame) === true

const allTrue =
  (runs: ReadonlyArray<(frame: Frame) => boolean>) =>
  (frame: Frame): boolean =>
    runs.every((run) => run(frame))
