/** Random sections: some of the form's fields together, under a condition that reads what is worked out before them. */
import type { JsonObject } from "../../src/Json.ts"
import type { Place } from "./places.ts"
import type { Random } from "./Random.ts"

/** @param conditionAt a condition that reads the first so many places. */
export const sectionsOf = (
  random: Random,
  places: ReadonlyArray<Place>,
  conditionAt: (count: number) => string
): ReadonlyArray<JsonObject> => {
  const taken = new Set<string>()
  return random
    .list(0, 2, (index) => {
      const at = random.whole(0, places.length - 1)
      const fields = places
        .slice(at)
        .flatMap(({ field: { slug }, list }) => (list !== undefined || taken.has(slug) || random.once(2) ? [] : [slug]))
      for (const slug of fields) taken.add(slug)
      return {
        id: `s${index}`,
        title: `Section ${index}`,
        ...(random.once(2) ? { newPage: true } : {}),
        ...(random.once(4) ? {} : { visibleWhen: conditionAt(at) }),
        fields: random.shuffled(fields)
      }
    })
    .filter(({ fields }) => fields.length > 0)
}
