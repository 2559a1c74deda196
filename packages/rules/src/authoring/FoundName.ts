/** A name of a field in a text of a definition. */
import { find, type Name, type Scope, vertex } from "../check/expressions/Scope.ts"
import type { Range } from "../Fault.ts"
import type { Place } from "../tree/Tree.ts"

export interface FoundName {
  readonly range: Range
  readonly name: Name
  /** `premium`; of a field of rows `drivers.age`. */
  readonly vertex: string
  readonly place: Place
  /** Of a field of rows that is not the rule's own: its list. */
  readonly list?: Name
}

/** A field of the rows that a list function, or a setting, is about. */
export const ofRows = (list: Name, slug: string, range: Range): ReadonlyArray<FoundName> => {
  const name = list.rows.get(slug)
  return name === undefined
    ? []
    : [{ range, name, vertex: vertex(name, list), place: { at: "each", slot: name.slot }, list }]
}

/** A bare name. */
export const bare = (scope: Scope, slug: string, range: Range): ReadonlyArray<FoundName> => {
  const found = find(scope, slug)
  return found === undefined ? [] : [{ range, ...found }]
}
