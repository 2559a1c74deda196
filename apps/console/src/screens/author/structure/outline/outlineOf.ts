/** The outline of a definition. */
import { ownText } from "../../document/translations.ts"
import type { Fault } from "@formwork/rules/Fault"
import { entriesOf, memberOf, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import { below, isWithin } from "../../document/pointer.ts"
import type { OutlineItem, OutlineKind } from "./OutlineItem.ts"

type Part = Omit<OutlineItem, "faults">

interface Entries {
  readonly list: Node | undefined
  readonly pointer: string
  readonly key: string
  readonly part: (entry: Node, pointer: string, key: string) => Part
  readonly name: string
}

/** The entries of a list; of two with one name the second has its place in its key. */
const partsOf = ({ key, list, name, part, pointer }: Entries): ReadonlyArray<Part> => {
  const seen = new Set<string>()
  return entriesOf(list).map((entry, index) => {
    const named = `${key}/${textOf(memberOf(entry, name)) ?? `#${index}`}`
    const own = seen.has(named) ? `${named}#${index}` : named
    seen.add(own)
    return part(entry, below(pointer, index), own)
  })
}

const fieldPart = (entry: Node, pointer: string, key: string): Part => {
  const isList = textOf(memberOf(entry, "type")) === "list"
  return {
    key,
    pointer,
    kind: "field",
    name: textOf(memberOf(entry, "slug")) ?? "",
    label: ownText(memberOf(entry, "label")) ?? "",
    count: undefined,
    isList,
    isInternal: memberOf(entry, "internal")?.value === true,
    children: isList ? withoutFaults(fieldsOf(memberOf(entry, "fields"), below(pointer, "fields"), key)) : []
  }
}

const fieldsOf = (list: Node | undefined, pointer: string, key: string): ReadonlyArray<Part> =>
  partsOf({ list, pointer, key, part: fieldPart, name: "slug" })

/** Faults are counted at the end, so that a part without faults stays the same item. */
const withoutFaults = (parts: ReadonlyArray<Part>): ReadonlyArray<OutlineItem> =>
  parts.map((part) => ({ ...part, faults: 0 }))

const rulePart =
  (kind: OutlineKind, label: string) =>
  (entry: Node, pointer: string, key: string): Part => ({
    key,
    pointer,
    kind,
    name: textOf(memberOf(entry, "id")) ?? "",
    label: ownText(memberOf(entry, label)) ?? "",
    count: undefined,
    isList: false,
    isInternal: memberOf(entry, "internal")?.value === true,
    children: []
  })

const section = (kind: OutlineKind, pointer: string, parts: ReadonlyArray<Part> | undefined): Part => ({
  key: kind,
  pointer,
  kind,
  name: "",
  label: "",
  count: parts?.length,
  isList: false,
  isInternal: false,
  children: withoutFaults(parts ?? [])
})

const rules = (tree: Node, name: string, kind: OutlineKind, label: string): ReadonlyArray<Part> =>
  partsOf({ list: memberOf(tree, name), pointer: `/${name}`, key: name, part: rulePart(kind, label), name: "id" })

const counted = (part: Part, faults: ReadonlyArray<Fault>): OutlineItem => {
  const own = faults.filter(({ pointer }) => isWithin(pointer, part.pointer))
  return { ...part, faults: own.length, children: part.children.map((child) => counted(child, own)) }
}

const isSame = (a: OutlineItem, b: OutlineItem): boolean =>
  a.pointer === b.pointer &&
  a.kind === b.kind &&
  a.name === b.name &&
  a.label === b.label &&
  a.faults === b.faults &&
  a.count === b.count &&
  a.isList === b.isList &&
  a.isInternal === b.isInternal &&
  a.children.length === b.children.length &&
  a.children.every((child, index) => child === b.children[index])

/** The earlier item if nothing in it changed: a row is drawn again only for another object. */
const kept = (item: OutlineItem, before: ReadonlyMap<string, OutlineItem>): OutlineItem => {
  const next = { ...item, children: item.children.map((child) => kept(child, before)) }
  const old = before.get(item.key)
  return old !== undefined && isSame(old, next) ? old : next
}

/** Every item of an outline, the outermost first. */
export const allItems = (items: ReadonlyArray<OutlineItem>): ReadonlyArray<OutlineItem> =>
  items.flatMap((item) => [item, ...allItems(item.children)])

/**
 * @param before the outline of the text before: items that are still the same are taken from it.
 */
export const outlineOf = (
  tree: Node,
  faults: ReadonlyArray<Fault>,
  before: ReadonlyArray<OutlineItem> = []
): ReadonlyArray<OutlineItem> => {
  const sections = [
    section("fields", "/fields", fieldsOf(memberOf(tree, "fields"), "/fields", "fields")),
    section("checks", "/checks", rules(tree, "checks", "check", "message")),
    section("outcomes", "/outcomes", rules(tree, "outcomes", "outcome", "severity")),
    section("effects", "/effects", rules(tree, "effects", "effect", "kind")),
    section("workflow", "/workflow", undefined)
  ].map((part) => counted(part, faults))
  const rest = faults.length - sections.reduce((sum, item) => sum + item.faults, 0)
  const old = new Map(allItems(before).map((item) => [item.key, item]))
  return [{ ...section("form", "", undefined), faults: rest }, ...sections].map((item) => kept(item, old))
}

/** The innermost item that a pointer leads to or into. */
export const itemAt = (items: ReadonlyArray<OutlineItem>, pointer: string): OutlineItem | undefined => {
  const around = items.find((item) => item.kind !== "form" && isWithin(pointer, item.pointer))
  return around === undefined
    ? items.find(({ kind }) => kind === "form")
    : ((around.children.length === 0 ? undefined : inner(around, pointer)) ?? around)
}

const inner = (item: OutlineItem, pointer: string): OutlineItem | undefined => {
  const child = item.children.find((one) => isWithin(pointer, one.pointer))
  return child === undefined ? undefined : (inner(child, pointer) ?? child)
}
