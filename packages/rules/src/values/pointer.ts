/** JSON Pointers (RFC 6901) into a definition. */
import type { Json } from "../Json.ts"

/** The pointer of a member. */
export const below = (pointer: string, member: string | number): string =>
  `${pointer}/${String(member).replace(/~/g, "~0").replace(/\//g, "~1")}`

/** The names and indexes that a pointer goes through. */
export const stepsOf = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"))

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** An own member of an object, or an entry of a list. */
export const memberOf = (value: Json | undefined, name: string): Json | undefined => {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined
  return isList(value) ? value[Number(name)] : value[name]
}
