/** Reading JSON values. */
import type { Json, JsonObject } from "@formwork/rules/Json"

export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)

/** An object's members, or none. */
export const membersOf = (json: Json | undefined): JsonObject => (isObject(json) ? json : {})

/** A text, or an empty one. */
export const textOf = (json: Json | undefined): string => (typeof json === "string" ? json : "")

/** A list's items, or none. */
export const itemsOf = (json: Json | undefined): ReadonlyArray<Json> => (Array.isArray(json) ? json : [])
