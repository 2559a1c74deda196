/** What a condition can be about: each field of a form, and each field of the rows of its lists. */
import type { Field, ListField } from "@formwork/rules/Definition"
import { groupsOf } from "@formwork/rules/groups"

export interface Subject {
  /** `cover`, or of a row `drivers.age`. No group is called as a field, so that it is either. */
  readonly id: string
  /** For people; with the slug where another one has the same label. */
  readonly label: string
  readonly field: Field
  /** Of a field of rows: a condition about it is true where it is true for any row. */
  readonly rows?: { readonly list: ListField; readonly name: string }
}

/** A row's name that no field has. */
const rowName = (taken: ReadonlySet<string>): string => {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? "row" : `row${number}`
    if (!taken.has(name)) return name
  }
}

const slugsIn = (fields: ReadonlyArray<Field>): ReadonlyArray<string> =>
  fields.flatMap((field) => [field.slug, ...(field.type === "list" ? slugsIn(field.fields) : [])])

export const subjectsOf = (fields: ReadonlyArray<Field>): ReadonlyArray<Subject> => {
  const slugs = slugsIn(fields)
  const name = rowName(new Set([...slugs, ...groupsOf(slugs)]))
  const all = fields.flatMap((field): ReadonlyArray<Subject> => {
    const own = { id: field.slug, label: field.label, field }
    if (field.type !== "list") return [own]
    const inRows = field.fields.map((inRow) => ({
      id: `${field.slug}.${inRow.slug}`,
      label: `${field.label} › ${inRow.label}`,
      field: inRow,
      rows: { list: field, name }
    }))
    return [own, ...inRows]
  })
  const times = new Map<string, number>()
  for (const { label } of all) times.set(label, (times.get(label) ?? 0) + 1)
  return all.map((one) => (times.get(one.label) === 1 ? one : { ...one, label: `${one.label} (${one.id})` }))
}
