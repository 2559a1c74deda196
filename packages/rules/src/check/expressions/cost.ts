/** The steps that a checked tree takes at worst: one a node, more where it scans a text, times the rows where it goes through a list. */
import { lengthsOf } from "../../values/choices.ts"
import type { AnyTree } from "./Inference.ts"
import type { RowField } from "../../Definition.ts"
import { rowKindOf } from "../../fields/fieldTypes.ts"
import { CHARACTERS_A_STEP, extracting, matching } from "../../fields/steps.ts"
import { baseOf } from "../../tree/baseOf.ts"
import type { MessagePart, ShownChoice } from "../../tree/MessagePart.ts"
import type { BooleanTree, Each, Lookup, NumberTree, Picked, Ratio, TextTree, ValueTree } from "../../tree/Tree.ts"

/** Rows of a list at most, by its slot. */
export type RowsOf = (slot: number) => number

const scanned = (...texts: ReadonlyArray<TextTree>): number =>
  Math.ceil(texts.reduce((sum, text) => sum + text.most, 0) / CHARACTERS_A_STEP)

/** Digits that are multiplied or added in the time of one step. */
const DIGITS_A_STEP = 32

const digitsKnown = new WeakMap<NumberTree, number>()

/** Digits that a number can have at most, roughly: products of products grow. */
const digitsOf = (tree: NumberTree): number => {
  const known = digitsKnown.get(tree)
  if (known !== undefined) return known
  const digits = digitsWorked(tree)
  digitsKnown.set(tree, digits)
  return digits
}

const digitsWorked = (tree: NumberTree): number => {
  switch (tree.node) {
    case "multiply":
      return digitsOf(tree.left) + digitsOf(tree.right)
    case "add":
    case "subtract":
      return Math.max(digitsOf(tree.left), digitsOf(tree.right)) + 1
    case "if":
      return Math.max(digitsOf(tree.whenTrue), digitsOf(tree.whenFalse))
    case "coalesce":
    case "extreme":
      return Math.max(...tree.operands.map(digitsOf))
    case "modulo":
      return digitsOf(tree.right)
    case "widen":
    case "negate":
    case "abs":
      return digitsOf(tree.of) + tree.scale - tree.of.scale
    case "root":
      return Math.ceil(digitsOf(tree.of) / 2) + tree.digits + 1
    case "round":
      return tree.of.kind === "number" ? digitsOf(tree.of) : digitsOfRatio(tree.of) + 19
    case "sum":
    case "ofRow":
      return digitsOf(tree.each.of) + 3
    case "numberOfText":
      return 46
    case "elapsed":
      return 21
    default:
      return 16
  }
}

const digitsOfRatio = (ratio: Ratio): number => {
  switch (ratio.kind) {
    case "quotient":
      return digitsOf(ratio.dividend) + digitsOf(ratio.divisor)
    case "average":
      return digitsOf(ratio.each.of) + 3
    case "power":
      return (digitsOf(ratio.base) + 1) * ratio.most
    case "product":
      return (digitsOf(ratio.each.of) + 1) * ratio.most
    case "interpolated": // a value of the column times the distance of two keys
      return 16 + Math.max(16, ...ratio.lookup.keys.map(({ of }) => (of.kind === "number" ? digitsOf(of) : 0))) + 1
  }
}

/** Steps of arithmetic on so many digits: almost none for few digits, growing with the square for many. */
const counting = (digits: number): number => (digits <= 64 ? 0 : Math.ceil((digits / DIGITS_A_STEP) ** 2 / 4))

/** Steps of checking a computed value against its field's constraints. A short payload can cause it many times. */
export const costOfHolding = (field: RowField, value: ValueTree): number =>
  rowKindOf(field).constraintSteps(field, value.kind === "text" ? value.most : 0)

const rowsIn = (each: Each<AnyTree>, rowsOf: RowsOf): number => {
  const rows = baseOf(each.rows)
  return rows.node === "list" ? rowsOf(rows.slot) : rows.most
}

const overRows = (each: Each<AnyTree> | Picked<AnyTree>, rowsOf: RowsOf): number => {
  const [rows, once] = [costOf(each.rows, rowsOf), costOf(each.of, rowsOf)]
  if (!("which" in each)) return rows + rowsIn(each, rowsOf) * (1 + once)
  return "by" in each ? rows + once + rowsIn(each, rowsOf) * (1 + costOf(each.by, rowsOf)) : once
}

const sum = (trees: ReadonlyArray<AnyTree>, rowsOf: RowsOf): number =>
  trees.reduce((total, tree) => total + costOf(tree, rowsOf), 0)

/** Steps of beginning to count in very many digits. */
const STEPS_OF_DIGITS = 10

/** Steps of the digits of a power or a product, which are many; other divisions are compared with few. */
const digitsCompared = (ratio: NumberTree | Ratio): number =>
  ratio.kind === "power" || ratio.kind === "product" ? digitsOfRatio(ratio) : 0

/** Steps of a division that is rounded or compared; of a number as `costOf`. */
export const costOfRatio = (ratio: NumberTree | Ratio, rowsOf: RowsOf): number => {
  if (ratio.kind === "quotient") return 1 + sum([ratio.dividend, ratio.divisor], rowsOf)
  if (ratio.kind === "average") return 1 + overRows(ratio.each, rowsOf)
  if (ratio.kind === "power") return STEPS_OF_DIGITS + sum([ratio.base, ratio.exponent], rowsOf)
  if (ratio.kind === "product") return STEPS_OF_DIGITS + overRows(ratio.each, rowsOf)
  return ratio.kind === "interpolated" ? 1 + costOfLookup(ratio.lookup, rowsOf) : costOf(ratio, rowsOf)
}

