/** A table of the organisation as a definition names it: by its name alone, which is its newest version at publishing, or with a version. */
import { freeName, takenBy } from "../../../document/freeName.ts"
import type { Node } from "../../../document/parseText.ts"
import { entriesOf, memberOf, membersOf, textOf, valueOf } from "../../../document/nodes.ts"

export interface NamedTable {
  readonly table: string
  /** As the author wrote it; empty for the newest. */
  readonly version: string
}

/** Undefined for a table whose rows stand in the form. */
export const namedIn = (node: Node): NamedTable | undefined => {
  if (node.type === "string") return { table: textOf(node) ?? "", version: "" }
  const table = memberOf(node, "table")
  if (table === undefined) return undefined
  const version = memberOf(node, "version")
  const written = version === undefined ? "" : (textOf(version) ?? JSON.stringify(valueOf(version)))
  return { table: textOf(table) ?? "", version: written }
}

/** A version that is no number stays as a text, and the check says so. */
export const namedJson = ({ table, version }: NamedTable): string => {
  if (version.trim() === "") return JSON.stringify(table)
  const number = Number(version)
  return JSON.stringify({ table, version: Number.isSafeInteger(number) ? number : version })
}

/** What a form calls another table: as the organisation does, unless a table, a field or a group of the form has the name. */
export const freeTableName = (tree: Node, tables: Node | undefined, wanted: string): string => {
  const slugs = entriesOf(memberOf(tree, "fields")).map((field) => textOf(memberOf(field, "slug")) ?? "")
  return freeName(new Set([...membersOf(tables).map(({ name }) => name), ...takenBy(slugs)]), wanted)
}
