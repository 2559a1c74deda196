/** Changes of the attributes of options: in the field, and in each option that has one. */
import { entriesOf, memberOf, nodeAt } from "../../../document/nodes.ts"
import type { Node } from "../../../document/parseText.ts"
import { below, parentOf } from "../../../document/pointer.ts"
import type { StructureEdit } from "../../../document/StructureEdit.ts"
import type { AttributeOf } from "./optionColumns.ts"

/** The members of options that have the name. */
const inOptions = (tree: Node, pointer: string, name: string): ReadonlyArray<string> => {
  const options = below(parentOf(pointer) ?? "", "options")
  return name === ""
    ? []
    : entriesOf(nodeAt(tree, options)).flatMap((option, index) =>
        memberOf(option, name) === undefined ? [] : [below(below(options, index), name)]
      )
}

/** @param pointer of the attributes. */
export const renamed = (
  tree: Node,
  pointer: string,
  index: number,
  before: string,
  name: string
): ReadonlyArray<StructureEdit> => [
  { edit: "set", pointer: below(below(pointer, index), "name"), json: JSON.stringify(name) },
  ...inOptions(tree, pointer, before).map((at): StructureEdit => ({ edit: "name", pointer: at, name }))
]

/** The last one takes the list with it: an empty one is a fault. */
export const removed = (tree: Node, pointer: string, index: number, name: string): ReadonlyArray<StructureEdit> => [
  ...inOptions(tree, pointer, name).map((at): StructureEdit => ({ edit: "remove", pointer: at })),
  { edit: "remove", pointer: entriesOf(nodeAt(tree, pointer)).length === 1 ? pointer : below(pointer, index) }
]

/** An attribute of another type has no decimals, unless it is a number. */
export const retyped = (tree: Node, pointer: string, index: number, type: string): ReadonlyArray<StructureEdit> => {
  const at = below(pointer, index)
  const decimals = memberOf(nodeAt(tree, at), "decimals")
  return [
    { edit: "set", pointer: below(at, "type"), json: JSON.stringify(type), after: ["name"] },
    ...(decimals === undefined || type === "number"
      ? []
      : [{ edit: "remove" as const, pointer: below(at, "decimals") }])
  ]
}

/** A new attribute, with a name that none has yet. */
export const newAttribute = (attributes: ReadonlyArray<AttributeOf>): string => {
  const taken = new Set(attributes.map(({ name }) => name))
  let name = "score"
  for (let number = 2; taken.has(name); number += 1) name = `score${number}`
  return JSON.stringify({ name, type: "number" })
}
