/** The part of a form that the inspector shows. */
import { memberOf, nodeAt, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import { ownText } from "../../document/translations.ts"
import { type MemberGroup, membersOfField, membersOfKind } from "./members.ts"

type PartKind = "form" | "field" | "check" | "outcome" | "effect" | "section" | "workflow"

export interface Part {
  readonly kind: PartKind
  readonly pointer: string
  readonly node: Node | undefined
  readonly name: string
}

const forms: ReadonlyArray<readonly [RegExp, PartKind]> = [
  [/^\/fields\/\d+(?:\/fields\/\d+)?/, "field"],
  [/^\/checks\/\d+/, "check"],
  [/^\/outcomes\/\d+/, "outcome"],
  [/^\/effects\/\d+/, "effect"],
  [/^\/(?:fields|checks|outcomes|effects)/, "section"],
  [/^\/workflow/, "workflow"]
]

/** The part that a pointer leads to or into. */
export const partAt = (tree: Node, pointer: string): Part => {
  for (const [form, kind] of forms) {
    const [found] = form.exec(pointer) ?? []
    if (found === undefined) continue
    const node = nodeAt(tree, found)
    const name = textOf(memberOf(node, "slug")) ?? textOf(memberOf(node, "id")) ?? ""
    return { kind, pointer: found, node, name }
  }
  return { kind: "form", pointer: "", node: tree, name: ownText(memberOf(tree, "title")) ?? "" }
}

/** Whether a field belongs to the rows of a list. */
export const isRowField = (pointer: string): boolean => /^\/fields\/\d+\/fields\/\d+/.test(pointer)

/** The members that the table has for a part; those of an effect come from its schema. */
export const groupsOf = ({ kind, node, pointer }: Part): ReadonlyArray<MemberGroup> => {
  switch (kind) {
    case "field":
      return membersOfField(textOf(memberOf(node, "type")) ?? "", isRowField(pointer))
    case "form":
    case "check":
    case "outcome":
      return [{ id: "basics", members: membersOfKind(kind) }]
    default:
      return []
  }
}
