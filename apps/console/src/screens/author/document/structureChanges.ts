/** Structure edits as the smallest changes of the text: formatting, numerals as typed and members that the console does not know stay. */
import { applyChanges, type TextChange } from "./TextChange.ts"
import { indentAt, moveWithin, partsOf, reindented, settingAt, takeOut, unitOf } from "./gaps.ts"
import { layOut } from "./layOut.ts"
import { endOf, entriesOf, membersOf, nodeAt, sourceOf } from "./nodes.ts"
import { type Node, parseText } from "./parseText.ts"
import { below, isWithin, lastOf, parentOf, tokensOf } from "./pointer.ts"
import type { StructureEdit } from "./StructureEdit.ts"
import { sourceOffset } from "./units.ts"

/** The changes of an edit, and what is selected after it. */
export interface StructureChanges {
  readonly changes: ReadonlyArray<TextChange>
  readonly pointer: string
}

type EditOf<Kind extends StructureEdit["edit"]> = Extract<StructureEdit, { readonly edit: Kind }>

const commonStart = (a: string, b: string): number => {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1
  return at
}

/** What two texts have in common at their ends; the first `start` characters count for neither. */
const commonEnd = (a: string, b: string, start: number): number => {
  let count = 0
  while (count < Math.min(a.length, b.length) - start && a.at(-1 - count) === b.at(-1 - count)) count += 1
  return count
}

/** A text's change at its differing characters alone, so that escapes beside them stay, and a caret beside them too. */
const changeOfText = (text: string, node: Node, before: string, after: string): TextChange => {
  const start = commonStart(before, after)
  const end = commonEnd(before, after, start)
  return {
    from: sourceOffset(text, node.offset, start),
    to: sourceOffset(text, node.offset, before.length - end),
    insert: JSON.stringify(after.slice(start, after.length - end)).slice(1, -1)
  }
}

const changeOfValue = (text: string, node: Node, json: string): TextChange => {
  const parsed = node.type === "string" ? parseText(json) : undefined
  if (parsed !== undefined && "tree" in parsed && parsed.tree.type === "string")
    return changeOfText(text, node, String(node.value), String(parsed.tree.value))
  return { from: node.offset, to: endOf(node), insert: layOut(json, indentAt(text, node.offset), unitOf(text)) }
}

