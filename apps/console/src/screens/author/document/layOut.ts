/** JSON as a person would write it: what fits on one line stays on it, anything longer has one member or entry on each line. Numbers stay as written. */
import { membersOf, sourceOf } from "./nodes.ts"
import { type Node, parseText } from "./parseText.ts"

/** Characters of a line. */
const WIDTH = 120

const isEmpty = ({ children = [] }: Node): boolean => children.length === 0

const flat = (text: string, node: Node): string => {
  if (node.type === "object")
    return isEmpty(node)
      ? "{}"
      : `{ ${membersOf(node)
          .map(({ key, value }) => `${sourceOf(text, key)}: ${flat(text, value)}`)
          .join(", ")} }`
  if (node.type === "array") return `[${(node.children ?? []).map((entry) => flat(text, entry)).join(", ")}]`
  return sourceOf(text, node)
}

/** The form itself, and its lists of fields and rules: each entry has a line of its own, even in a short list. */
const isAlwaysOpen = (node: Node, indent: string, unit: string): boolean =>
  indent === "" || (indent === unit && node.type === "array" && node.children?.[0]?.type === "object")

const write = (text: string, node: Node, indent: string, unit: string, used: number): string => {
  const line = flat(text, node)
  if (node.children === undefined || isEmpty(node)) return line
  if (!isAlwaysOpen(node, indent, unit) && indent.length + used + line.length <= WIDTH) return line
  const inner = indent + unit
  const parts =
    node.type === "object"
      ? membersOf(node).map(({ key, value }) => {
          const name = `${sourceOf(text, key)}: `
          return name + write(text, value, inner, unit, name.length + 1)
        })
      : (node.children ?? []).map((entry) => write(text, entry, inner, unit, 1))
  const [open, close] = node.type === "object" ? ["{", "}"] : ["[", "]"]
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`
}

/**
 * Lays a JSON text out. The outermost object or list is written over several lines where `indent` is empty, as a file is.
 * @param json one JSON text; anything else is given back unchanged.
 * @param indent white space in front of the line that it will stand in.
 * @param unit white space of one level.
 *
 * ```ts
 * layOut('{"title":"Quote","fields":[{"slug":"a","type":"text"}]}')
 * ```
 */
export const layOut = (json: string, indent = "", unit = "  "): string => {
  const parsed = parseText(json)
  return "broken" in parsed ? json : write(json, parsed.tree, indent, unit, 0)
}
