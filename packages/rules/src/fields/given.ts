/** JSON Schema keywords without those that have no value. */
import type { JsonObject } from "../Json.ts"

/** The members that have a value. */
export const given = (members: { readonly [name: string]: JsonObject[string] | undefined }): JsonObject =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  )
