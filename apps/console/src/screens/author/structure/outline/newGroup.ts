/** Groups of fields that many forms have, ready made: an address and a location. */
import { freeName, takenBy } from "../../document/freeName.ts"
import { entriesOf, memberOf, membersOf, nodeAt, textOf } from "../../document/nodes.ts"
import type { Node } from "../../document/parseText.ts"
import type { StructureEdit } from "../../document/StructureEdit.ts"

export type GroupKind = "address" | "location"

/** What people read of them, in the author's language. */
export interface GroupTexts {
  readonly address: Readonly<Record<"title" | "street" | "postcode" | "city" | "country", string>>
  readonly location: Readonly<Record<"title" | "latitude" | "longitude", string>>
}

const text = (label: string, maxLength: number): object => ({ type: "text", label, maxLength })

const degrees = (label: string, most: number): object => ({
  type: "number",
  label,
  unit: "°",
  decimals: 6,
  min: -most,
  max: most
})

const fieldsOf = (kind: GroupKind, { address, location }: GroupTexts): Readonly<Record<string, object>> =>
  kind === "address"
    ? {
        street: text(address.street, 120),
        postcode: text(address.postcode, 12),
        city: text(address.city, 100),
        country: text(address.country, 100)
      }
    : { latitude: degrees(location.latitude, 90), longitude: degrees(location.longitude, 180) }

const slugsIn = (fields: Node | undefined): ReadonlyArray<string> =>
  entriesOf(fields).flatMap((entry) => [textOf(memberOf(entry, "slug")) ?? "", ...slugsIn(memberOf(entry, "fields"))])

/** Names that no group can have: of fields, those of rows too, of groups, tables and constants. */
const takenIn = (tree: Node): ReadonlySet<string> => {
  const slugs = slugsIn(nodeAt(tree, "/fields"))
  const named = ["/tables", "/constants"].flatMap((list) => membersOf(nodeAt(tree, list)).map(({ name }) => name))
  return new Set([...takenBy(slugs), ...named])
}

const idsOf = (sections: Node | undefined): ReadonlySet<string> =>
  new Set(entriesOf(sections).map((entry) => textOf(memberOf(entry, "id")) ?? ""))

/** The fields at the end, as one change; in a form with sections in one of their own, because fields of none come after all of them. */
export const newGroup = (tree: Node, kind: GroupKind, texts: GroupTexts): ReadonlyArray<StructureEdit> => {
  const [fields, sections] = [nodeAt(tree, "/fields"), nodeAt(tree, "/sections")]
  const group = freeName(takenIn(tree), kind)
  const made = Object.entries(fieldsOf(kind, texts)).map(([name, field]) => ({ slug: `${group}.${name}`, ...field }))
  const count = entriesOf(fields).length
  const laid = entriesOf(sections).length
  const id = freeName(idsOf(sections), group)
  const section = { id, title: texts[kind].title, fields: made.map(({ slug }) => slug) }
  const [first] = made
  return [
    ...(fields?.type === "array"
      ? made.map((field, index): StructureEdit => ({
          edit: "insert",
          list: "/fields",
          index: count + index,
          json: JSON.stringify(field)
        }))
      : [{ edit: "set", pointer: "/fields", json: JSON.stringify(made) } as const]),
    ...(laid === 0 ? [] : [{ edit: "insert", list: "/sections", index: laid, json: JSON.stringify(section) } as const]),
    // Selects the first of them.
    { edit: "set", pointer: `/fields/${count}/slug`, json: JSON.stringify(first?.slug ?? group) }
  ]
}
