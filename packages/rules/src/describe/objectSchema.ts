/** The schema of an object whose members are fields, some of them in groups. */
import type { JsonObject } from "../Json.ts"
import { groupOf } from "../values/groups.ts"

export interface Property {
  /** The whole name of the field: `address.street` is a property of `address`. */
  readonly slug: string
  readonly schema: JsonObject
  readonly isRequired: boolean
}

/** @param optional what becomes of a group's schema where none of its fields is required. */
export const objectSchema = (
  properties: ReadonlyArray<Property>,
  optional: (group: JsonObject) => JsonObject
): JsonObject => {
  const own = new Map<string, JsonObject>()
  const required = new Set<string>()
  for (const { isRequired, schema, slug } of properties) {
    const group = groupOf(slug)
    if (group === undefined) own.set(slug, schema)
    else if (!own.has(group)) {
      const inside = properties
        .filter((other) => groupOf(other.slug) === group)
        .map((other) => ({ ...other, slug: other.slug.slice(group.length + 1) }))
      const object = objectSchema(inside, optional)
      own.set(group, inside.some((other) => other.isRequired) ? object : optional(object))
    }
    if (isRequired) required.add(group ?? slug)
  }
  return {
    type: "object",
    properties: Object.fromEntries(own),
    ...(required.size === 0 ? {} : { required: [...required] }),
    additionalProperties: false
  }
}
