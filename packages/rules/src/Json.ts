/** JSON values as `JSON.parse` gives them: what a payload and a form definition are made of. */
export type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

export interface JsonObject {
  readonly [member: string]: Json
}
