/** Giving a field another type. */
import { memberOf, membersOf, nodeAt } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import { below } from "../../document/pointer.ts"
import type { StructureEdit } from "../../document/StructureEdit.ts"
import { membersOfField } from "./members.ts"
import { isRowField } from "./partAt.ts"

const membersOfType = (type: string, isRow: boolean) => membersOfField(type, isRow).flatMap(({ members }) => members)

/**
 * The edits that give a field another type: members that the new one does not have go, and those that it needs come. A member that neither type knows
 * stays, and so do the bounds of a field whose values are of the same kind.
 */
export const changeType = (
  tree: Node,
  pointer: string,
  before: string,
  after: string
): ReadonlyArray<StructureEdit> => {
  const field = nodeAt(tree, pointer)
  const isRow = isRowField(pointer)
  const known = new Map(membersOfType(after, isRow).map((member) => [member.name, member]))
  const old = new Set(membersOfType(before, isRow).map(({ name }) => name))
  const gone = membersOf(field).filter(({ name }) => old.has(name) && !known.has(name))
  const come = [...known.values()].filter(
    ({ first, name }) =>
      first !== undefined &&
      memberOf(field, name) === undefined &&
      !(name === "options" && memberOf(field, "optionsFrom") !== undefined)
  )
  return [
    { edit: "set", pointer: below(pointer, "type"), json: JSON.stringify(after), after: ["slug"] },
    ...gone.map(({ name }): StructureEdit => ({ edit: "remove", pointer: below(pointer, name) })),
    ...come.map(({ first = "null", name }): StructureEdit => ({
      edit: "set",
      pointer: below(pointer, name),
      json: first,
      after: [...old]
    }))
  ]
}
