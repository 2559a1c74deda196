/** Building trees that hold several values of one kind. Numbers are brought to one scale. */
import type { BooleanTree, NumberTree, RowPick, RowsTree, ScalarTree, ValueTree } from "../../tree/Tree.ts"
import { allAs } from "./Inference.ts"

/** The same value with more decimals. */
export const widen = (tree: NumberTree, scale: number): NumberTree => {
  if (tree.scale === scale) return tree
  if (tree.node === "literal") {
    return { kind: "number", scale, node: "literal", value: tree.value * 10n ** BigInt(scale - tree.scale) }
  }
  if (tree.node === "missing") return { ...tree, scale }
  return { kind: "number", scale, node: "widen", of: tree }
}

/** The numbers, all at the largest of their scales. */
export const align = (trees: ReadonlyArray<NumberTree>): ReadonlyArray<NumberTree> => {
  const scale = Math.max(...trees.map((tree) => tree.scale))
  return trees.map((tree) => widen(tree, scale))
}

export const alignPair = (left: NumberTree, right: NumberTree): readonly [NumberTree, NumberTree] => {
  const scale = Math.max(left.scale, right.scale)
  return [widen(left, scale), widen(right, scale)]
}

/** A node that every kind of values has, with what bounds the values of trees of its kind. */
const around = (trees: ReadonlyArray<ValueTree>, node: object): ValueTree => {
  const [numbers, texts] = [allAs(trees, "number"), allAs(trees, "text")]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every kind has these nodes, and all trees are of one kind
  return {
    kind: trees[0]?.kind,
    ...(numbers.length > 0 ? { scale: Math.max(...numbers.map(({ scale }) => scale)) } : {}),
    ...(texts.length > 0 ? { most: Math.max(...texts.map(({ most }) => most)) } : {}),
    ...node
  } as ValueTree
}

/** The same, numbers at one scale. */
export const atOneScale = (trees: ReadonlyArray<ValueTree>): ReadonlyArray<ValueTree> => {
  const numbers = allAs(trees, "number")
  return numbers.length > 0 ? align(numbers) : trees
}

/** A missing value of the kind of another tree. */
export const missingLike = (tree: ValueTree): ValueTree => around([tree], { node: "missing" })

/** The first that is not missing. INVARIANT: all of one kind. */
export const coalesce = (trees: ReadonlyArray<ValueTree>): ValueTree =>
  around(trees, { node: "coalesce", operands: atOneScale(trees) })

/** `condition ? whenTrue : whenFalse`; undefined where the two are not of one kind. */
export const conditional = (
  condition: BooleanTree,
  whenTrue: ValueTree,
  whenFalse: ValueTree
): ValueTree | undefined => {
  if (whenTrue.kind !== whenFalse.kind) return undefined
  const [a, b] = atOneScale([whenTrue, whenFalse])
  return around([whenTrue, whenFalse], { node: "if", condition, whenTrue: a, whenFalse: b })
}

/** What a tree gives for the row that is picked. */
export const ofRow = (rows: RowsTree, of: ScalarTree, pick: RowPick): ValueTree =>
  around([of], { node: "ofRow", each: { rows, of, ...pick } })
