/** `min` and `max`: reading them, checking a value against them, and their changes. */
import { type Change, changed, type Pair } from "../Comparison.ts"
import type { Json } from "../Json.ts"
import { fault, type Read, type ReadContext } from "../reading/Reader.ts"
import { below } from "../values/pointer.ts"

/** A bound as the definition keeps it, and a key to compare it by. */
export interface ReadBound {
  readonly kept: string
  readonly rank: bigint
}

export interface Bounds {
  readonly min?: string
  readonly max?: string
}

/** `min` and `max` of a field, each read by `read`. */
export const readBounds = (
  reading: ReadContext,
  read: Read<ReadBound>,
  given: { readonly min?: Json | undefined; readonly max?: Json | undefined },
  at: string
): Bounds => {
  const min = given.min === undefined ? undefined : read(reading, given.min, below(at, "min"))
  const max = given.max === undefined ? undefined : read(reading, given.max, below(at, "max"))
  if (min !== undefined && max !== undefined && min.rank > max.rank) {
    fault(
      reading,
      below(at, "min"),
      `\`min\` (${min.kept}) is greater than \`max\` (${max.kept}), so no value would do. Make it the smaller one.`
    )
  }
  return { ...(min === undefined ? {} : { min: min.kept }), ...(max === undefined ? {} : { max: max.kept }) }
}

/** A bound and its rank, by which bounds compare. */
export interface Bound {
  readonly written: string | number | undefined
  readonly rank: bigint | undefined
}

export const ofCount = (written: number | undefined): Bound => ({
  written,
  rank: written === undefined ? undefined : BigInt(written)
})

/** Whether a lower or an upper bound now refuses values that were allowed before. */
const lower = ({ after, before }: Pair<Bound>): boolean =>
  after.rank !== undefined && (before.rank === undefined || after.rank > before.rank)
const upper = ({ after, before }: Pair<Bound>): boolean =>
  after.rank !== undefined && (before.rank === undefined || after.rank < before.rank)

/** The changes of two bounds; `what` begins the sentence: “Values of `age`”. */
export const compareBounds = (
  name: string,
  members: readonly [least: string, most: string],
  least: Pair<Bound>,
  most: Pair<Bound>,
  what: string
): ReadonlyArray<Change> => {
  const written = ({ after, before }: Pair<Bound>): Pair<Json | undefined> => ({
    before: before.written,
    after: after.written
  })
  const differ = ({ after, before }: Pair<Bound>): boolean => before.rank !== after.rank
  const below = lower(least) ? `${what} below ${least.after.written} are refused now.` : undefined
  const above = upper(most) ? `${what} above ${most.after.written} are refused now.` : undefined
  return [
    ...(differ(least) ? [changed("field", name, members[0], written(least), below)] : []),
    ...(differ(most) ? [changed("field", name, members[1], written(most), above)] : [])
  ]
}

interface Counted {
  readonly minItems?: number
  readonly maxItems?: number
}

/** Changes of `minItems` and `maxItems`; `most` counts for a field without `maxItems`. */
export const compareItems = <F extends Counted>(
  name: string,
  before: F,
  after: F,
  most: (field: F) => number
): ReadonlyArray<Change> => {
  const isDefault = before.maxItems === undefined && after.maxItems === undefined
  return compareBounds(
    name,
    ["minItems", "maxItems"],
    { before: ofCount(before.minItems ?? 0), after: ofCount(after.minItems ?? 0) },
    isDefault
      ? { before: ofCount(undefined), after: ofCount(undefined) }
      : { before: ofCount(most(before)), after: ofCount(most(after)) },
    `Numbers of entries of \`${name}\``
  )
}
