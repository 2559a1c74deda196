/** The rows of a list, filtered or not, and what is taken of them, as closures. */
import type { Each, Picked, RowsTree } from "../../tree/Tree.ts"
import { type Compiler, eachRow } from "./Compiler.ts"
import { beforeOf, type Frame, type Row, type Run } from "./Frame.ts"

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

/** The first row with the least or greatest value. */
const bestRow = <Tree>(
  compiler: Compiler,
  each: Each<Tree>,
  isLeast: boolean,
  make: (tree: Tree) => Run<bigint | number>
): ((frame: Frame) => Row | undefined) => {
  const over = eachRow(compiler, each, make)
  return (frame) => {
    let best: bigint | number | null = null
    let found: Row | undefined
    over(frame, (value, row) => {
      if (value === null || (best !== null && (isLeast ? best <= value : best >= value))) return
      best = value
      found = row
    })
    return found
  }
}

const picked = (compiler: Compiler, each: Picked<unknown>): ((frame: Frame) => Row | undefined) => {
  const { rows } = each
  const all = compiler.rows(rows)
  if (each.which === "previous") return (frame) => all(frame)[beforeOf(frame.row)]
  if (each.which === "least" || each.which === "greatest")
    return bestRow(compiler, { rows, of: each.by }, each.which === "least", compiler.order)
  const by = compiler.boolean(each.by)
  const isFirst = each.which === "first"
  return (frame) => {
    const holds = (row: Row): boolean => {
      frame.each = row
      return by(frame) === true
    }
    return isFirst ? all(frame).find(holds) : all(frame).findLast(holds)
  }
}

/** What a tree gives for the row that is picked. */
export const ofRow = <Tree, A>(compiler: Compiler, each: Picked<Tree>, make: (tree: Tree) => Run<A>): Run<A> => {
  const pick = picked(compiler, each)
  const run = make(each.of)
  return (frame) => {
    const row = pick(frame)
    if (row === undefined) return null
    frame.each = row
    return run(frame)
  }
}
