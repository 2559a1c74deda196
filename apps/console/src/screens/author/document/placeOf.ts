/** Between a place of a definition (pointer, and range in a text) and a place in its source. */
import { endOf, nearestAt, pointerOf } from "./nodes.ts"
import type { Node } from "./parseText.ts"
import { sourceOffset, unitOffset } from "./units.ts"

/** What a fault says about its place: `Fault` of the rules, or a reference. */
export interface Placed {
  readonly pointer: string
  /** In UTF-16 units of the decoded text. */
  readonly range?: { readonly start: number; readonly end: number }
}

/** Characters `from` (inclusive) to `to` (exclusive) of the source. */
export interface SourceRange {
  readonly from: number
  readonly to: number
}

const rangeOf = ({ length, offset }: Node): SourceRange => ({ from: offset, to: offset + length })

/** The name of an object or a list, or its bracket if it has no name: underlining all of it would underline half a form. */
const markOf = (node: Node): SourceRange => {
  if (node.type !== "object" && node.type !== "array") return rangeOf(node)
  const key = node.parent?.type === "property" ? node.parent.children?.[0] : undefined
  return key === undefined ? { from: node.offset, to: node.offset + 1 } : rangeOf(key)
}

/**
 * The characters of the source that a fault is about. With a range they are those of the range; without one the whole value, or the name of an
 * object or a list. A pointer that leads nowhere gives the place of what is around it.
 * @param text the source that `tree` was read from.
 */
export const placeOf = (text: string, tree: Node, { pointer, range }: Placed): SourceRange => {
  const { node, pointer: found } = nearestAt(tree, pointer)
  if (range === undefined || node.type !== "string" || found !== pointer) return markOf(node)
  const last = unitOffset(text, node.offset, endOf(node), endOf(node))
  const start = Math.min(range.start, last)
  return {
    from: sourceOffset(text, node.offset, start),
    to: sourceOffset(text, node.offset, Math.max(start, Math.min(range.end, last)))
  }
}

/** Where a caret is. */
export interface CaretPlace {
  readonly pointer: string
  /** In UTF-16 units of the decoded text, where the caret is in one. */
  readonly offset?: number
}

const holds = (node: Node, offset: number): boolean => offset >= node.offset && offset <= endOf(node)

/** Of two that touch at the caret, `"a"|,` and `|"b"`, the one that begins before it. */
const innermost = (node: Node, offset: number): Node => {
  const child = node.children?.find((one) => holds(one, offset))
  return child === undefined ? node : innermost(child, offset)
}

/**
 * The member at a place of the source: the innermost value, or of a caret in a name the value that it names. Between values it is
 * what is around them.
 */
export const pointerAt = (text: string, tree: Node, offset: number): CaretPlace => {
  const node = innermost(tree, offset)
  const isKey = node.parent?.type === "property" && node.parent.children?.[0] === node
  const value = node.type === "property" ? node.children?.[1] : isKey ? node.parent?.children?.[1] : node
  const pointer = pointerOf(value ?? node)
  const isInside = value === node && node.type === "string" && offset > node.offset && offset < endOf(node)
  return isInside ? { pointer, offset: unitOffset(text, node.offset, endOf(node), offset) } : { pointer }
}
