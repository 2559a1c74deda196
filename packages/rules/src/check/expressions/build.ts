/** Building trees that hold several values of one kind. Numbers are brought to one scale. */
import {
  type BooleanTree,
  type CountedTree,
  isCounted,
  type NumberTree,
  type TextTree,
  type ValueTree
} from "../../tree/Tree.ts"
import { allAs } from "./Inference.ts"

/** The same value with more decimals. */
const widen = (tree: NumberTree, scale: number): NumberTree => {
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

const longest = (trees: ReadonlyArray<TextTree>): number => Math.max(...trees.map((tree) => tree.most))

const scaleOf = (trees: ReadonlyArray<NumberTree>): number => trees[0]?.scale ?? 0

/** A missing value of the kind of another tree. */
export const missingLike = (tree: ValueTree): ValueTree => {
  if (isCounted(tree)) return { kind: tree.kind, node: "missing" }
  switch (tree.kind) {
    case "number":
      return { kind: "number", scale: tree.scale, node: "missing" }
    case "text":
      return { kind: "text", most: 0, node: "missing" }
    case "boolean":
      return { kind: "boolean", node: "missing" }
    case "datetime":
      return { kind: "datetime", node: "missing" }
    case "choices":
      return { kind: "choices", node: "missing" }
  }
}

/** The first that is not missing. INVARIANT: all of one kind. */
export const coalesce = (trees: readonly [ValueTree, ...ReadonlyArray<ValueTree>]): ValueTree => {
  const [first] = trees
  if (isCounted(first)) {
    const { kind } = first
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every counted kind has this node, and `allAs` gives trees of one kind
    return { kind, node: "coalesce", operands: allAs(trees, kind) } as CountedTree
  }
  switch (first.kind) {
    case "number": {
      const operands = align(allAs(trees, "number"))
      return { kind: "number", scale: scaleOf(operands), node: "coalesce", operands }
    }
    case "text": {
      const operands = allAs(trees, "text")
      return { kind: "text", most: longest(operands), node: "coalesce", operands }
    }
    case "boolean":
      return { kind: "boolean", node: "coalesce", operands: allAs(trees, "boolean") }
    case "datetime":
      return { kind: "datetime", node: "coalesce", operands: allAs(trees, "datetime") }
    case "choices":
      return { kind: "choices", node: "coalesce", operands: allAs(trees, "choices") }
  }
}

/** `condition ? whenTrue : whenFalse`; undefined where the two are not of one kind. */
export const conditional = (
  condition: BooleanTree,
  whenTrue: ValueTree,
  whenFalse: ValueTree
): ValueTree | undefined => {
  if (isCounted(whenTrue)) {
    if (whenFalse.kind !== whenTrue.kind) return undefined
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every counted kind has this node, and both are of one kind
    return { kind: whenTrue.kind, node: "if", condition, whenTrue, whenFalse } as CountedTree
  }
  switch (whenTrue.kind) {
    case "number": {
      if (whenFalse.kind !== "number") return undefined
      const [a, b] = alignPair(whenTrue, whenFalse)
      return { kind: "number", scale: a.scale, node: "if", condition, whenTrue: a, whenFalse: b }
    }
    case "text":
      return whenFalse.kind === "text"
        ? { kind: "text", most: longest([whenTrue, whenFalse]), node: "if", condition, whenTrue, whenFalse }
        : undefined
    case "boolean":
      return whenFalse.kind === "boolean" ? { kind: "boolean", node: "if", condition, whenTrue, whenFalse } : undefined
    case "datetime":
      return whenFalse.kind === "datetime"
        ? { kind: "datetime", node: "if", condition, whenTrue, whenFalse }
        : undefined
    case "choices":
      return whenFalse.kind === "choices" ? { kind: "choices", node: "if", condition, whenTrue, whenFalse } : undefined
  }
}
