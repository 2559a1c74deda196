/**
 * What all values of a number have in common: `100 - 5 * n` counts in fives, a rate of 0.0425 or 0.0275 in 0.0025s.
 * Counting in those instead of in the last decimal keeps a product of rates and amounts small enough for a double.
 */
import type { NumberTree } from "../../tree/Tree.ts"
import { powerOfTen } from "../../values/decimal.ts"

const divisor = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

const common = (trees: ReadonlyArray<NumberTree>): bigint => trees.map(factorOf).reduce(divisor, 0n)

const known = new WeakMap<NumberTree, bigint>()

/** Every value of `tree`, in units of its scale, is a multiple of this. 0 if the value is always 0 or missing. */
const factorOf = (tree: NumberTree): bigint => {
  const before = known.get(tree)
  if (before !== undefined) return before
  const factor = intervalOfNode(tree)
  known.set(tree, factor)
  return factor
}

const intervalOfNode = (tree: NumberTree): bigint => {
  switch (tree.node) {
    case "missing":
      return 0n
    case "lookup":
      return BigInt(tree.table.values(tree.column).factor)
    case "literal":
      return tree.value < 0n ? -tree.value : tree.value
    case "if":
      return common([tree.whenTrue, tree.whenFalse])
    case "coalesce":
    case "extreme":
      return common(tree.operands)
    case "widen":
      return factorOf(tree.of) * powerOfTen(tree.scale - tree.of.scale)
    case "add":
    case "subtract":
    case "modulo":
      return common([tree.left, tree.right])
    case "multiply":
      return factorOf(tree.left) * factorOf(tree.right)
    case "negate":
    case "abs":
      return factorOf(tree.of)
    case "sum":
    case "ofRow":
      return factorOf(tree.each.of)
    case "round":
      return powerOfTen(Math.max(0, -tree.digits))
    default:
      return 1n
  }
}

/** The greatest number that divides both. */
export const commonFactor = divisor

/** What a number is counted in: its factor, or 1 where that says nothing. */
export const unitOf = (tree: NumberTree): bigint => {
  const factor = factorOf(tree)
  return factor === 0n ? 1n : factor
}
