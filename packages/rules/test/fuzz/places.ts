/** The fields of a random form in an order in which rules may read those before. */
import type { FormField } from "../oracle/Form.ts"
import type { Random } from "./Random.ts"

export type Draft = { -readonly [K in keyof FormField]: FormField[K] }

export interface Place {
  readonly field: Draft
  readonly list: Draft | undefined
}

/** A random order of all fields, each list before its rows' fields. */
export const orderOf = (random: Random, fields: ReadonlyArray<Draft>): ReadonlyArray<Place> => {
  const places = random.shuffled(
    fields.flatMap((field): ReadonlyArray<Place> => [
      { field, list: undefined },
      ...(field.fields ?? []).map((row) => ({ field: row, list: field }))
    ])
  )
  const isEarly = ({ field }: Place): boolean => field.type === "list"
  return random.once(2) ? places.filter(isEarly).concat(places.filter((place) => !isEarly(place))) : sorted(places)
}

const sorted = (places: ReadonlyArray<Place>): ReadonlyArray<Place> => {
  const result: Array<Place> = []
  for (const place of places) {
    const needed = places.find(({ field }) => field === place.list)
    if (needed !== undefined && !result.includes(needed)) result.push(needed)
    if (!result.includes(place)) result.push(place)
  }
  return result
}
