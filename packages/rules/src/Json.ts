/** JSON values as `JSON.parse` returns them: payloads and form definitions. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

export interface JsonObject {
  readonly [member: string]: Json
}

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** An own member of an object, or an entry of a list. */
export const memberOf = (value: Json | undefined, name: string): Json | undefined => {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined
  return isList(value) ? value[Number(name)] : value[name]
}