/** What a node takes besides itself and its operands: scanning the texts among them. */
const scanning = (tree: TextTree | BooleanTree | NumberTree): number => {
  switch (tree.node) {
    case "length":
    case "numberOfText":
    case "trim":
      return scanned(tree.of)
    case "part":
    case "pad":
    case "replace":
    case "lower":
    case "upper": // letters beyond ASCII, and the longer text that may come of them
      return scanned(tree.of) + scanned(tree)
    case "compareTexts": // joining, in contrast, copies nothing until the whole text is scanned
      return scanned(tree.left, tree.right)
    case "contains":
    case "startsWith":
    case "endsWith":
      return scanned(tree.of, tree.part)
    case "among":
      return tree.of.kind === "text" ? tree.items.length * scanned(tree.of) : 0
    case "matches":
      return matching(tree.pattern, tree.of.most)
    case "extract":
      return extracting(tree.pattern, tree.of.most)
    default:
      return 0
  }
}

const isTree = (part: unknown): part is AnyTree =>
  typeof part === "object" && part !== null && "kind" in part && "node" in part

/** What a node works on, divisions, the keys of a lookup and what is done for each row apart. */
const operandsOf = (tree: AnyTree): ReadonlyArray<AnyTree> => Object.values(tree).flat().filter(isTree)

/** Steps of going through the keys of one kind of rows. */
const STEPS_A_LOOKUP = 8

const lookingUp = ({ keys, table }: Lookup): number =>
  STEPS_A_LOOKUP * table.kinds + keys.reduce((all, { of }) => all + (of.kind === "text" ? scanned(of) : 0), 0)

const costOfLookup = (lookup: Lookup, rowsOf: RowsOf): number =>
  lookingUp(lookup) +
  sum(
    lookup.keys.map(({ of }) => of),
    rowsOf
  )

/** Steps of coming near a root: each halves what is wrong. */
const STEPS_OF_A_ROOT = 40

/** Steps of counting business days, and of finding one among all dates. */
const STEPS_OF_BUSINESS_DAYS = { businessDays: 8, businessDay: 60 }

/** Steps of one run of a tree. */
export const costOf = (tree: AnyTree, rowsOf: RowsOf): number => {
  if (tree.kind === "values") return overRows(tree.each, rowsOf)
  if (tree.kind === "file") return costOf(tree.id, rowsOf)
  if ("each" in tree) {
    // Two texts are alike only where all of either has been looked at.
    const text = tree.node === "distinct" ? Math.ceil(tree.most / CHARACTERS_A_STEP) : 0
    return 1 + overRows(tree.each, rowsOf) + text * rowsIn(tree.each, rowsOf) + sum(operandsOf(tree), rowsOf)
  }
  if (tree.node === "round") {
    const digits = tree.of.kind === "number" ? digitsOf(tree.of) : digitsOfRatio(tree.of)
    return 1 + costOfRatio(tree.of, rowsOf) + counting(digits)
  }
  if (tree.node === "lookup") return costOfLookup(tree, rowsOf)
  if (tree.node === "compareRatios") {
    const digits = counting(digitsCompared(tree.left) + digitsCompared(tree.right))
    return 1 + costOfRatio(tree.left, rowsOf) + costOfRatio(tree.right, rowsOf) + digits
  }
  const scans = tree.kind === "text" || tree.kind === "boolean" || tree.kind === "number" ? scanning(tree) : 0
  const digits =
    tree.kind === "number" && (tree.node === "multiply" || tree.node === "modulo")
      ? counting(digitsOf(tree.left) + digitsOf(tree.right))
      : tree.kind === "number" && tree.node === "root"
        ? STEPS_OF_A_ROOT + counting(2 * digitsOf(tree))
        : tree.node === "businessDays" || tree.node === "businessDay"
          ? STEPS_OF_BUSINESS_DAYS[tree.node]
          : 0
  return 1 + sum(operandsOf(tree), rowsOf) + scans + digits
}

/** Steps of finding the labels of what was chosen: of one, or of all that there are. */
const labelling = ({ labels, of }: ShownChoice): number => {
  const { all, longest } = lengthsOf(labels)
  return of.kind === "text" ? Math.ceil(longest / CHARACTERS_A_STEP) : labels.size + Math.ceil(all / CHARACTERS_A_STEP)
}

/** Steps of the problem or outcome that a message belongs to. */
const STEPS_A_MESSAGE = 8

/** Steps of one part of a message. */
export const costOfPart = (part: MessagePart, rowsOf: RowsOf): number => {
  if (typeof part === "string") return 1
  return part.kind === "labels"
    ? 1 + costOf(part.of, rowsOf) + labelling(part)
    : 1 + costOf(part, rowsOf) + scanned(part)
}

/** Steps of putting a message together. */
export const costOfMessage = (parts: ReadonlyArray<MessagePart>, rowsOf: RowsOf): number =>
  parts.reduce((total, part) => total + costOfPart(part, rowsOf), STEPS_A_MESSAGE)
