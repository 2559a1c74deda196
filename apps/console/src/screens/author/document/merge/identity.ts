/** What identifies an entry of a list, so that versions of the list can be compared entry by entry. */
import { memberOf, textOf } from "../nodes.ts"
import type { Node } from "../parseText.ts"

/** A field is identified by its slug, a rule by its id, an option by its value, and a transition by its state and its name. */
const names: ReadonlyArray<ReadonlyArray<string>> = [["slug"], ["id"], ["value"], ["name", "from"]]

const nameOf = (node: Node): string | undefined => {
  if (node.type === "string") return textOf(node)
  for (const members of names) {
    const texts = members.map((member) => textOf(memberOf(node, member)))
    if (texts.every((text) => text !== undefined)) return texts.join(" ")
  }
  return undefined
}

/** The entries by their names. Undefined where one has no name, or two have the same. */
export const namedEntries = (list: Node): ReadonlyMap<string, Node> | undefined => {
  const found = new Map<string, Node>()
  for (const entry of list.children ?? []) {
    const name = nameOf(entry)
    if (name === undefined || found.has(name)) return undefined
    found.set(name, entry)
  }
  return found
}
