/** The data to store: a payload without what its form computes, hides or does not know. */
import type { Field } from "../../Definition.ts"
import type { Json, JsonObject } from "../../Json.ts"
import { isObject } from "../../LongNumber.ts"
import type { FastRow } from "./FastValue.ts"

type Known = ReadonlyMap<string, readonly [field: Field, slot: number]>

/** The fields that are stored unless they are hidden, by their names. */
const known = (fields: ReadonlyArray<Field>): Known =>
  new Map(
    fields.flatMap((field, slot) =>
      field.formula === undefined ? [[field.slug, [field, slot] as const] as const] : []
    )
  )

/** Of the names of a payload or a row, in their order, the fields that are stored. */
const kept = (
  fields: Known,
  names: ReadonlyArray<string>,
  isHidden: (field: Field, slot: number) => boolean
): ReadonlyArray<Field> =>
  names.flatMap((name) => {
    const found = fields.get(name)
    return found === undefined || isHidden(...found) ? [] : [found[0]]
  })

/**
 * A payload without what is not stored.
 * @param names of the payload's members.
 * @param hidden of each field that can be hidden whether it is, in their order.
 * @param lists of each list its rows, in their order.
 */
export const dataToStore = (
  fields: ReadonlyArray<Field>,
  data: JsonObject,
  names: ReadonlyArray<string>,
  hidden: ReadonlyArray<boolean>,
  lists: ReadonlyArray<ReadonlyArray<FastRow>>
): JsonObject => {
  const hideable = fields.filter(({ visibleWhen }) => visibleWhen !== undefined)
  const isHidden = new Map(hideable.map((field, index) => [field, hidden[index] === true]))
  const rowsOf = new Map(fields.filter(({ type }) => type === "list").map((field, index) => [field, lists[index]]))
  return Object.fromEntries(
    kept(known(fields), names, (field) => isHidden.get(field) === true).map((field) => {
      const sent = data[field.slug] ?? null
      const rows = rowsOf.get(field)
      if (field.type !== "list" || rows === undefined || !Array.isArray(sent) || rows.length !== sent.length)
        return [field.slug, sent]
      const ofRow = known(field.fields)
      const entries: ReadonlyArray<Json> = sent
      return [field.slug, entries.map((entry, index) => (isObject(entry) ? rowOf(ofRow, entry, rows[index]) : entry))]
    })
  )
}

const rowOf = (fields: Known, entry: JsonObject, row: FastRow | undefined): JsonObject =>
  Object.fromEntries(
    kept(fields, Object.keys(entry), (_, slot) => row?.[`h${slot}`] === true).map(({ slug }) => [
      slug,
      entry[slug] ?? null
    ])
  )
