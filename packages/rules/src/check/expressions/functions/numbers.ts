/** Functions of numbers that choose among values: `abs min max coalesce`. */
import type { DateTree, NumberTree, ValueTree } from "../../../tree/Tree.ts"
import { align, coalesce, ofRow } from "../build.ts"
import { type MoneyPart, moneyOf, together } from "../currencies.ts"
import {
  described,
  allAs,
  type Inference,
  type Money,
  quoted,
  addFault,
  type Typed,
  typed,
  expectTyped
} from "../Inference.ts"
import { eitherOption, expectValue } from "../operators.ts"
import { find } from "../Scope.ts"
import { rowKindOf } from "../../../fields/fieldTypes.ts"
import { valuesOf } from "../rows.ts"
import type { CallSyntax, Syntax } from "../../../language/Syntax.ts"
import type { Entries } from "./FunctionEntry.ts"

const abs = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [only] = call.args
  const found = only && expectTyped(inference, only, "number", "`abs` works on")
  if (found === undefined) return undefined
  const { tree: of } = found
  return { ...typed({ kind: "number", scale: of.scale, node: "abs", of }), ...moneyOf(found) }
}

/** The arguments of a call, each with what of it is money. */
const moneyParts = ({ args }: CallSyntax, found: ReadonlyArray<Money>): ReadonlyArray<MoneyPart> =>
  args.flatMap((syntax, index) => (found[index] === undefined ? [] : [{ syntax, money: found[index] }]))

type Which = "least" | "greatest"

const extremeOfRows = (inference: Inference, call: CallSyntax, which: Which): Typed | undefined => {
  const found = valuesOf(inference, call)
  if (found === undefined) return undefined
  const { of, rows } = found.each
  if (of.kind === "number" || of.kind === "date")
    return { ...typed(ofRow(rows, of, { which, by: of })), ...found.money }
  return addFault(inference, call.range, `\`${call.name}\` works on numbers or on dates.`, "numbers or dates")
}

/** `min(a, b, …)`, the values side by side. */
const extremeOf = (
  inference: Inference,
  call: CallSyntax,
  which: Which,
  found: ReadonlyArray<Typed>
): Typed | undefined => {
  const trees = found.map(({ tree }) => tree)
  const numbers: ReadonlyArray<NumberTree> = allAs(trees, "number")
  if (numbers.length === trees.length) {
    const money = together(inference, `\`${call.name}\` compares`, moneyParts(call, found))
    if (money === undefined) return undefined
    const operands = align(numbers)
    return { ...typed({ kind: "number", scale: operands[0]?.scale ?? 0, node: "extreme", which, operands }), ...money }
  }
  const dates: ReadonlyArray<DateTree> = allAs(trees, "date")
  if (dates.length === trees.length) return typed({ kind: "date", node: "extreme", which, operands: dates })
  const said = found
    .slice(0, 4)
    .map(({ word }, index) => `${quoted(inference, call.args[index] ?? call)} is ${word}`)
    .join(", ")
  return addFault(
    inference,
    call.range,
    `\`${call.name}\` works on numbers or on dates, all of one kind; ${said}.`,
    "numbers or dates"
  )
}

/** Whether the first argument is a list, or a field with several options. */
const isOfRows = ({ scope }: Inference, first: Syntax): boolean => {
  if (first.syntax === "call") return first.name === "filter"
  const name = first.syntax === "name" ? find(scope, first.name)?.name : undefined
  if (name?.field === undefined || name.rows.size > 0) return name !== undefined && name.rows.size > 0
  return name.field.type !== "list" && rowKindOf(name.field).kind === "choices"
}

const extreme =
  (which: Which) =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [first, second] = call.args
    if (first === undefined) return undefined
    if (call.args.length === 1 || isOfRows(inference, first) || second === undefined)
      return extremeOfRows(inference, call, which)
    const found = call.args.map((syntax) => expectValue(inference, syntax, `\`${call.name}\` compares`))
    const sound = found.filter((one) => one !== undefined)
    return sound.length === found.length ? extremeOf(inference, call, which, sound) : undefined
  }

const inferCoalesce = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const found: Array<Typed<ValueTree>> = []
  let sound = true
  for (const syntax of call.args) {
    const value = expectValue(inference, syntax, "`coalesce` takes")
    const first = found[0]
    if (value === undefined) sound = false
    else if (first !== undefined && first.tree.kind !== value.tree.kind) {
      addFault(
        inference,
        syntax.range,
        `\`coalesce\` takes values of one kind; ${described(inference, call.args[0] ?? call, first)} and ${described(inference, syntax, value)}.`,
        first.word
      )
      sound = false
    } else found.push(value)
  }
  const [first, ...rest] = found
  if (!sound || first === undefined) return undefined
  const known = rest.reduce<Typed>((one, other) => ({ ...one, ...withoutOptions(one, other) }), first)
  const money = together(inference, "`coalesce` chooses between", moneyParts(call, found))
  if (money === undefined) return undefined
  const tree = coalesce([first.tree, ...rest.map((one) => one.tree)])
  return {
    ...typed(tree),
    word: first.word,
    ...money,
    ...(known.options === undefined ? {} : { options: known.options })
  }
}

const withoutOptions = (one: Typed, other: Typed): Typed => {
  const { options: _, ...bare } = one
  return { ...bare, ...eitherOption(one, other) }
}

export const numberFunctions: Entries = [
  ["abs(number)", abs],
  ["min(a, b, …)", extreme("least"), 1, 100],
  ["max(a, b, …)", extreme("greatest"), 1, 100],
  ["coalesce(value, other, …)", inferCoalesce, 2, 100]
]
