/** Where a part of a form can go. */
import { entriesOf, memberOf, nodeAt, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import { below, lastOf, parentOf } from "../../document/pointer.ts"
import type { StructureEdit } from "../../document/StructureEdit.ts"

export type Direction = "up" | "down" | "in" | "out"

type Move = Extract<StructureEdit, { readonly edit: "move" }>

const isList = (field: Node | undefined): boolean => textOf(memberOf(field, "type")) === "list"

/** The pointer of the rows' fields of a list. */
const rowsOf = (pointer: string): string => below(pointer, "fields")

const intoNeighbour = (tree: Node, list: string, index: number): Pick<Move, "index" | "list"> | undefined => {
  for (const neighbour of [index - 1, index + 1]) {
    const pointer = below(list, neighbour)
    const rows = isList(nodeAt(tree, pointer)) ? nodeAt(tree, rowsOf(pointer)) : undefined
    if (rows?.type === "array") return { list: rowsOf(pointer), index: neighbour < index ? entriesOf(rows).length : 0 }
  }
  return undefined
}

/**
 * A step: up or down among its neighbours, into the list beside it (the one above it first), or out of its list to the place after it.
 * @returns undefined where there is no such step.
 */
export const stepOf = (tree: Node, pointer: string, direction: Direction): Move | undefined => {
  const list = parentOf(pointer)
  const length = entriesOf(list === undefined ? undefined : nodeAt(tree, list)).length
  if (list === undefined || length === 0) return undefined
  const index = Number(lastOf(pointer))
  const to = (place: Pick<Move, "index" | "list"> | undefined): Move | undefined =>
    place === undefined ? undefined : { edit: "move", pointer, ...place }
  switch (direction) {
    case "up":
      return to(index > 0 ? { list, index: index - 1 } : undefined)
    case "down":
      return to(index < length - 1 ? { list, index: index + 1 } : undefined)
    case "in":
      return to(list === "/fields" && !isList(nodeAt(tree, pointer)) ? intoNeighbour(tree, list, index) : undefined)
    case "out": {
      const owner = parentOf(list)
      const outer = owner === undefined ? undefined : parentOf(owner)
      return to(
        outer === "/fields" && owner !== undefined ? { list: outer, index: Number(lastOf(owner)) + 1 } : undefined
      )
    }
  }
}

/** A place among the entries of a list. */
export interface Place {
  readonly list: string
  /** Afterwards. */
  readonly index: number
  /** The slug of the list whose rows it is among; undefined among the form's own parts. */
  readonly of: string | undefined
  /** The name of the part that it comes after; undefined at the beginning. */
  readonly after: string | undefined
}

const nameOf = (entry: Node): string => textOf(memberOf(entry, "slug")) ?? textOf(memberOf(entry, "id")) ?? ""

const placesIn = (tree: Node, list: string, pointer: string, of: string | undefined): ReadonlyArray<Place> => {
  const own = parentOf(pointer) === list ? Number(lastOf(pointer)) : undefined
  const entries = entriesOf(nodeAt(tree, list))
  const gaps: ReadonlyArray<number> = [-1, ...entries.keys()]
  return gaps.flatMap((before) => {
    // Behind itself, and behind its neighbour above, it already is.
    if (own !== undefined && (before === own || before === own - 1)) return []
    const index = own !== undefined && before > own ? before : before + 1
    const entry = entries[before]
    return [{ list, index, of, after: entry === undefined ? undefined : nameOf(entry) }]
  })
}

/** Every place that a part can move to, in the order of the outline. */
export const placesFor = (tree: Node, pointer: string): ReadonlyArray<Place> => {
  const list = parentOf(pointer)
  if (list === undefined) return []
  if (!pointer.startsWith("/fields/")) return placesIn(tree, list, pointer, undefined)
  const own = placesIn(tree, "/fields", pointer, undefined)
  if (isList(nodeAt(tree, pointer))) return own
  const rows = entriesOf(memberOf(tree, "fields")).flatMap((field, index) =>
    isList(field) && memberOf(field, "fields")?.type === "array"
      ? placesIn(tree, rowsOf(below("/fields", index)), pointer, nameOf(field))
      : []
  )
  return [...own, ...rows]
}

/** The move that a drop makes; undefined where the part cannot go. */
export const dropOf = (
  tree: Node,
  pointer: string,
  target: string,
  position: "after" | "before" | "on"
): Move | undefined => {
  const list = position === "on" ? rowsOf(target) : parentOf(target)
  if (list === undefined || pointer === target) return undefined
  const place =
    position === "on" ? entriesOf(nodeAt(tree, list)).length : Number(lastOf(target)) + (position === "after" ? 1 : 0)
  const isOwn = parentOf(pointer) === list
  const index = isOwn && place > Number(lastOf(pointer)) ? place - 1 : place
  return placesFor(tree, pointer).some((one) => one.list === list && one.index === index)
    ? { edit: "move", pointer, list, index }
    : undefined
}
