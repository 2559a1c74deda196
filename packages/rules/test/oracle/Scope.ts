/** What an expression stands in, and what its names mean there. */
import { decimalsOf, type FormConstant, type FormField, type FormTable } from "./Form.ts"
import type { Node } from "./parse.ts"
import { isPick } from "./rows.ts"
import type { Row } from "./Value.ts"
import { present } from "../present.ts"

export interface Scope {
  /** `YYYY-MM-DD`, or null without a date. */
  readonly today: string | null
  /** In which messages are read: of a form in several, its first. */
  readonly language: string | undefined
  readonly fields: ReadonlyMap<string, FormField>
  readonly constants: Readonly<Record<string, FormConstant>>
  readonly tables: Readonly<Record<string, FormTable>>
  readonly form: Row
  /** The row that the rule belongs to, its list, and the fields it has. */
  readonly own: RowOf | undefined
  /** The row that a list function is at. */
  readonly each?: Each & { readonly name: string }
}

interface RowOf {
  readonly list: string
  readonly fields: ReadonlyMap<string, FormField>
  readonly row: Row
}

/** A row of a list, or one of the options that are chosen in a field. */
export type Each = RowOf | { readonly field: FormField; readonly option: string }

export const fieldNamed = (name: string, { fields, own }: Scope): FormField | undefined =>
  own?.fields.get(name) ?? fields.get(name)

export const isOption = (
  each: Scope["each"]
): each is Extract<Each, { readonly option: string }> & { readonly name: string } =>
  each !== undefined && "option" in each

export const rowOf = ({ each }: Scope): Extract<Each, { readonly row: Row }> | undefined =>
  each === undefined || isOption(each) ? undefined : each

/** The field that rows or options come from: `filter(drivers, …)` has the rows of `drivers`. */
export const sourceOf = (node: Node, scope: Scope): FormField =>
  node.op === "name" ? present(fieldNamed(node.value, scope)) : sourceOf(present(node.args[0]), scope)

export const fieldsOf = ({ fields = [] }: FormField): ReadonlyMap<string, FormField> =>
  new Map(fields.map((own) => [own.slug, own]))

/** Whether an expression denotes a list and not a value. */
export const isList = ({ op, value }: Node, scope: Scope): boolean =>
  op === "call" ? value === "filter" || value === "map" : op === "name" && fieldNamed(value, scope)?.type === "list"

/** What a call gives as it is: its part, and where that stands. */
const givenBy = (
  { args, op, value }: Node,
  scope: Scope
): { readonly node: Node; readonly scope: Scope } | undefined => {
  if (op !== "call") return undefined
  if (value === "previous") return { node: present(args[0]), scope }
  if (!isPick(value)) return undefined
  const field = sourceOf(present(args[0]), scope)
  const each: Each =
    field.type === "list" ? { list: field.slug, fields: fieldsOf(field), row: new Map() } : { field, option: "" }
  return { node: present(args[3]), scope: { ...scope, each: { name: present(args[1]).value, ...each } } }
}

/** The choice that an expression reads, one option of it. */
export const choiceOf = (node: Node, scope: Scope): FormField => {
  const { each } = scope
  const given = givenBy(node, scope)
  if (given !== undefined) return choiceOf(given.node, given.scope)
  const { args, op, value } = node
  if (op === "member") return present(rowOf(scope)?.fields.get(value))
  if (op !== "name") throw new Error(`the oracle knows no option of ${present(args[0]).value}`)
  return isOption(each) && each.name === value ? each.field : present(fieldNamed(value, scope))
}

/** A money field or constant is shown with its currency's decimals. */
export const moneyDecimals = (node: Node, scope: Scope): number => {
  const given = givenBy(node, scope)
  if (given !== undefined) return moneyDecimals(given.node, given.scope)
  const constant =
    node.op === "name" && Object.hasOwn(scope.constants, node.value) ? scope.constants[node.value] : undefined
  if (constant !== undefined) return constant.type === "money" ? decimalsOf(constant) : 0
  const field =
    node.op === "name"
      ? fieldNamed(node.value, scope)
      : node.op === "member" && present(node.args[0]).value === scope.each?.name
        ? rowOf(scope)?.fields.get(node.value)
        : undefined
  return field?.type === "money" ? decimalsOf(field) : 0
}
