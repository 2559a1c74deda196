/** Conditions as closures: true, false, or null where that is not known (Kleene's logic). */
import type { BooleanTree, Order, RowsTree, ValueTree } from "../../tree/Tree.ts"
import { hasOption } from "../../values/choices.ts"
import { textTests } from "../../values/text.ts"
import { type Compiler, eachRow } from "./Compiler.ts"
import { lookupRun, truthIn } from "./lookups.ts"
import { sharedRun } from "./shared.ts"
import { lift, lift2, type Run } from "./Frame.ts"

type Of<Node extends BooleanTree["node"]> = Extract<BooleanTree, { readonly node: Node }>

const orders: { readonly [O in Order]: <A extends bigint | number | string | boolean>(a: A, b: A) => boolean } = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b
}

/** The first operand that decides; else not known if one is not. */
const decided =
  (operands: ReadonlyArray<Run<boolean>>, decisive: boolean): Run<boolean> =>
  (frame) => {
    let known = true
    for (const operand of operands) {
      const value = operand(frame)
      if (value === decisive) return decisive
      if (value === null) known = false
    }
    return known ? !decisive : null
  }

const quantified = (compiler: Compiler, { each }: Of<"any" | "all">, decisive: boolean): Run<boolean> => {
  const over = eachRow(compiler, each, compiler.boolean)
  return (frame) => {
    let seen = false
    let known = true
    over(frame, (value) => {
      if (value === decisive) seen = true
      else if (value === null) known = false
    })
    return seen ? decisive : known ? !decisive : null
  }
}

/** Whether a value is missing. A list is missing if it was not sent or is hidden; an empty list is not missing. */
const absent = (compiler: Compiler, tree: ValueTree | RowsTree): Run<boolean> => {
  if (tree.kind === "rows")
    return tree.node === "list" ? (frame) => (frame.lists[tree.slot] ?? null) === null : () => false
  const run: Run<unknown> = tree.kind === "choices" ? compiler.choices(tree) : compiler.identity(tree)
  return (frame) => run(frame) === null
}

const amongRun = (compiler: Compiler, { items, of }: Of<"among">): Run<boolean> => {
  const wanted = compiler.identity(of)
  const others = items.map(compiler.identity)
  return (frame) => {
    const value = wanted(frame)
    if (value === null) return null
    let known = true
    for (const item of others) {
      const other = item(frame)
      if (other === value) return true
      if (other === null) known = false
    }
    return known ? false : null
  }
}

const compareRatios = (compiler: Compiler, { left, operator, right }: Of<"compareRatios">): Run<boolean> => {
  const holds = orders[operator]
  // Denominators are positive, so multiplying across keeps the order.
  return lift2(compiler.fraction(left), compiler.fraction(right), (a, b) =>
    holds(a.numerator * b.denominator, b.numerator * a.denominator)
  )
}

const compareDatetimes = (compiler: Compiler, { left, operator, right }: Of<"compareDatetimes">): Run<boolean> => {
  const holds = orders[operator]
  return lift2(compiler.datetime(left), compiler.datetime(right), (a, b) => holds(a.instant, b.instant))
}

/** A condition made ready. */
export const booleanRun = (compiler: Compiler, tree: BooleanTree): Run<boolean> => {
  const { boolean, choices, days, number, text } = compiler
  switch (tree.node) {
    case "lookup":
      return lookupRun(compiler, tree, truthIn)
    case "literal":
      return () => tree.value
    case "not":
      return lift(boolean(tree.of), (value) => !value)
    case "and":
      return decided(tree.operands.map(boolean), false)
    case "or":
      return decided(tree.operands.map(boolean), true)
    case "compareNumbers":
      return lift2(number(tree.left), number(tree.right), orders[tree.operator])
    case "compareRatios":
      return compareRatios(compiler, tree)
    case "compareTexts":
      return lift2(text(tree.left), text(tree.right), orders[tree.operator])
    case "compareBooleans":
      return lift2(boolean(tree.left), boolean(tree.right), orders[tree.operator])
    case "compareDays":
      return lift2(days(tree.left), days(tree.right), orders[tree.operator])
    case "compareDatetimes":
      return compareDatetimes(compiler, tree)
    case "isMissing":
      return absent(compiler, tree.of)
    case "among":
      return amongRun(compiler, tree)
    case "chosen":
      return lift2(choices(tree.choices), text(tree.option), hasOption)
    case "contains":
    case "startsWith":
    case "endsWith":
      return lift2(text(tree.of), text(tree.part), textTests[tree.node])
    case "matches":
      return lift(text(tree.of), tree.pattern.test)
    case "any":
      return quantified(compiler, tree, true)
    case "all":
      return quantified(compiler, tree, false)
    default:
      return sharedRun(compiler, tree, boolean)
  }
}