const isStructured = (json: string): boolean => /^\s*[[{]/.test(json)

const set = (text: string, tree: Node, { after, json, pointer }: EditOf<"set">): StructureChanges | undefined => {
  const node = nodeAt(tree, pointer)
  if (node !== undefined) return { changes: [changeOfValue(text, node, json)], pointer }
  const parent = parentOf(pointer)
  const object = parent === undefined ? undefined : nodeAt(tree, parent)
  if (object?.type !== "object") return undefined
  const members = membersOf(object)
  const index = after === undefined ? members.length : members.findLastIndex(({ name }) => after.includes(name)) + 1
  const setting = settingAt(text, object, index, isStructured(json))
  const name = `${JSON.stringify(lastOf(pointer))}: `
  return { changes: [setting.put(name + layOut(json, setting.indent, unitOf(text)))], pointer }
}

/** What is selected when an entry is gone: the one that takes its place, or else the one before it, or the list. */
const besides = (container: Node, list: string, index: number): string => {
  const left = partsOf(container).length - 1
  return container.type === "object" || left === 0 ? list : below(list, Math.min(index, left - 1))
}

const indexIn = (container: Node, pointer: string): number =>
  container.type === "array"
    ? Number(lastOf(pointer))
    : membersOf(container).findIndex(({ name }) => name === lastOf(pointer))

const remove = (_: string, tree: Node, { pointer }: EditOf<"remove">): StructureChanges | undefined => {
  const list = parentOf(pointer)
  const container = list === undefined ? undefined : nodeAt(tree, list)
  if (list === undefined || container === undefined || nodeAt(tree, pointer) === undefined) return undefined
  const index = indexIn(container, pointer)
  const change = takeOut(container, index)
  return change === undefined ? undefined : { changes: [change], pointer: besides(container, list, index) }
}

const rename = (_: string, tree: Node, { name, pointer }: EditOf<"name">): StructureChanges | undefined => {
  const parent = parentOf(pointer)
  const members = parent === undefined ? [] : membersOf(nodeAt(tree, parent))
  const member = members.find((one) => one.name === lastOf(pointer))
  if (parent === undefined || member === undefined || members.some((one) => one !== member && one.name === name))
    return undefined
  const change = { from: member.key.offset, to: endOf(member.key), insert: JSON.stringify(name) }
  return { changes: [change], pointer: below(parent, name) }
}

const insert = (text: string, tree: Node, { index, json, list }: EditOf<"insert">): StructureChanges | undefined => {
  const array = nodeAt(tree, list)
  if (array?.type !== "array" || index < 0 || index > entriesOf(array).length) return undefined
  const setting = settingAt(text, array, index, isStructured(json))
  return { changes: [setting.put(layOut(json, setting.indent, unitOf(text)))], pointer: below(list, index) }
}

/** The pointer of a list once an entry elsewhere has been taken out: `/fields/5/fields` is `/fields/4/fields` without `/fields/2`. */
const without = (pointer: string, taken: string): string => {
  const list = parentOf(taken) ?? ""
  const at = tokensOf(list).length
  const tokens = tokensOf(pointer)
  const index = tokens[at]
  if (!isWithin(pointer, list) || index === undefined || Number(index) <= Number(lastOf(taken))) return pointer
  return tokens.map((token, depth) => (depth === at ? Number(index) - 1 : token)).reduce<string>(below, "")
}

const move = (text: string, tree: Node, { index, list, pointer }: EditOf<"move">): StructureChanges | undefined => {
  const from = parentOf(pointer)
  const source = from === undefined ? undefined : nodeAt(tree, from)
  const [node, target] = [nodeAt(tree, pointer), nodeAt(tree, list)]
  if (source?.type !== "array" || target?.type !== "array" || node === undefined || isWithin(list, pointer))
    return undefined
  const own = Number(lastOf(pointer))
  if (source === target) {
    const changes = moveWithin(text, source, own, index)
    return changes === undefined ? undefined : { changes, pointer: below(list, index) }
  }
  const taken = takeOut(source, own)
  if (taken === undefined || index < 0 || index > entriesOf(target).length) return undefined
  const setting = settingAt(text, target, index, isStructured(sourceOf(text, node)))
  const part = reindented(sourceOf(text, node), indentAt(text, node.offset), setting.indent)
  return { changes: [taken, setting.put(part)], pointer: below(without(list, pointer), index) }
}

const duplicate = (
  text: string,
  tree: Node,
  { pointer, with: others }: EditOf<"duplicate">
): StructureChanges | undefined => {
  const list = parentOf(pointer)
  const array = list === undefined ? undefined : nodeAt(tree, list)
  const node = nodeAt(tree, pointer)
  if (list === undefined || array?.type !== "array" || node === undefined) return undefined
  const copy = Object.entries(others).reduce(
    (part, [name, json]) => {
      const parsed = parseText(part)
      const changed =
        "tree" in parsed ? set(part, parsed.tree, { edit: "set", pointer: below("", name), json }) : undefined
      return changed === undefined ? part : applyChanges(part, changed.changes)
    },
    sourceOf(text, node)
  )
  const index = Number(lastOf(pointer)) + 1
  return { changes: [settingAt(text, array, index, true).put(copy)], pointer: below(list, index) }
}

/**
 * The changes that an edit makes.
 * @param text the source that `tree` was read from.
 * @returns undefined where the edit cannot be made: the pointer leads nowhere, the object has a member of that name, or an entry would go into itself.
 */
export const structureChanges = (text: string, tree: Node, edit: StructureEdit): StructureChanges | undefined => {
  switch (edit.edit) {
    case "set":
      return set(text, tree, edit)
    case "remove":
      return remove(text, tree, edit)
    case "name":
      return rename(text, tree, edit)
    case "insert":
      return insert(text, tree, edit)
    case "move":
      return move(text, tree, edit)
    case "duplicate":
      return duplicate(text, tree, edit)
  }
}
