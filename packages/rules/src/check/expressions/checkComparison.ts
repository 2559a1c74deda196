/** Checking comparisons and `in`. */
import type { BooleanTree, NumberTree, Order, Ratio, RowsTree, ScalarTree, ValueTree } from "../../tree/Tree.ts"
import { firstOf } from "../../values/choices.ts"
import { forEachCounted } from "../../values/counted.ts"
import { nearestWithinBudget } from "../../values/nearest.ts"
import { align, atOneScale } from "./build.ts"
import { together } from "./currencies.ts"
import {
  described,
  addKindFault,
  allAs,
  beyondFiles,
  conversion,
  hintAtFile,
  type FileTree,
  type Inference,
  type Kind,
  isTypedRatio,
  type Operand,
  quoted,
  addFault,
  type Typed,
  typed,
  written
} from "./Inference.ts"
import { inferOperand } from "./ratio.ts"
import type { BinarySyntax, ComparisonOperator, Syntax } from "../../language/Syntax.ts"
import { isTemporalKind, temporals } from "./temporals.ts"

/** Faults a text of a rule that is compared with a choice and is not one of its options. */
export const checkOption = (inference: Inference, syntax: Syntax, other: Typed): void => {
  const { options } = other
  if (syntax.syntax !== "text" || options?.of === undefined || options.values.has(syntax.value)) return
  const near = nearestWithinBudget(syntax.value, options.values.keys())
  const listed =
    firstOf(options.values.keys(), 10)
      .map((value) => `\`'${value}'\``)
      .join(", ") + (options.values.size > 10 ? ", …" : "")
  addFault(
    inference,
    syntax.range,
    `\`${options.of}\` has no option ${quoted(inference, syntax)}.${near === undefined ? "" : ` Did you mean \`'${near}'\`?`}`,
    `one of its options: ${listed}`
  )
}

/** `x == null` and `x != null`: true or false, never missing. */
const inferPresence = (inference: Inference, syntax: BinarySyntax): Typed | undefined => {
  const { left, operator, right } = syntax
  const asked = left.syntax === "null" ? right : left
  if (operator !== "==" && operator !== "!=") {
    return addFault(
      inference,
      syntax.range,
      "Nothing is more or less than `null`. Ask whether there is a value with `== null` or `!= null`.",
      "`==` or `!=`"
    )
  }
  if (asked.syntax === "null")
    return addFault(inference, syntax.range, "This compares `null` with itself.", "a field on one side")
  const found = inference.infer(asked)
  if (found === undefined) return undefined
  const { tree } = found
  if (tree.kind === "values" || (tree.kind === "rows" && tree.node === "filter")) {
    return addFault(
      inference,
      asked.range,
      `${described(inference, asked, found)} and never missing; count it with \`size(…)\`.`,
      "`size(…) == 0`"
    )
  }
  const of = (tree.kind === "file" ? tree.id : tree) satisfies ValueTree | RowsTree
  const missing: BooleanTree = { kind: "boolean", node: "isMissing", of }
  return typed(operator === "==" ? missing : { kind: "boolean", node: "not", of: missing })
}

/** Kinds without an order, and what to write instead of `<`. */
const unordered = new Map([
  ["text", "Texts have no order here; compare numbers or dates, or ask with `==`, `startsWith` or `in`."],
  ["boolean", "True and false have no order; ask with `==`, or use the condition itself."]
])

const comparing = {
  number: "compareNumbers",
  text: "compareTexts",
  boolean: "compareBooleans",
  datetime: "compareDatetimes",
  choices: undefined,
  ...forEachCounted(() => "compareDays" as const)
}

const bothOf = (operator: Order, a: ValueTree, b: ValueTree): BooleanTree | undefined => {
  const node = comparing[a.kind]
  if (node === undefined || a.kind !== b.kind) return undefined
  const [left, right] = atOneScale([a, b])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both are of the kind that the node compares
  return { kind: "boolean", node, operator, left, right } as BooleanTree
}

