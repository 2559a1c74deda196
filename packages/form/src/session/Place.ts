/** Where a pointer leads: a field of the form, a row of a list, or a field of a row. */
import type { FillableField } from "@formwork/rules/FillableForm"

export interface Place {
  readonly pointer: string
  /** The form's own field: the list, where there is a row. */
  readonly top: FillableField
  readonly row?: number
  /** The field of the row. */
  readonly inRow?: FillableField
}

export type Fields = ReadonlyMap<string, FillableField>

export const bySlug = (fields: ReadonlyArray<FillableField>): Fields =>
  new Map(fields.map((field) => [field.field.slug, field]))

const ROW = /^(?:0|[1-9]\d*)$/

/** @returns undefined for a pointer that leads to nothing in the form. Whether the row is there is not looked at. */
export const placeOf = (fields: Fields, pointer: string): Place | undefined => {
  // A group and its field are two steps.
  if (pointer.includes(".")) return undefined
  // Slugs need no escapes. Most places are fields of the form itself.
  if (pointer.lastIndexOf("/") === 0) {
    const own = fields.get(pointer.slice(1))
    return own && { pointer, top: own }
  }
  const [before, first = "", ...rest] = pointer.split("/")
  // A field of the form, or one in a group.
  const slug = fields.has(first) ? first : `${first}.${rest.shift()}`
  const [row, inRow, more] = rest
  const top = fields.get(slug)
  if (before !== "" || top === undefined || more !== undefined) return undefined
  if (row === undefined) return { pointer, top }
  if (top.field.type !== "list" || !ROW.test(row)) return undefined
  if (inRow === undefined) return { pointer, top, row: Number(row) }
  const field = top.rows.find(({ field: { slug: own } }) => own === inRow)
  return field === undefined ? undefined : { pointer, top, row: Number(row), inRow: field }
}

/** The name in `hiddenFields`: `drivers[1].birthDate`. */
export const nameOf = ({ inRow, row, top }: Place): string => {
  const list = row === undefined ? top.field.slug : `${top.field.slug}[${row}]`
  return inRow === undefined ? list : `${list}.${inRow.field.slug}`
}

const OWN_RULE = /^(?:[^/]+|options\/\d+\/when)$/

/** Whether a rule is one of a field itself, or of one of its options. @param field its pointer in the definition, with a slash behind it. */
export const isRuleOf = (field: string, pointer: string): boolean =>
  pointer.startsWith(field) && OWN_RULE.test(pointer.slice(field.length))
