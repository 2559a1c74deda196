/**
 * Groups: fields whose names share what stands before a point, `address.street` and `address.city`, have their values in one object
 * of a payload and of an answer. Everything between the two has them flat, by the whole name (docs/decisions/0294).
 */
import type { Json, JsonObject } from "../Json.ts"
import { isObject } from "../LongNumber.ts"

/** `address` of `address.street`; undefined of a field in no group. */
export const groupOf = (slug: string): string | undefined => {
  const point = slug.indexOf(".")
  return point < 0 ? undefined : slug.slice(0, point)
}

/** The groups that fields are in, by their names. */
export const groupsOf = (slugs: Iterable<string>): ReadonlySet<string> => {
  const groups = new Set<string>()
  for (const slug of slugs) {
    const group = groupOf(slug)
    if (group !== undefined) groups.add(group)
  }
  return groups
}

/** The names of a field, or of a list and a field of its rows: `premium`, `drivers.age`, `address.street`, `household.members.age`. */
export const partsOf = (groups: ReadonlySet<string>, name: string): readonly [string, string | undefined] => {
  const group = groupOf(name)
  const from = group !== undefined && groups.has(group) ? group.length + 1 : 0
  const point = name.indexOf(".", from)
  return point < 0 ? [name, undefined] : [name.slice(0, point), name.slice(point + 1)]
}

/** Where a field of the form is in a payload: `/address/street`. Names need no escapes. */
export const pointerOf = (slug: string): string => `/${slug.replace(".", "/")}`

/** The groups that a payload may have: those of internal fields alone are unknown to it. */
export const groupsSent = (
  fields: ReadonlyArray<{ readonly slug: string; readonly internal?: boolean }>
): ReadonlySet<string> => groupsOf(fields.flatMap(({ internal, slug }) => (internal === true ? [] : [slug])))

export interface Flat {
  /** By the whole names of fields: `{"address.street": "High Street 1"}`. */
  readonly data: JsonObject
  /** What was left out: a group that is no object, and a name with a point, which no payload has. */
  readonly astray: ReadonlyArray<string>
}

/** A payload by the whole names of its fields. A group that is null is one of which nothing was sent. */
export const flattened = (groups: ReadonlySet<string>, payload: JsonObject): Flat => {
  if (groups.size === 0) return { data: payload, astray: [] }
  const entries: Array<readonly [string, Json]> = []
  const astray: Array<string> = []
  for (const name of Object.keys(payload)) {
    const value = payload[name] ?? null
    if (name.includes(".")) astray.push(name)
    else if (!groups.has(name)) entries.push([name, value])
    else if (isObject(value))
      for (const part of Object.keys(value)) entries.push([`${name}.${part}`, value[part] ?? null])
    else if (value !== null) astray.push(name)
  }
  return { data: Object.fromEntries(entries), astray }
}

/** Stored values by the whole names of their fields, without a form: no field's value is an object, so that each object is a group. */
export const flatOf = (values: JsonObject): JsonObject =>
  flattened(new Set(Object.keys(values).filter((name) => isObject(values[name] ?? null))), values).data

/** Values by the whole names of their fields, as payloads and answers have them. A group stands where the first of its fields does. */
export const nested = (flat: JsonObject): JsonObject => {
  const entries = new Map<string, Json>()
  const parts = new Map<string, Array<readonly [string, Json]>>()
  for (const name of Object.keys(flat)) {
    const [group, value] = [groupOf(name), flat[name] ?? null]
    if (group === undefined) entries.set(name, value)
    else {
      const own = parts.get(group) ?? []
      own.push([name.slice(group.length + 1), value])
      parts.set(group, own)
      entries.set(group, null)
    }
  }
  for (const [group, own] of parts) entries.set(group, Object.fromEntries(own))
  return Object.fromEntries(entries)
}

/** The value of a field in a payload, or in what was computed, by its whole name; undefined where it has none. */
export const valueIn = <Value>(values: { readonly [name: string]: Value }, slug: string): Value | undefined => {
  const group = groupOf(slug)
  if (group === undefined) return Object.hasOwn(values, slug) ? values[slug] : undefined
  const own: unknown = Object.hasOwn(values, group) ? values[group] : undefined
  if (!isObject(own)) return undefined
  const inside: object = own
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is in a group is a value, as what is beside one
  return valueIn(inside as { readonly [name: string]: Value }, slug.slice(group.length + 1))
}
