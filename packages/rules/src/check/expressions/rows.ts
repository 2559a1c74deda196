/** Checking calls over rows: a list, a name for the row, and an expression for each row. */
import type { BooleanTree, Each, RowsTree, ScalarTree } from "../../tree/Tree.ts"
import { moneyOf } from "./currencies.ts"
import { type Inference, type Money, quoted, addFault, type Typed, expectCondition } from "./Inference.ts"
import type { Name } from "./Scope.ts"
import type { CallSyntax, Syntax } from "../../language/Syntax.ts"
import { reservedWords, SLUG } from "../../language/reservedWords.ts"

/** The list that rows come from. */
const listOf = (inference: Inference, rows: RowsTree): Name | undefined => {
  const slot = slotOf(rows)
  return [...inference.scope.fields.values()].find((name) => name.slot === slot)
}

/** Rows that there are at most. */
export const mostRows = (inference: Inference, rows: RowsTree): number => {
  const field = listOf(inference, rows)?.field
  return field?.type === "list" ? field.maxItems : 0
}

/** The slot of the list that rows come from. */
const slotOf = (rows: RowsTree): number => (rows.node === "list" ? rows.slot : slotOf(rows.each.rows))

const expectRows = (inference: Inference, syntax: Syntax, subject: string): RowsTree | undefined => {
  const found = inference.infer(syntax)
  if (found === undefined) return undefined
  if (found.tree.kind === "rows") return found.tree
  const more = found.tree.kind === "values" ? " It has no rows any more; use `filter` before `map`." : ""
  return addFault(
    inference,
    syntax.range,
    `\`${subject}\` works on a list; ${quoted(inference, syntax)} is ${found.word}.${more}`,
    "a list"
  )
}

const rowName = (inference: Inference, syntax: Syntax, subject: string): string | undefined => {
  if (syntax.syntax !== "name") {
    return addFault(
      inference,
      syntax.range,
      `The second part of \`${subject}\` is a name of your choice for the row; ${quoted(inference, syntax)} is none.`,
      "a name such as `row`"
    )
  }
  const { name, range } = syntax
  if (reservedWords.has(name))
    return addFault(
      inference,
      range,
      `A row cannot be called \`${name}\`: the rule language uses the word for itself.`,
      "a name such as `row`"
    )
  if (!SLUG.test(name))
    return addFault(
      inference,
      range,
      `A row cannot be called \`${name}\`: its name starts with a small letter.`,
      "a name such as `row`"
    )
  if (inference.scope.fields.has(name) || inference.scope.own?.rows.has(name) === true) {
    return addFault(
      inference,
      range,
      `A row cannot be called \`${name}\`: there is a field of that name.`,
      "another name, such as `row`"
    )
  }
  if (inference.scope.constants.has(name))
    return addFault(
      inference,
      range,
      `A row cannot be called \`${name}\`: there is a constant of that name.`,
      "another name, such as `row`"
    )
  return name
}

const withRow = <A>(inference: Inference, name: string, list: Name, body: () => A): A => {
  inference.bound = { name, list }
  const result = body()
  inference.bound = undefined
  return result
}

/** The parts of `f(list, row, body)`, the body checked by `body` with the row in scope. */
const overRows = <A>(
  inference: Inference,
  call: CallSyntax,
  body: (syntax: Syntax) => A | undefined
): { readonly rows: RowsTree; readonly of: A } | undefined => {
  const [first, second, third] = call.args
  if (first === undefined || second === undefined || third === undefined || call.args.length !== 3) {
    return addFault(
      inference,
      call.range,
      `\`${call.name}\` takes a list, a name for its row and what to look at: \`${call.name}(list, row, row.field …)\`.`,
      `\`${call.name}(list, row, …)\``
    )
  }
  if (inference.bound !== undefined) {
    return addFault(
      inference,
      call.range,
      `\`${call.name}\` cannot stand inside another list function. Move it into a computed field of its own.`
    )
  }
  const rows = expectRows(inference, first, call.name)
  const name = rowName(inference, second, call.name)
  const list = rows && listOf(inference, rows)
  if (rows === undefined || name === undefined || list === undefined) return undefined
  const of = withRow(inference, name, list, () => body(third))
  return of === undefined ? undefined : { rows, of }
}

/** `f(list, row, condition)`. */
export const conditionOverRows = (inference: Inference, call: CallSyntax): Each<BooleanTree> | undefined =>
  overRows(inference, call, (syntax) => expectCondition(inference, syntax, `\`${call.name}\` asks of each row`))

const isScalar = (found: Typed): found is Typed<ScalarTree> =>
  found.tree.kind !== "rows" && found.tree.kind !== "values" && found.tree.kind !== "choices"

/** One value for each row, and what of it is money. */
export interface RowValues {
  readonly each: Each<ScalarTree>
  readonly money: Money
}

/** `f(list, row, value)`: one value for each row. */
export const valueOverRows = (inference: Inference, call: CallSyntax): RowValues | undefined => {
  const found = overRows(inference, call, (syntax) => scalarOf(inference, call, syntax))
  return found && { each: { rows: found.rows, of: found.of.tree }, money: moneyOf(found.of) }
}

const scalarOf = (inference: Inference, call: CallSyntax, syntax: Syntax): Typed<ScalarTree> | undefined => {
  const found = inference.infer(syntax)
  if (found === undefined) return undefined
  if (isScalar(found)) return found
  return addFault(
    inference,
    syntax.range,
    `\`${call.name}\` takes one value of each row; ${quoted(inference, syntax)} is ${found.word}.`,
    "one value"
  )
}

/** `f(list, row, value)` or `f(map(…))`. */
export const valuesOf = (inference: Inference, call: CallSyntax): RowValues | undefined => {
  const [only] = call.args
  if (call.args.length !== 1 || only === undefined) return valueOverRows(inference, call)
  const found = inference.infer(only)
  if (found === undefined) return undefined
  if (found.tree.kind === "values") return { each: found.tree.each, money: moneyOf(found) }
  return addFault(
    inference,
    only.range,
    `\`${call.name}\` needs to know what to take from each row: \`${call.name}(list, row, row.field)\`; ${quoted(inference, only)} is ${found.word}.`,
    `\`${call.name}(list, row, …)\``
  )
}
