/** The data to store: a payload without what its form computes, hides or does not know. */
import type { Field } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import type { FastRow } from "./Fast.ts"

const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const kept = (
  fields: ReadonlyMap<string, readonly [field: Field, slot: number]>,
  sent: JsonObject,
  isHidden: (field: Field, slot: number) => boolean
): ReadonlyArray<readonly [name: string, value: Json, field: Field, slot: number]> =>
  Object.entries(sent).flatMap(([name, value]) => {
    const known = fields.get(name)
    if (known === undefined) return []
    const [field, slot] = known
    return field.formula !== undefined || isHidden(field, slot) ? [] : [[name, value, field, slot] as const]
  })

const bySlug = (fields: ReadonlyArray<Field>) =>
  new Map(fields.map((field, slot) => [field.slug, [field, slot] as const]))

/**
 * A payload without what is not stored.
 * @param hidden of each field that can be hidden whether it is, in their order.
 * @param lists of each list its rows, in their order.
 */
export const stored = (
  fields: ReadonlyArray<Field>,
  data: JsonObject,
  hidden: ReadonlyArray<boolean>,
  lists: ReadonlyArray<ReadonlyArray<FastRow>>
): JsonObject => {
  const hideable = fields.filter(({ visibleWhen }) => visibleWhen !== undefined)
  const isHidden = new Map(hideable.map((field, index) => [field, hidden[index] === true]))
  const rowsOf = new Map(fields.filter(({ type }) => type === "list").map((field, index) => [field, lists[index]]))
  const own = kept(bySlug(fields), data, (field) => isHidden.get(field) === true)
  return Object.fromEntries(
    own.map(([name, sent, field]) => {
      const rows = rowsOf.get(field)
      if (field.type !== "list" || rows === undefined || !Array.isArray(sent) || rows.length !== sent.length)
        return [name, sent]
      const ofRow = bySlug(field.fields)
      const entries: ReadonlyArray<Json> = sent
      return [
        name,
        entries.map((entry, index) =>
          isObject(entry)
            ? Object.fromEntries(kept(ofRow, entry, (_, slot) => rows[index]?.[`h${slot}`] === true))
            : entry
        )
      ]
    })
  )
}
