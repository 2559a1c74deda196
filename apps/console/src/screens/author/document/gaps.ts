/** What stands between the members of an object or the entries of a list, and how a new one is put among them. */
import { endOf } from "./nodes.ts"
import type { Node } from "./parseText.ts"
import type { TextChange } from "./TextChange.ts"

/** The members of an object with their names, or the entries of a list. */
export const partsOf = (node: Node): ReadonlyArray<Node> => node.children ?? []

/** White space at the beginning of the line of a place. */
export const indentAt = (text: string, offset: number): string => {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset)
  return line.slice(0, line.search(/[^ \t]|$/))
}

/** White space of one level: that of the first line that is indented, or two blanks. */
export const unitOf = (text: string): string => /\n([ \t]+)["[{]/.exec(text)?.[1] ?? "  "

const commonest = (gaps: ReadonlyArray<string>): string | undefined => {
  const counts = new Map<string, number>()
  for (const gap of gaps) counts.set(gap, (counts.get(gap) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return gaps.find((gap) => counts.get(gap) === most)
}

/** White space in front of each part of an object or a list that has some. */
const gapOf = (text: string, container: Node, parts: ReadonlyArray<Node>): string => {
  const between = parts.slice(1).map((part, index) => {
    const before = parts[index]
    return before === undefined ? " " : text.slice(endOf(before), part.offset).replace(/^\s*,/, "")
  })
  const lead = text.slice(container.offset + 1, parts[0]?.offset)
  return commonest(between) ?? (lead.includes("\n") ? lead : " ")
}

/** Whether each part of an object or a list stands on a line of its own. For an empty one, what is around it decides. */
const isOpen = (text: string, container: Node, isStructured: boolean): boolean => {
  const own = partsOf(container)
  if (own.length > 0) return gapOf(text, container, own).includes("\n")
  const around = container.parent?.type === "property" ? container.parent.parent : container.parent
  if (around === undefined) return true
  return isStructured && container.type === "array" && isOpen(text, around, true)
}

/** How a part is written where it is put in. */
export interface Setting {
  /** White space at the beginning of its line. */
  readonly indent: string
  /** Takes the part as written, and gives the change. */
  readonly put: (part: string) => TextChange
}

/**
 * Putting a part into an object or a list, in the style of the parts that are there.
 * @param index the place that it gets, from 0 to their number.
 * @param isStructured whether it is an object or a list itself: into an empty list it goes on a line of its own.
 */
export const settingAt = (text: string, container: Node, index: number, isStructured: boolean): Setting => {
  const parts = partsOf(container)
  const outer = indentAt(text, container.offset)
  if (parts.length === 0) {
    const [from, to] = [container.offset + 1, endOf(container) - 1]
    const inner = outer + unitOf(text)
    if (isOpen(text, container, isStructured))
      return { indent: inner, put: (part) => ({ from, to, insert: `\n${inner}${part}\n${outer}` }) }
    const blank = container.type === "object" ? " " : ""
    return { indent: outer, put: (part) => ({ from, to, insert: `${blank}${part}${blank}` }) }
  }
  const gap = gapOf(text, container, parts)
  const indent = gap.includes("\n") ? gap.slice(gap.lastIndexOf("\n") + 1) : outer
  const before = parts[index - 1]
  if (before === undefined) {
    const from = parts[0]?.offset ?? container.offset + 1
    return { indent, put: (part) => ({ from, to: from, insert: `${part},${gap}` }) }
  }
  const from = endOf(before)
  return { indent, put: (part) => ({ from, to: from, insert: `,${gap}${part}` }) }
}

/** Taking a part out, with its comma. */
export const takeOut = (container: Node, index: number): TextChange | undefined => {
  const parts = partsOf(container)
  const part = parts[index]
  if (part === undefined) return undefined
  const [before, after] = [parts[index - 1], parts[index + 1]]
  if (before !== undefined) return { from: endOf(before), to: endOf(part), insert: "" }
  if (after !== undefined) return { from: part.offset, to: after.offset, insert: "" }
  return { from: container.offset + 1, to: endOf(container) - 1, insert: "" }
}

/** Moving a part within its list. What is between two parts goes with them, so that moving it back gives the text as it was. */
export const moveWithin = (
  text: string,
  container: Node,
  from: number,
  to: number
): ReadonlyArray<TextChange> | undefined => {
  const parts = partsOf(container)
  const [part, target] = [parts[from], parts[to]]
  const neighbour = parts[from < to ? from + 1 : from - 1]
  if (part === undefined || target === undefined || neighbour === undefined || from === to) return undefined
  const own = text.slice(part.offset, endOf(part))
  if (from < to) {
    const gap = text.slice(endOf(part), neighbour.offset)
    return [
      { from: part.offset, to: neighbour.offset, insert: "" },
      { from: endOf(target), to: endOf(target), insert: gap + own }
    ]
  }
  const gap = text.slice(endOf(neighbour), part.offset)
  return [
    { from: endOf(neighbour), to: endOf(part), insert: "" },
    { from: target.offset, to: target.offset, insert: own + gap }
  ]
}

/** A part that spans lines, for another indentation. JSON has no line breaks in its texts, so only white space changes. */
export const reindented = (part: string, before: string, after: string): string =>
  before === after
    ? part
    : part
        .split("\n")
        .map((line, index) => (index > 0 && line.startsWith(before) ? after + line.slice(before.length) : line))
        .join("\n")
