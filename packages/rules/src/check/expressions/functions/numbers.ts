/** Functions of numbers, and those that choose among values: `round floor ceil abs min max coalesce`. */
import type { DateTree, Each, NumberTree, ScalarTree, ValueTree } from "../../../tree/Tree.ts"
import { MAX_DECIMALS, type Rounding } from "../../../values/decimal.ts"
import { align, coalesce } from "../build.ts"
import { allAs, type Inference, quoted, addFault, type Typed, typed, expectKind } from "../Inference.ts"
import { eitherOption, expectValue } from "../operators.ts"
import { inferOperand, isRatio } from "../ratio.ts"
import { find } from "../Scope.ts"
import { rowKindOf } from "../../../fields/fieldTypes.ts"
import { valuesOf } from "../rows.ts"
import type { CallSyntax, Syntax } from "../../../language/Syntax.ts"
import type { Entries } from "./FunctionEntry.ts"

/** Digits before the point that `round` can round to. */
const MAX_PLACES = 15

const wholeNumber = (syntax: Syntax): number | undefined => {
  if (syntax.syntax === "unary" && syntax.operator === "-") {
    const digits = wholeNumber(syntax.operand)
    return digits === undefined ? undefined : 0 - digits
  }
  return syntax.syntax === "number" && /^\d{1,2}$/.test(syntax.text) ? Number(syntax.text) : undefined
}

const digitsOf = (inference: Inference, syntax: Syntax | undefined): number | undefined => {
  if (syntax === undefined) return 0
  const digits = wholeNumber(syntax)
  if (digits !== undefined && digits >= -MAX_PLACES && digits <= MAX_DECIMALS) return digits
  return addFault(
    inference,
    syntax.range,
    `How many decimals to round to is written as a whole number from -${MAX_PLACES} to ${MAX_DECIMALS}; ${quoted(inference, syntax)} is not.`,
    "a whole number, such as `2`"
  )
}

const roundingOf = (inference: Inference, syntax: Syntax | undefined): Rounding | undefined => {
  if (syntax === undefined) return "away"
  if (syntax.syntax === "text" && syntax.value === "even") return "even"
  return addFault(
    inference,
    syntax.range,
    `The only other way of rounding is \`'even'\` (a half goes to the even neighbour); ${quoted(inference, syntax)} is not known.`,
    "`'even'`, or nothing for a half away from zero"
  )
}

const round = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [first, second, third] = call.args
  const operand = first && inferOperand(inference, first)
  const digits = digitsOf(inference, second)
  const rounding = roundingOf(inference, third)
  if (first === undefined || operand === undefined || digits === undefined || rounding === undefined) return undefined
  const scale = Math.max(0, digits)
  if ("ratio" in operand) return typed({ kind: "number", scale, node: "round", of: operand.ratio, digits, rounding })
  const { tree } = operand
  if (tree.kind !== "number") {
    return addFault(
      inference,
      first.range,
      `\`round\` works on a number; ${quoted(inference, first)} is ${operand.word}.`,
      "a number"
    )
  }
  return typed(digits >= tree.scale ? tree : { kind: "number", scale, node: "round", of: tree, digits, rounding })
}

const toWhole =
  (rounding: Rounding) =>
  (inference: Inference, call: CallSyntax): Typed | undefined => {
    const [only] = call.args
    if (only === undefined) return undefined
    if (isRatio(only)) {
      return addFault(
        inference,
        only.range,
        `\`${call.name}\` does not take a division; round it first, to as many decimals as matter: \`${call.name}(round(a / b, 6))\`.`,
        "`round(…, decimals)` around the division"
      )
    }
    const of = expectKind(inference, only, "number", `\`${call.name}\` works on`)
    if (of === undefined) return undefined
    return typed(of.scale === 0 ? of : { kind: "number", scale: 0, node: "round", of, digits: 0, rounding })
  }

const abs = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const [only] = call.args
  const of = only && expectKind(inference, only, "number", "`abs` works on")
  return of && typed({ kind: "number", scale: of.scale, node: "abs", of })
}

type Which = "least" | "greatest"

const extremeOfRows = (
  inference: Inference,
  call: CallSyntax,
  which: Which,
  each: Each<ScalarTree>
): Typed | undefined => {
  const { of, rows } = each
  if (of.kind === "number")
    return typed({ kind: "number", scale: of.scale, node: "extremeOfRows", which, each: { rows, of } })
  if (of.kind === "date") return typed({ kind: "date", node: "extremeOfRows", which, each: { rows, of } })
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
    const operands = align(numbers)
    return typed({ kind: "number", scale: operands[0]?.scale ?? 0, node: "extreme", which, operands })
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
    if (call.args.length === 1) {
      const each = valuesOf(inference, call)
      return each && extremeOfRows(inference, call, which, each)
    }
    if (isOfRows(inference, first) || second === undefined) {
      const each = valuesOf(inference, call)
      return each && extremeOfRows(inference, call, which, each)
    }
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
        `\`coalesce\` takes values of one kind; ${quoted(inference, call.args[0] ?? call)} is ${first.word} and ${quoted(inference, syntax)} is ${value.word}.`,
        first.word
      )
      sound = false
    } else found.push(value)
  }
  const [first, ...rest] = found
  if (!sound || first === undefined) return undefined
  const known = rest.reduce<Typed>((one, other) => ({ ...one, ...withoutOptions(one, other) }), first)
  const tree = coalesce([first.tree, ...rest.map((one) => one.tree)])
  return { ...typed(tree), word: first.word, ...(known.options === undefined ? {} : { options: known.options }) }
}

const withoutOptions = (one: Typed, other: Typed): Typed => {
  const { options: _, ...bare } = one
  return { ...bare, ...eitherOption(one, other) }
}

export const numberFunctions: Entries = [
  ["round", { signature: "round(number, decimals, 'even')", takes: [1, 3], infer: round }],
  ["floor", { signature: "floor(number)", takes: [1, 1], infer: toWhole("floor") }],
  ["ceil", { signature: "ceil(number)", takes: [1, 1], infer: toWhole("ceiling") }],
  ["abs", { signature: "abs(number)", takes: [1, 1], infer: abs }],
  ["min", { signature: "min(a, b, …)", takes: [1, 100], infer: extreme("least") }],
  ["max", { signature: "max(a, b, …)", takes: [1, 100], infer: extreme("greatest") }],
  ["coalesce", { signature: "coalesce(value, other, …)", takes: [2, 100], infer: inferCoalesce }]
]
