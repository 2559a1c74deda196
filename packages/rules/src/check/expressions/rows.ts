/** Checking calls over rows: a list, a name for the row, and an expression for each row. */
import type { ChoiceField } from "../../Definition.ts"
import { baseOf } from "../../tree/baseOf.ts"
import type { BooleanTree, Each, OptionRows, RowsTree, ScalarTree } from "../../tree/Tree.ts"
import { moneyOf } from "./currencies.ts"
import {
  addKindFault,
  type Inference,
  type Money,
  quoted,
  addFault,
  type Typed,
  typed,
  expectCondition
} from "./Inference.ts"
import type { RowBinding } from "./Scope.ts"
import type { CallSyntax, Syntax } from "../../language/Syntax.ts"
import { reservedWords, SLUG } from "../../language/reservedWords.ts"

/** What the name for a row stands for. */
type Bound = Omit<RowBinding, "name">

const ofList = (inference: Inference, rows: RowsTree, choice: ChoiceField | undefined): Bound | undefined => {
  const base = baseOf(rows)
  if (base.node === "options")
    return (
      choice && {
        list: { slug: choice.slug, slot: -1, field: choice, rows: noRows },
        chosen: { field: choice, rows: base }
      }
    )
  const { slot } = base
  const list = [...inference.scope.fields.values()].find((name) => name.slot === slot)
  return list && { list }
}

const noRows: Bound["list"]["rows"] = new Map()

/** Rows that there are at most. */
export const mostRows = (inference: Inference, rows: RowsTree): number => {
  const base = baseOf(rows)
  if (base.node === "options") return base.most
  const field = ofList(inference, rows, undefined)?.list.field
  return field?.type === "list" ? field.maxItems : 0
}

interface FoundRows {
  readonly rows: RowsTree
  readonly choice: ChoiceField | undefined
}

/** What is chosen of several options, as rows; undefined for what is no field with options. */
export const optionRows = ({ choice, tree }: Typed): OptionRows | undefined =>
  tree.kind === "choices" && choice !== undefined
    ? { kind: "rows", node: "options", of: tree, most: Math.min(choice.maxItems ?? Infinity, choice.options.length) }
    : undefined

const expectRows = (inference: Inference, syntax: Syntax, subject: string): FoundRows | undefined => {
  const found = inference.infer(syntax)
  if (found === undefined) return undefined
  if (found.tree.kind === "rows") return { rows: found.tree, choice: found.choice }
  const options = optionRows(found)
  if (options !== undefined) return { rows: options, choice: found.choice }
  const more = found.tree.kind === "values" ? " It has no rows any more; use `filter` before `map`." : ""
  return addKindFault(inference, syntax, found, `\`${subject}\` works on a list`, "a list", more)
}

/** Why a row cannot be called so; undefined where it can. */
const whyNoRowName = ({ scope }: Inference, name: string): string | undefined =>
  reservedWords.has(name)
    ? "the rule language uses the word for itself"
    : scope.fields.has(name) || scope.own?.rows.has(name) === true
      ? "there is a field of that name"
      : scope.groups.has(name)
        ? "there is a group of that name"
        : !SLUG.test(name)
          ? "its name starts with a small letter"
          : scope.constants.has(name)
            ? "there is a constant of that name"
            : undefined

const rowName = (inference: Inference, syntax: Syntax, subject: string): string | undefined => {
  const name = syntax.syntax === "name" ? syntax.name : undefined
  const why = name === undefined ? undefined : whyNoRowName(inference, name)
  if (name !== undefined && why === undefined) return name
  return addFault(
    inference,
    syntax.range,
    name === undefined
      ? `The second part of \`${subject}\` is a name of your choice for the row; ${quoted(inference, syntax)} is none.`
      : `A row cannot be called \`${name}\`: ${why}.`,
    name === undefined ? "a name such as `row`" : "another name, such as `row`"
  )
}

