/** What differs between the values of two revisions, field by field. */
import { flatOf } from "@formwork/rules/groups"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { isSame } from "../../../author/tryOut/sameJson.ts"

/** A value that came, went, or is another one. */
export interface ValueChange {
  /** The whole name of the field; then, in a list, the index of the row; then the slug in the row. A row that is gone has its index of before. */
  readonly path: readonly [string] | readonly [string, number] | readonly [string, number, string]
  /** Undefined where there was nothing. */
  readonly before: Json | undefined
  readonly after: Json | undefined
}

const isRows = (value: Json | undefined): value is ReadonlyArray<JsonObject> =>
  Array.isArray(value) && value.length > 0 && value.every((row: Json) => isObject(row))

const slugsOf = (one: JsonObject, other: JsonObject): ReadonlyArray<string> => [
  ...new Set([...Object.keys(one), ...Object.keys(other)])
]

/** How many rows two lists have in common at their beginning. */
const sharedRows = (one: ReadonlyArray<Json>, other: ReadonlyArray<Json>): number => {
  const end = Math.min(one.length, other.length)
  let shared = 0
  while (shared < end && isSame(one[shared], other[shared])) shared += 1
  return shared
}

const inRow = (slug: string, row: number, before: JsonObject, after: JsonObject): ReadonlyArray<ValueChange> =>
  slugsOf(before, after).flatMap((cell) =>
    isSame(before[cell], after[cell])
      ? []
      : [{ path: [slug, row, cell] as const, before: before[cell], after: after[cell] }]
  )

/** What both lists begin and end with stays; between them row is compared with row, and what is left over came or went. */
const inRows = (
  slug: string,
  before: ReadonlyArray<JsonObject>,
  after: ReadonlyArray<JsonObject>
): ReadonlyArray<ValueChange> => {
  const begin = sharedRows(before, after)
  const end = sharedRows(before.slice(begin).toReversed(), after.slice(begin).toReversed())
  const [old, young] = [before.slice(begin, before.length - end), after.slice(begin, after.length - end)]
  return Array.from({ length: Math.max(old.length, young.length) }, (_, index) => index).flatMap(
    (index): ReadonlyArray<ValueChange> => {
      const [was, is] = [old[index], young[index]]
      if (was === undefined || is === undefined) return [{ path: [slug, begin + index], before: was, after: is }]
      return inRow(slug, begin + index, was, is)
    }
  )
}

/** Empty exactly if both are the same, in whichever order their members are. */
export const valueChanges = (before: JsonObject, after: JsonObject): ReadonlyArray<ValueChange> => {
  const [old, young] = [flatOf(before), flatOf(after)]
  return slugsOf(old, young).flatMap((slug): ReadonlyArray<ValueChange> => {
    const [was, is] = [old[slug], young[slug]]
    if (isSame(was, is)) return []
    return isRows(was) && isRows(is) ? inRows(slug, was, is) : [{ path: [slug], before: was, after: is }]
  })
}
