/** The columns of options in the grid: value, label, each attribute of their field, and the condition on which one is offered. */
import { entriesOf, memberOf, textOf } from "../../../document/nodes.ts"
import type { Node } from "../../../document/parseText.ts"
import { labelIn, type LabelLanguage, noLanguage } from "./labelLanguage.ts"

export interface Column {
  readonly name: string
  readonly is: "value" | "label" | "attribute" | "when"
  /** Of an attribute. */
  readonly type: string
}

export interface AttributeOf {
  readonly name: string
  readonly type: string
  /** As it is typed. */
  readonly decimals: string
}

/** The attributes of a field, as its definition has them. */
export const attributesOf = (node: Node | undefined): ReadonlyArray<AttributeOf> =>
  entriesOf(node).map((entry) => {
    const decimals = memberOf(entry, "decimals")
    return {
      name: textOf(memberOf(entry, "name")) ?? "",
      type: textOf(memberOf(entry, "type")) ?? "",
      decimals: decimals === undefined ? "" : String(decimals.value)
    }
  })

export const columnsOf = (attributes: ReadonlyArray<AttributeOf>): ReadonlyArray<Column> => [
  { name: "value", is: "value", type: "text" },
  { name: "label", is: "label", type: "text" },
  ...attributes.flatMap(({ name, type }) => (name === "" ? [] : [{ name, is: "attribute" as const, type }])),
  { name: "when", is: "when", type: "text" }
]

/** What is typed into a cell, as JSON: true and false by themselves, all others as texts, which keep their digits. */
export const cellJson = ({ is, type }: Column, typed: string): string =>
  is === "attribute" && type === "boolean" && (typed === "true" || typed === "false") ? typed : JSON.stringify(typed)

/** What a cell shows. */
const shown = (node: Node | undefined): string =>
  node === undefined ? "" : (textOf(node) ?? (node.value === undefined ? "" : String(node.value)))

/** The cells of one option, by its columns. */
export const cellsOfOption = (
  option: Node,
  columns: ReadonlyArray<Column>,
  into: LabelLanguage = noLanguage
): ReadonlyArray<string> =>
  columns.map(({ is, name }) =>
    is === "label" ? labelIn(memberOf(option, name), into) : shown(memberOf(option, name))
  )
