/** The column of a table that has the options of a choice, in one line: `zones.code`, or `zones.code, name` with what people read. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { TextField } from "../../../../parts/TextField.tsx"
import { memberOf, nodeAt, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import { below, parentOf } from "../../document/pointer.ts"
import type { StructureEdit } from "../../document/StructureEdit.ts"
import type { ControlProps } from "./Control.ts"
import { newOptions } from "./members.ts"

export const shownColumns = (node: Node | undefined): string => {
  const [table, value, label] = ["table", "value", "label"].map((name) => textOf(memberOf(node, name)))
  if (table === undefined || value === undefined) return textOf(node) ?? ""
  return `${table}.${value}${label === undefined ? "" : `, ${label}`}`
}

/** What was typed as JSON. What is no column yet stays a text. */
export const writtenColumns = (typed: string): string => {
  const [, table, value, label] = /^([^.,]+)\.([^.,]+),\s*(.*)$/u.exec(typed) ?? []
  return JSON.stringify(table === undefined ? typed : { table, value, label })
}

/** A choice has options of its own or those of a table, so one goes when the other comes. */
export const columnEdits = (tree: Node, pointer: string, typed: string): ReadonlyArray<StructureEdit> => {
  const field = parentOf(pointer) ?? ""
  const own = below(field, "options")
  const hasOwn = nodeAt(tree, own) !== undefined
  const attributes = below(field, "attributes")
  if (typed === "")
    return [
      { edit: "remove", pointer },
      ...(hasOwn ? [] : [{ edit: "set", pointer: own, json: newOptions, after: ["slug", "type", "label"] } as const])
    ]
  return [
    { edit: "set", pointer, json: writtenColumns(typed), after: ["slug", "type", "label", "options"] },
    ...(hasOwn ? [{ edit: "remove", pointer: own } as const] : []),
    // Those of a table are its columns.
    ...(nodeAt(tree, attributes) === undefined ? [] : [{ edit: "remove", pointer: attributes } as const])
  ]
}

export const OptionsFromControl = ({ isDisabled, label, node, pointer, problem, tools, tree }: ControlProps) => {
  const { structure } = useMessages()
  return (
    <TextField
      label={label}
      description={structure.why.optionsFrom}
      problem={problem}
      isDisabled={isDisabled}
      isOptional
      value={shownColumns(node)}
      onChange={(typed) => void tools.store.edit(columnEdits(tree, pointer, typed), { typing: true })}
    />
  )
}
