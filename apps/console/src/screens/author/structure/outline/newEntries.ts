/** New parts of a form, and copies of parts, with names of their own. */
import { freeName, takenBy } from "../../document/freeName.ts"
import { entriesOf, memberOf, nodeAt, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import { below, lastOf, parentOf } from "../../document/pointer.ts"
import type { StructureEdit } from "../../document/StructureEdit.ts"
import { firstOf } from "../inspector/members.ts"
import type { GroupTexts } from "./newGroup.ts"

const freeIn = (list: Node | undefined, member: "id" | "slug", name: string): string => {
  const names = entriesOf(list).map((entry) => textOf(memberOf(entry, member)) ?? "")
  return freeName(new Set(member === "slug" ? takenBy(names) : names), name)
}

/** What a new part is made of. Its texts are the person's language. */
export interface NewTexts extends GroupTexts {
  readonly checkMessage: string
  readonly outcomeMessage: string
  readonly subject: string
  readonly text: string
}

/** The member of a new part that has to be given by its author first, and is empty until then: a fault says so. */
const newEntry = (list: string, node: Node | undefined, texts: NewTexts): object => {
  switch (list) {
    case "/checks":
      return { id: freeIn(node, "id", "check"), check: "true", message: texts.checkMessage }
    case "/outcomes":
      return { id: freeIn(node, "id", "outcome"), severity: "info", when: "false", message: texts.outcomeMessage }
    case "/effects":
      return {
        id: freeIn(node, "id", "effect"),
        kind: "notification",
        to: "",
        subject: texts.subject,
        text: texts.text
      }
    default:
      return { slug: freeIn(node, "slug", "field"), type: "text" }
  }
}

const appendedJson = (node: Node | undefined, list: string, json: string): StructureEdit =>
  node?.type === "array"
    ? { edit: "insert", list, index: entriesOf(node).length, json }
    : { edit: "set", pointer: list, json: `[${json}]` }

/** A new entry at the end of a list, which is made where it is missing. */
export const appended = (tree: Node, list: string, texts: NewTexts): StructureEdit => {
  const node = nodeAt(tree, list)
  return appendedJson(node, list, JSON.stringify(newEntry(list, node, texts)))
}

/** The list to which a new field goes: the rows of a list where one of its fields is selected, and else the form's own. */
export const listOfNew = (selected: string): string => /^\/fields\/\d+\/fields(?=\/)/u.exec(selected)?.[0] ?? "/fields"

/** A new field of a type: after the selected one, and at the end where another part is selected. */
export const newField = (tree: Node, selected: string, type: string): StructureEdit => {
  const list = listOfNew(selected)
  const node = nodeAt(tree, list)
  const json = `{"slug":${JSON.stringify(freeIn(node, "slug", "field"))},"type":${JSON.stringify(type)}${firstOf(type)}}`
  const after = /^\/(\d+)/u.exec(selected.startsWith(`${list}/`) ? selected.slice(list.length) : "")?.[1]
  return node?.type === "array" && after !== undefined
    ? { edit: "insert", list, index: Number(after) + 1, json }
    : appendedJson(node, list, json)
}

/** A new entry after another one. */
export const addedAfter = (tree: Node, pointer: string, texts: NewTexts): StructureEdit | undefined => {
  const list = parentOf(pointer)
  const node = list === undefined ? undefined : nodeAt(tree, list)
  if (list === undefined || node?.type !== "array") return undefined
  return { edit: "insert", list, index: Number(lastOf(pointer)) + 1, json: JSON.stringify(newEntry(list, node, texts)) }
}

/** A copy of an entry after it. */
export const copied = (tree: Node, pointer: string): StructureEdit | undefined => {
  const list = parentOf(pointer)
  const node = list === undefined ? undefined : nodeAt(tree, list)
  const entry = nodeAt(tree, pointer)
  if (node?.type !== "array" || entry === undefined) return undefined
  for (const member of ["slug", "id"] as const) {
    const name = textOf(memberOf(entry, member))
    if (name !== undefined)
      return { edit: "duplicate", pointer, with: { [member]: JSON.stringify(freeIn(node, member, name)) } }
  }
  return { edit: "duplicate", pointer, with: {} }
}

/** The pointers of a field and of the fields of its rows: who deletes a list deletes those too. */
export const deletedWith = (tree: Node, pointer: string): ReadonlyArray<string> => [
  pointer,
  ...entriesOf(memberOf(nodeAt(tree, pointer), "fields")).map((_, index) => below(below(pointer, "fields"), index))
]
