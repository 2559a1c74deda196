/** Reading the tree of a text. */
import { getNodeValue } from "jsonc-parser"
import type { Json } from "@formwork/rules/Json"
import type { Node } from "./parseText.ts"
import { below, tokensOf } from "./pointer.ts"

/** A member of an object: its name and its value, as they stand in the text. */
export interface MemberNode {
  readonly name: string
  readonly key: Node
  readonly value: Node
  /** From the name to the end of the value. */
  readonly whole: Node
}

/** The members of an object, in their order. Empty for any other value. */
export const membersOf = (node: Node | undefined): ReadonlyArray<MemberNode> =>
  node?.type === "object"
    ? (node.children ?? []).flatMap((whole) => {
        const [key, value] = whole.children ?? []
        return key === undefined || value === undefined ? [] : [{ name: String(key.value), key, value, whole }]
      })
    : []

/** The entries of a list. Empty for any other value. */
export const entriesOf = (node: Node | undefined): ReadonlyArray<Node> =>
  node?.type === "array" ? (node.children ?? []) : []

export const memberOf = (node: Node | undefined, name: string): Node | undefined =>
  membersOf(node).find((member) => member.name === name)?.value

const stepInto = (node: Node | undefined, token: string): Node | undefined =>
  node?.type === "array"
    ? /^(?:0|[1-9]\d*)$/.test(token)
      ? node.children?.[Number(token)]
      : undefined
    : memberOf(node, token)

/** What a pointer leads to. */
export const nodeAt = (tree: Node, pointer: string): Node | undefined =>
  tokensOf(pointer).reduce<Node | undefined>(stepInto, tree)

/** The longest beginning of a pointer that leads to something. */
export const nearestAt = (tree: Node, pointer: string): { readonly pointer: string; readonly node: Node } => {
  let found = { pointer: "", node: tree }
  for (const token of tokensOf(pointer)) {
    const node = stepInto(found.node, token)
    if (node === undefined) return found
    found = { pointer: below(found.pointer, token), node }
  }
  return found
}

/** The pointer of a value. */
export const pointerOf = (node: Node): string => {
  const { parent } = node
  if (parent === undefined) return ""
  if (parent.type === "property")
    return parent.parent === undefined ? "" : below(pointerOf(parent.parent), String(parent.children?.[0]?.value))
  return below(pointerOf(parent), parent.children?.indexOf(node) ?? 0)
}

/** The place after the last character. */
export const endOf = ({ length, offset }: Node): number => offset + length

/** The value as it is written in the text, so that a number keeps its digits. */
export const sourceOf = (text: string, { length, offset }: Node): string => text.slice(offset, offset + length)

/** The value. A number is rounded to a double, so show and compare numbers by `sourceOf`. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- jsonc-parser types it as any; the tree was read from JSON
export const valueOf = (node: Node): Json => getNodeValue(node) as Json

/** The text that a member is; undefined if it is missing or something else. */
export const textOf = (node: Node | undefined): string | undefined =>
  node?.type === "string" ? String(node.value) : undefined
