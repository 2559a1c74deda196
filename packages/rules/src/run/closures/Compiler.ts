/** The closures back end by kind of tree. Its parts call each other through this instead of importing each other. */
import type {
  BooleanTree,
  ChoicesTree,
  CountedTree,
  DatetimeTree,
  Each,
  NumberTree,
  OrderedTree,
  Ratio,
  RowsTree,
  ScalarTree,
  TextTree
} from "../../tree/Tree.ts"
import type { Datetime } from "../../values/civil.ts"
import type { Frame, Row, Run } from "./Frame.ts"

/** An exact fraction. INVARIANT: the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

export interface Compiler {
  readonly number: (tree: NumberTree) => Run<bigint>
  readonly fraction: (tree: NumberTree | Ratio) => Run<Fraction>
  readonly text: (tree: TextTree) => Run<string>
  readonly boolean: (tree: BooleanTree) => Run<boolean>
  readonly days: (tree: CountedTree) => Run<number>
  readonly datetime: (tree: DatetimeTree) => Run<Datetime>
  readonly choices: (tree: ChoicesTree) => Run<ReadonlyArray<string>>
  readonly rows: (tree: RowsTree) => (frame: Frame) => ReadonlyArray<Row>
  /** What is less the earlier or smaller the value is. */
  readonly order: (tree: OrderedTree) => Run<bigint | number>
  /** Something that two values of one kind share exactly if they are equal. */
  readonly identity: (tree: ScalarTree) => Run<bigint | string | boolean | number>
}

/** Runs `of` for each row, in order. */
export const eachRow = <Tree, A>(
  compiler: Compiler,
  { of, rows }: Each<Tree>,
  make: (tree: Tree) => Run<A>
): ((frame: Frame, see: (value: A | null, row: Row) => void) => void) => {
  const rowsOf = compiler.rows(rows)
  const run = make(of)
  return (frame, see) => {
    for (const row of rowsOf(frame)) {
      frame.each = row
      see(run(frame), row)
    }
  }
}
