/** The rows of a list, filtered or not, as closures. */
import type { RowsTree } from "../../tree/Tree.ts"
import { type Compiler, eachRow } from "./Compiler.ts"
import type { Frame, Row } from "./Frame.ts"

const noRows: ReadonlyArray<Row> = []

export const rowsRun = (compiler: Compiler, tree: RowsTree): ((frame: Frame) => ReadonlyArray<Row>) => {
  if (tree.node === "list") return (frame) => frame.lists[tree.slot] ?? noRows
  if (tree.node === "options") {
    const chosen = compiler.choices(tree.of)
    return (frame) => chosen(frame)?.map((option) => [option]) ?? noRows
  }
  const over = eachRow(compiler, tree.each, compiler.boolean)
  return (frame) => {
    const kept: Array<Row> = []
    over(frame, (value, row) => {
      if (value === true) kept.push(row)
    })
    return kept
  }
}