const compareRatios = (
  inference: Inference,
  syntax: BinarySyntax,
  operator: Order,
  left: Operand,
  right: Operand
): Typed | undefined => {
  const side = (operand: Operand, own: Syntax): NumberTree | Ratio | undefined => {
    if ("ratio" in operand) return operand.ratio
    if (operand.tree.kind === "number") return operand.tree
    return addKindFault(inference, own, operand, "A division is compared with a number", "a number")
  }
  const a = side(left, syntax.left)
  const b = side(right, syntax.right)
  if (a === undefined || b === undefined || isMixed(inference, syntax, left, right)) return undefined
  return typed({ kind: "boolean", node: "compareRatios", operator, left: a, right: b })
}

/** Faults a comparison of amounts of two currencies. */
const isMixed = (inference: Inference, { left, operator, right }: BinarySyntax, a: Operand, b: Operand): boolean =>
  together(inference, `\`${operator}\` compares`, [
    { syntax: left, money: a },
    { syntax: right, money: b }
  ]) === undefined

const isValue = (found: Typed): found is Typed<ValueTree> =>
  found.tree.kind !== "rows" && found.tree.kind !== "values" && found.tree.kind !== "file"

const isFile = (found: Operand): found is Typed<FileTree> => !isTypedRatio(found) && found.tree.kind === "file"

/** Two files are compared by their ids. */
const byId = (found: Typed<FileTree>): Typed<ValueTree> => ({ ...found, tree: found.tree.id })

/** How to write a number, a date or a time that the author put in quotes. */
const literalHint = (inference: Inference, { left, right }: BinarySyntax, a: Typed, b: Typed): string => {
  const quote = left.syntax === "text" ? left : right.syntax === "text" ? right : undefined
  const wanted = quote === left ? b.tree.kind : a.tree.kind
  if (quote === undefined) return ""
  if (wanted === "number" && /^-?\d+(\.\d+)?$/.test(quote.value))
    return ` Write a number without quotes: \`${quote.value}\`.`
  const constant = isTemporalKind(wanted) ? temporals[wanted] : undefined
  return constant?.constant(quote.value) === undefined
    ? ""
    : ` Write a ${constant.word} as \`${wanted}(${written(inference, quote)})\`.`
}

/** The hint prefers converting the text to the other kind. */
const conversionBetween = (inference: Inference, { left, right }: BinarySyntax, one: Kind, other: Kind): string => {
  const [first, second] = [
    conversion(one, other, written(inference, left)),
    conversion(other, one, written(inference, right))
  ]
  return one === "text" ? first || second : second || first
}

const mismatch = (inference: Inference, syntax: BinarySyntax, left: Typed, right: Typed): undefined => {
  const { operator } = syntax
  const hint =
    literalHint(inference, syntax, left, right) || conversionBetween(inference, syntax, left.tree.kind, right.tree.kind)
  const choices = left.tree.kind === "choices" || right.tree.kind === "choices"
  const [of, option] = left.tree.kind === "choices" ? [syntax.left, syntax.right] : [syntax.right, syntax.left]
  const several = choices
    ? ` Whether an option is among the chosen ones is asked with \`contains(${written(inference, of)}, ${option.syntax === "text" ? written(inference, option) : "'option'"})\`.`
    : ""
  const files = hintAtFile(inference, syntax.left, left) || hintAtFile(inference, syntax.right, right)
  const sides = `${described(inference, syntax.left, left)} and ${described(inference, syntax.right, right)}`
  return addFault(
    inference,
    syntax.range,
    `\`${operator}\` compares two values of one kind; ${sides}.${files || several || hint}`,
    "two values of one kind"
  )
}

