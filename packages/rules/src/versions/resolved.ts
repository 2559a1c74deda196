/** The fields, constants and tables that a rule's names resolve to. The same name is another field once the row has a field of that name, and a table is another one
 * once a row of it changes. */
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { Table } from "../tables/Table.ts"
import type { BooleanTree, ValueTree } from "../tree/Tree.ts"

export interface Rule {
  readonly written: string | undefined
  readonly tree: BooleanTree | ValueTree | undefined
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null

const valueOf = ({ definition }: CheckedForm, name: string): string => {
  const { type, value } = definition.constants.find((one) => one.name === name) ?? {}
  return JSON.stringify([type, value])
}

/** Of options the attribute alone: another label changes no score. */
const meaningOfTable = (table: Table, column: number): string => {
  if (table.definition.isBuiltIn !== true) return `table ${table.identity}`
  const values = table.definition.rows.map(([value]) => value)
  return `options ${JSON.stringify([values, table.value(column), table.values(column).cells])}`
}

const slugsOf = (form: CheckedForm, tree: unknown, list: number | undefined): ReadonlyArray<string> => {
  // Of holidays; what a lookup finds in one is below.
  if (tree instanceof Table) return [`table ${tree.identity}`]
  if (!isObject(tree)) return []
  const { constant, kind, node, place, slot } = tree
  if (typeof constant === "string") return [`constant ${valueOf(form, constant)}`]
  if (node === "field" && isObject(place)) {
    const own = Number(place["slot"])
    if (place["at"] === "form") return [`form ${form.fields[own]?.field.slug}`]
    // A name of a function's row is written with the row's own name, so the text of the rule tells it apart.
    return place["at"] === "each" ? [] : [`row ${form.fields[list ?? -1]?.rows[own]?.field.slug}`]
  }
  if (node === "lookup" && tree["table"] instanceof Table)
    return [meaningOfTable(tree["table"], Number(tree["column"])), ...slugsOf(form, tree["keys"], list)]
  if (kind === "rows" && node === "list") return [`list ${form.fields[Number(slot)]?.field.slug}`]
  return Object.values(tree).flatMap((part) => slugsOf(form, part, list))
}

/** Equal where a rule is written alike and its names are the same values. `list` is the list whose row the rule belongs to. */
export const meaningOf = (form: CheckedForm, { tree, written }: Rule, list?: number): string =>
  written === undefined ? "" : `${written}\n${slugsOf(form, tree, list).join()}`
