/** What a person has filled in so far: values, rows with their keys, and the places that were left. Immutable. */
import { flattened, groupsOf } from "@formwork/rules/groups"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { isRows } from "./payloadOf.ts"
import { type Fields, type Place, placeOf } from "./Place.ts"

export interface Filled {
  /** Everything that was set, by the whole names of fields; also of names that the form does not have at the moment. */
  readonly data: JsonObject
  /** The keys of a list's rows, by its slug. */
  readonly keys: { readonly [list: string]: ReadonlyArray<string> }
  /** Fields that were left, lists' rows by their keys: `premium`, `drivers/r2/birthDate`. */
  readonly left: ReadonlyArray<string>
  readonly attempted: boolean
  /** The form's own fields that were attempted by themselves, by their slugs: those of pages that a person went on from. */
  readonly tried?: ReadonlyArray<string>
  /** Row keys made so far. */
  readonly made: number
}

export const empty: Filled = { data: {}, keys: {}, left: [], attempted: false, made: 0 }

/** Begun with these values, as a payload has them. */
export const withData = (filled: Filled, fields: Fields, data: JsonObject): Filled => ({
  ...filled,
  data: flattened(groupsOf(fields.keys()), data).data
})

export const ownOf = (data: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(data, name) ? data[name] : undefined

const rowsOf = ({ data }: Filled, list: string): ReadonlyArray<Json> => {
  const rows = ownOf(data, list)
  return isRows(rows) ? rows : []
}

const noKeys: ReadonlyArray<string> = []

/** The keys of a list's rows. A list may be called `constructor`. */
export const keysOf = ({ keys }: Filled, list: string): ReadonlyArray<string> =>
  Object.hasOwn(keys, list) ? (keys[list] ?? noKeys) : noKeys

/** Gives each row of each list a key. Rows that have one keep it. */
export const withKeys = (filled: Filled, fields: Fields): Filled => {
  let { made } = filled
  const keys = Object.fromEntries(
    [...fields.values()]
      .filter(({ field }) => field.type === "list")
      .map(({ field: { slug } }) => {
        const known = keysOf(filled, slug)
        return [slug, rowsOf(filled, slug).map((_, index) => known[index] ?? `r${(made += 1)}`)]
      })
  )
  return { ...filled, keys: { ...filled.keys, ...keys }, made }
}

/** The name of a place in `left`. Undefined for a row that is not there. */
export const keyOf = (filled: Filled, { inRow, row, top }: Place): string | undefined => {
  const { slug } = top.field
  if (row === undefined) return slug
  const key = keysOf(filled, slug)[row]
  if (key === undefined) return undefined
  return inRow === undefined ? `${slug}/${key}` : `${slug}/${key}/${inRow.field.slug}`
}

/** The same for a problem's pointer, which begins with `/data`. Undefined if the place has no value: a missing value does not count as wrong from the beginning. */
export const keyOfGiven = (filled: Filled, fields: Fields, pointer: string): string | undefined => {
  const place = placeOf(fields, pointer.slice("/data".length))
  if (place === undefined || (place.inRow ?? place.top).computed) return undefined
  return (valueAt(filled, place) ?? undefined) === undefined ? undefined : keyOf(filled, place)
}

const withMember = (data: JsonObject, name: string, value: Json | undefined): JsonObject => {
  const { [name]: _, ...others } = data
  return value === undefined || value === null ? others : { ...others, [name]: value }
}

const withRows = (filled: Filled, list: string, rows: ReadonlyArray<Json>, keys: ReadonlyArray<string>): Filled => ({
  ...filled,
  data: withMember(filled.data, list, rows),
  keys: { ...filled.keys, [list]: keys }
})

/** @param value undefined and null take the value away. */
export const withValue = (filled: Filled, { inRow, row, top }: Place, value: Json | undefined): Filled => {
  const { slug } = top.field
  if (row === undefined) return { ...filled, data: withMember(filled.data, slug, value) }
  const rows = rowsOf(filled, slug).map((own, index) =>
    index === row ? withMember(isObject(own) ? own : {}, inRow?.field.slug ?? "", value) : own
  )
  return { ...filled, data: withMember(filled.data, slug, rows) }
}

export const valueAt = (filled: Filled, { inRow, row, top }: Place): Json | undefined => {
  const own = ownOf(filled.data, top.field.slug)
  if (row === undefined) return own
  const value = isRows(own) ? own[row] : undefined
  return inRow === undefined ? value : isObject(value) ? ownOf(value, inRow.field.slug) : undefined
}

const inserted = <A>(items: ReadonlyArray<A>, at: number, item: A): ReadonlyArray<A> => [
  ...items.slice(0, at),
  item,
  ...items.slice(at)
]

/** @param row what the new row begins with. */
export const withRow = (filled: Filled, list: string, at: number, row: JsonObject): Filled => {
  const made = filled.made + 1
  const keys = inserted(keysOf(filled, list), at, `r${made}`)
  return { ...withRows(filled, list, inserted(rowsOf(filled, list), at, row), keys), made }
}

export const withoutRow = (filled: Filled, list: string, row: number): Filled => {
  const others = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> => items.filter((_, index) => index !== row)
  return withRows(filled, list, others(rowsOf(filled, list)), others(keysOf(filled, list)))
}

export const withRowMoved = (filled: Filled, list: string, row: number, to: number): Filled => {
  const moved = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
    items.slice(row, row + 1).reduce<ReadonlyArray<A>>(
      (others, item) => inserted(others, to, item),
      items.filter((_, index) => index !== row)
    )
  return withRows(filled, list, moved(rowsOf(filled, list)), moved(keysOf(filled, list)))
}

/** @param slugs of the form's own fields, of which every problem is seen from now on. */
export const withTried = (filled: Filled, slugs: ReadonlyArray<string>): Filled => ({
  ...filled,
  tried: [...new Set([...(filled.tried ?? []), ...slugs])]
})

export const withLeft = (filled: Filled, names: ReadonlyArray<string>): Filled => ({
  ...filled,
  left: [...new Set([...filled.left, ...names])]
})
