/**
 * Reads a text that differs in one place from one that was read. Only the value around that place is read again; the nodes around it are
 * copied to where they are now.
 */
import { endOf } from "./nodes.ts"
import { brokenAt, type Node, type Parsed, parseText, readValue, type Wrong } from "./parseText.ts"

/** A text that is JSON, with its tree. */
export interface Good {
  readonly text: string
  readonly tree: Node
}

/** Characters `from` to `to` of the text before are others now. */
interface Difference {
  readonly from: number
  readonly to: number
  /** How many characters more the text has now; negative for fewer. */
  readonly longer: number
}

const differenceOf = (before: string, now: string): Difference => {
  const most = Math.min(before.length, now.length)
  let from = 0
  while (from < most && before.charCodeAt(from) === now.charCodeAt(from)) from += 1
  let same = 0
  while (same < most - from && before.charCodeAt(before.length - 1 - same) === now.charCodeAt(now.length - 1 - same))
    same += 1
  return { from, to: before.length - same, longer: now.length - before.length }
}

/** A value of the text before, and how many levels it stands in. */
interface Candidate {
  readonly node: Node
  readonly levels: number
}

/** The values below the outermost whose first and last character are those of before, the innermost first. A member's name is none of them. */
const aroundOf = (tree: Node, { from, to }: Difference): ReadonlyArray<Candidate> => {
  const found: Array<Candidate> = []
  let levels = 0
  let node: Node | undefined = tree
  while (node !== undefined) {
    if (node !== tree && node.type !== "property") found.unshift({ node, levels })
    if (node.type === "object" || node.type === "array") levels += 1
    const inside: ReadonlyArray<Node> =
      node.type === "property" ? (node.children ?? []).slice(1) : (node.children ?? [])
    node = inside.find((child) => child.offset < from && to < endOf(child))
  }
  return found
}

/** How many values are tried. */
const TRIES = 2

/**
 * @param before the text that was read.
 * @returns the same as `parseText(text)`. Of the very text before it is its tree.
 */
export const reparse = (before: Good, text: string): Parsed => {
  if (text === before.text) return { tree: before.tree }
  const difference = differenceOf(before.text, text)
  for (const { levels, node } of aroundOf(before.tree, difference).slice(0, TRIES)) {
    const part = text.slice(node.offset, endOf(node) + difference.longer)
    // Then all of the text is as fast.
    if (part.length > text.length / 2) break
    const read = readValue(part, levels)
    if ("tree" in read) return { tree: withPart(before.tree, { ...difference, old: node, part: read.tree }) }
    if (isWrongIn(part, read.wrong)) return brokenAt(text, read.wrong.reason, node.offset + read.wrong.from)
  }
  return parseText(text)
}

/**
 * Whether all of the text is wrong for this reason at this place: the parser stops there before it sees what follows the part, and what
 * follows the part is on its old level.
 */
const isWrongIn = ({ length }: string, { isClosed, reason, to }: Wrong): boolean =>
  isClosed && reason !== "end" && to < length

interface Exchange extends Difference {
  readonly old: Node
  /** The tree of what stands there now, from its own beginning. */
  readonly part: Node
}

type Made = { -readonly [Member in keyof Node]: Node[Member] }

const withPart = (tree: Node, exchange: Exchange): Node => {
  const made: Made = { ...tree, length: tree.length + exchange.longer }
  made.children = tree.children?.map((child) => exchanged(child, made, exchange)) ?? []
  return made
}

const exchanged = (node: Node, parent: Node, exchange: Exchange): Node => {
  const { longer, old, part, to } = exchange
  if (node === old) return copied(part, parent, old.offset)
  if (node.offset >= to) return copied(node, parent, longer)
  if (endOf(node) < to) return copied(node, parent, 0)
  const made: Made = { ...node, length: node.length + longer, parent }
  made.children = node.children?.map((child) => exchanged(child, made, exchange)) ?? []
  return made
}

/** A node and all that is in it, moved. */
const copied = (node: Node, parent: Node, by: number): Node => {
  const made: Made = { type: node.type, offset: node.offset + by, length: node.length, parent }
  if (node.children === undefined) {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- jsonc-parser types it as any
    made.value = node.value
    return made
  }
  if (node.colonOffset !== undefined) made.colonOffset = node.colonOffset + by
  made.children = node.children.map((child) => copied(child, made, by))
  return made
}