export const inferComparison = (
  inference: Inference,
  syntax: BinarySyntax,
  operator: ComparisonOperator
): Typed | undefined => {
  if (syntax.left.syntax === "null" || syntax.right.syntax === "null") return inferPresence(inference, syntax)
  const one = inferOperand(inference, syntax.left)
  const other = inferOperand(inference, syntax.right)
  if (one === undefined || other === undefined) return undefined
  const [left, right, areFiles] = isFile(one) && isFile(other) ? [byId(one), byId(other), true] : [one, other, false]
  if ("ratio" in left || "ratio" in right) return compareRatios(inference, syntax, operator, left, right)
  if (!isValue(left) || !isValue(right)) return mismatch(inference, syntax, left, right)
  const tree = bothOf(operator, left.tree, right.tree)
  if (tree === undefined) return mismatch(inference, syntax, left, right)
  const order = unordered.get(left.tree.kind)
  if (order !== undefined && operator !== "==" && operator !== "!=") {
    return addFault(
      inference,
      syntax.operatorRange,
      `\`${operator}\` asks for an order; ${described(inference, syntax.left, left)}. ${areFiles ? beyondFiles(written(inference, syntax.left)) : order}`,
      "`==` or `!=`"
    )
  }
  checkOption(inference, syntax.left, right)
  checkOption(inference, syntax.right, left)
  return isMixed(inference, syntax, left, right) ? undefined : typed(tree)
}

/** The items and what they are compared with, numbers at one scale. */
const among = (of: ScalarTree, items: ReadonlyArray<ScalarTree>): BooleanTree => {
  if (of.kind !== "number") return { kind: "boolean", node: "among", of, items }
  const [first = of, ...rest] = align([of, ...allAs(items, "number")])
  return { kind: "boolean", node: "among", of: first, items: rest }
}

const isScalar = (found: Typed): found is Typed<ScalarTree> => isValue(found) && found.tree.kind !== "choices"

const inferAmong = (inference: Inference, syntax: BinarySyntax, items: ReadonlyArray<Syntax>): Typed | undefined => {
  const of = inference.infer(syntax.left)
  const found = items.map((item) => inference.infer(item))
  if (of === undefined) return undefined
  const wanted = of.tree.kind === "file" ? "a value that rules can read" : "one value"
  if (!isScalar(of)) return addKindFault(inference, syntax.left, of, `\`in\` looks for ${wanted}`, wanted)
  if (items.length === 0)
    return addFault(inference, syntax.right.range, "This list is empty, so nothing is in it.", "at least one value")
  const trees: Array<ScalarTree> = []
  for (const [index, item] of found.entries()) {
    const own = items[index]
    if (item === undefined || own === undefined) continue
    if (isScalar(item) && item.tree.kind === of.tree.kind) {
      checkOption(inference, own, of)
      trees.push(item.tree)
      continue
    }
    addFault(
      inference,
      own.range,
      `${described(inference, syntax.left, of)} and ${described(inference, own, item)}, so they are never the same.${hintAtFile(inference, own, item) || conversion(item.tree.kind, of.tree.kind, written(inference, own))}`,
      of.word
    )
  }
  if (trees.length !== items.length) return undefined
  const parts = items.flatMap((item, index) =>
    found[index] === undefined ? [] : [{ syntax: item, money: found[index] }]
  )
  const money = together(inference, "`in` compares", [{ syntax: syntax.left, money: of }, ...parts])
  return money && typed(among(of.tree, trees))
}

export const inferIn = (inference: Inference, syntax: BinarySyntax): Typed | undefined => {
  if (syntax.right.syntax === "list") return inferAmong(inference, syntax, syntax.right.items)
  const option = inference.infer(syntax.left)
  const choices = inference.infer(syntax.right)
  if (option === undefined || choices === undefined) return undefined
  if (choices.tree.kind !== "choices") {
    const rows = choices.tree.kind === "rows" ? " To look through the rows of a list, use `any(list, row, …)`." : ""
    return addKindFault(
      inference,
      syntax.right,
      choices,
      "After `in` stands a list of values, `['a', 'b']`, or a field with chosen options",
      "`[…]`",
      rows
    )
  }
  if (option.tree.kind !== "text") {
    return addKindFault(inference, syntax.left, option, "Options are texts", "a text")
  }
  checkOption(inference, syntax.left, choices)
  return typed({ kind: "boolean", node: "chosen", choices: choices.tree, option: option.tree })
}