const withRow = <A>(inference: Inference, bound: RowBinding, body: () => A): A => {
  inference.bound = bound
  const result = body()
  inference.bound = undefined
  return result
}

/** Whether a call stands inside a list function, which is a fault. */
export const isInside = (inference: Inference, { name, range }: CallSyntax): boolean => {
  if (inference.bound === undefined) return false
  addFault(
    inference,
    range,
    `\`${name}\` cannot stand inside another list function. Move it into a computed field of its own.`
  )
  return true
}

/** The parts of `f(list, row, body)`, the body checked by `body` with the row in scope: what follows the name, of `f(list, row, body, more)` both. */
export const overRows = <A>(
  inference: Inference,
  call: CallSyntax,
  body: (syntax: Syntax, more: Syntax | undefined) => A | undefined,
  most = 3
): (FoundRows & { readonly of: A }) | undefined => {
  const [first, second, third, fourth] = call.args
  if (first === undefined || second === undefined || third === undefined || call.args.length > most) {
    return addFault(
      inference,
      call.range,
      `\`${call.name}\` takes a list, a name for its row and what to look at: \`${call.name}(list, row, row.field …)\`.`,
      `\`${call.name}(list, row, …)\``
    )
  }
  if (isInside(inference, call)) return undefined
  const found = expectRows(inference, first, call.name)
  const name = rowName(inference, second, call.name)
  const bound = found && ofList(inference, found.rows, found.choice)
  if (found === undefined || name === undefined || bound === undefined) return undefined
  const of = withRow(inference, { name, ...bound }, () => body(third, fourth))
  return of === undefined ? undefined : { ...found, of }
}

const conditionOf = (inference: Inference, call: CallSyntax) =>
  overRows(inference, call, (syntax) => expectCondition(inference, syntax, `\`${call.name}\` asks of each row`))

/** `f(list, row, condition)`. */
export const conditionOverRows = (inference: Inference, call: CallSyntax): Each<BooleanTree> | undefined => {
  const found = conditionOf(inference, call)
  return found && { rows: found.rows, of: found.of }
}

/** `filter(list, row, condition)`. Of chosen options their field stays known. */
export const filteredRows = (inference: Inference, call: CallSyntax): Typed | undefined => {
  const found = conditionOf(inference, call)
  if (found === undefined) return undefined
  const { choice, of, rows } = found
  return {
    ...typed({ kind: "rows", node: "filter", each: { rows, of } }),
    ...(choice === undefined ? {} : { choice })
  }
}

const isScalar = (found: Typed): found is Typed<ScalarTree> =>
  found.tree.kind !== "rows" &&
  found.tree.kind !== "values" &&
  found.tree.kind !== "choices" &&
  found.tree.kind !== "file"

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

export const scalarOf = (
  inference: Inference,
  call: CallSyntax,
  syntax: Syntax,
  known?: Typed
): Typed<ScalarTree> | undefined => {
  const found = known ?? inference.infer(syntax)
  if (found === undefined) return undefined
  if (isScalar(found)) return found
  const wanted = found.tree.kind === "file" ? "a value that rules can read" : "one value"
  return addKindFault(inference, syntax, found, `\`${call.name}\` takes ${wanted} of each row`, wanted)
}

/** `f(list, row, value)` or `f(map(…))`. */
export const valuesOf = (inference: Inference, call: CallSyntax): RowValues | undefined => {
  const [only] = call.args
  if (call.args.length !== 1 || only === undefined) return valueOverRows(inference, call)
  const found = inference.infer(only)
  if (found === undefined) return undefined
  if (found.tree.kind === "values") return { each: found.tree.each, money: moneyOf(found) }
  const subject = `\`${call.name}\` needs to know what to take from each row: \`${call.name}(list, row, row.field)\``
  return addKindFault(inference, only, found, subject, `\`${call.name}(list, row, …)\``)
}
